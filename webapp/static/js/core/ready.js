/**
 * Every page says when it is ready: `<html data-ready="true">` stands there once its modules have
 * run and what they asked the site at first is answered. Until then a click may do nothing. Who
 * drives a page, as the tests do, waits for that.
 */

const first = [];

/** Let the page be ready only when this is answered, too; return the promise. */
export function atFirst(answer) {
  first.push(answer);
  return answer;
}

// The modules of a page run before that, in their order.
document.addEventListener("DOMContentLoaded", async () => {
  await Promise.all(first);
  document.documentElement.dataset.ready = "true";
});
