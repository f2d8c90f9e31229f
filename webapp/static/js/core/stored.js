/**
 * What this browser, or one window of it, keeps for later pages. Where it forbids that, or has no room, a
 * page works all the same.
 */

/** Return what `access` returns, or `otherwise` if the storage is closed or full. */
function guarded(access, otherwise) {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

/** Return the text that is kept under a name; null for none. */
export function stored(name) {
  return guarded(() => localStorage.getItem(name), null);
}

/** Return the value whose JSON is kept under a name; null for none, and for a text that is no JSON. */
export function storedValue(name) {
  return guarded(() => JSON.parse(localStorage.getItem(name)), null);
}

/** Return all names under which something is kept. */
export function storedNames() {
  return guarded(() => Object.keys(localStorage), []);
}

/** Keep a text under a name, or nothing for null; return whether the browser did so. */
export function store(name, text) {
  return guarded(() => {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  }, false);
}

/** Return the value that this window keeps under a name; null for none, and for a text that is no JSON. */
export function windowValue(name) {
  return guarded(() => JSON.parse(sessionStorage.getItem(name)), null);
}

/** Keep a value in this window under a name, or nothing for null; return whether the browser did so. */
export function keepInWindow(name, value) {
  return guarded(() => {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  }, false);
}
