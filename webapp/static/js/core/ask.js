/** Questions to the site. */

const token = document.querySelector('meta[name="csrf-token"]')?.content;

/** Statuses of a site that has no time now: too many requests, and busy. */
const LATER = [429, 503];
const PAUSE = 5;

/**
 * Ask an address of the site; return what it `found`, or the `problem` in words. A problem that
 * passes has the seconds to `wait` before the question may be asked again.
 */
export async function ask(address, question, { signal } = {}) {
  let response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
      body: JSON.stringify(question),
      signal,
    });
    const body = await response.json();
    if (response.ok) return { found: body };
    const wait = Number(response.headers.get("Retry-After")) || PAUSE;
    return { problem: body.message, ...(LATER.includes(response.status) && { wait }) };
  } catch {
    const problem = response
      ? "The answer of the site cannot be read. Try again in a moment."
      : "No connection to the site. Try again when you are online.";
    return { problem };
  }
}
