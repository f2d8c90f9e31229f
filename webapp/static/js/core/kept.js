/** What a page keeps in its window while this shows another one. */

/** Whether the page is visited anew: neither loaded once more nor reached on the way back or forward. */
export const anew = performance.getEntriesByType("navigation")[0]?.type === "navigate";

/**
 * Keep what `what` returns, or nothing for null, under a name whenever the page is left. Return what was
 * kept if the page was loaded anew or on the way back, else null: a new visit begins anew.
 */
export function kept(name, what) {
  addEventListener("pagehide", () => {
    const found = what();
    try {
      if (found === null) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(found));
    } catch {
      // A browser that keeps nothing.
    }
  });
  if (anew) return null;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}
