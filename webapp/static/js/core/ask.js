/** Questions to the site. */

const token = document.querySelector('meta[name="csrf-token"]')?.content;

/** Ask an address of the site; return what it `found`, or the `problem` in words. */
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
    return response.ok ? { found: body } : { problem: body.message };
  } catch {
    const problem = response
      ? "The answer of the site cannot be read. Try again in a moment."
      : "No connection to the site, so nothing was judged. Try again when you are online.";
    return { problem };
  }
}
