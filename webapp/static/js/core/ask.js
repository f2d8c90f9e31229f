/** Questions to the site. */

let token = document.querySelector('meta[name="csrf-token"]')?.content;

/** Statuses of a site that has no time now: too many requests, and busy. */
const LATER = [429, 503];
const PAUSE = 5;
/** How long an answer may take before the page says that it is thinking, in milliseconds. */
const SILENCE = 200;

/**
 * Send something to an address of the site; return its answer. Where the token of this page is that of another
 * session, a visitor's page sends it once more with the present one: pages that are opened at once, before there
 * is a cookie, begin a session each, and the last one stays.
 */
export async function send(address, { headers, ...options }) {
  const put = () => fetch(address, {
    method: "POST", headers: { Accept: "application/json", ...headers, "X-CSRFToken": token }, ...options,
  });
  const response = await put();
  if (response.status !== 400 || "account" in document.body.dataset) return response;
  const { error } = await response.clone().json().catch(() => ({}));
  if (error !== "Page out of date") return response;
  const fresh = await fetch("/token", { headers: { Accept: "application/json" } });
  if (!fresh.ok) return response;
  token = (await fresh.json()).token;
  return put();
}

/**
 * Ask an address of the site; return what it `found`, or the `problem` in words. A problem that
 * passes has the seconds to `wait` before the question may be asked again; `lost` is true when
 * the question, or its answer, was lost on the way. `slow` is called if the answer takes long.
 */
export async function ask(address, question, { signal, slow } = {}) {
  const timer = slow && setTimeout(slow, SILENCE);
  let response;
  try {
    const headers = { "Content-Type": "application/json" };
    response = await send(address, { headers, body: JSON.stringify(question), signal });
    const body = await response.json();
    if (response.ok) return { found: body };
    const wait = Number(response.headers.get("Retry-After")) || PAUSE;
    return { problem: body.message, ...(LATER.includes(response.status) && { wait }) };
  } catch {
    const problem = response
      ? "The answer of the site cannot be read. Try again in a moment."
      : "No connection to the site. Try again when you are online.";
    return { problem, lost: true };
  } finally {
    clearTimeout(timer);
  }
}
