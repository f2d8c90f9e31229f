/** A check that goes on: shows what is decided, asks less and less often, and ends on the report. */

import { counted } from "../core/counted.js";
import { atFirst } from "../core/ready.js";

const main = document.getElementById("main");
const said = document.getElementById("said");
const progress = document.getElementById("progress");
const elapsed = document.getElementById("elapsed");

/** Milliseconds between questions: the first, and the longest. */
const [SOON, LATE] = [1000, 10_000];

/** When the search began, by this page's clock; null while the check waits. */
let began = main.dataset.elapsed ? performance.now() - 1000 * Number(main.dataset.elapsed) : null;

function showElapsed() {
  const seconds = Math.floor((performance.now() - began) / 1000);
  elapsed.textContent = began === null ? "" : `${counted(seconds, "second")} so far.`;
}

function show(job) {
  if (job.state !== "running") began = null;
  else began ??= performance.now() - 1000 * job.elapsed;
  said.textContent = job.said;
  progress.max = job.first_moves || 1;
  // A bar without a value moves: the report is made, and nobody knows how long that takes.
  if (job.decided && job.decided === job.first_moves) progress.removeAttribute("value");
  else progress.value = job.decided;
  for (const { hole, kind, mark } of job.moves) {
    const drawn = main.querySelector(`#map [data-mark="${hole}"]`);
    if (!drawn) continue;
    const [circle, text] = drawn.children;
    circle.setAttribute("class", `mark mark-${kind}`);
    text.setAttribute("class", `mark-text mark-text-${kind}`);
    text.textContent = mark;
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", `${hole}: ${kind}`);
    main.querySelector(`#legend [data-kind="${kind}"]`).hidden = false;
  }
}

/** The tag of the answer that the page shows, null without one: the site does not send that answer again. */
let shown = null;

/** Of the next question; 0 while one is under way, and after the last one. */
let timer = 0;

/** Ask how far it is; wait longer each time that nothing is new, and longest while nobody sees the page. */
async function watch(wait) {
  const before = shown;
  timer = 0;
  try {
    const headers = { Accept: "application/json", ...(shown && { "If-None-Match": shown }) };
    const response = await fetch(main.dataset.state, { headers });
    if (response.ok) {
      const job = await response.json();
      if (!["queued", "running"].includes(job.state)) {
        location.reload();
        return;
      }
      show(job);
      shown = response.headers.get("ETag");
    } else if (response.status === 404) {
      said.textContent = "This check no longer exists.";
      return;
    }
  } catch {
    said.textContent = "No connection to the site. The check continues; this page will try again.";
    shown = null;
  }
  const news = shown !== before && shown !== null;
  const next = document.hidden ? LATE : news ? SOON : Math.min(wait * 1.5, LATE);
  timer = setTimeout(watch, next, next);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !timer) return;
  clearTimeout(timer);
  watch(SOON);
});
setInterval(showElapsed, 1000);
atFirst(watch(SOON));
