/** A check that goes on: shows what is decided, asks less and less often, and ends on the report. */

import { atFirst } from "../core/ready.js";

const main = document.getElementById("main");
const said = document.getElementById("said");
const progress = document.getElementById("progress");

/** Milliseconds between questions: the first, and the longest. */
const [SOON, LATE] = [1000, 10_000];

function show(job) {
  said.textContent = job.said;
  progress.max = job.first_moves || 1;
  progress.value = job.decided;
  for (const { hole, kind, mark } of job.moves) {
    const drawn = main.querySelector(`#map [data-mark="${hole}"]`);
    if (!drawn) continue;
    const [circle, text] = drawn.children;
    circle.setAttribute("class", `mark mark-${kind}`);
    text.setAttribute("class", `mark-text mark-text-${kind}`);
    text.textContent = mark;
    main.querySelector(`#legend [data-kind="${kind}"]`).hidden = false;
  }
}

/** Ask how far it is; wait longer each time that nothing is new. */
async function watch(wait, before) {
  let text = before;
  try {
    const response = await fetch(main.dataset.state, { headers: { Accept: "application/json" } });
    if (response.ok) {
      text = await response.text();
      const job = JSON.parse(text);
      if (!["queued", "running"].includes(job.state)) {
        location.reload();
        return;
      }
      show(job);
    } else if (response.status === 404) {
      said.textContent = "This check no longer exists.";
      return;
    }
  } catch {
    said.textContent = "No connection to the site. The check continues; this page will try again.";
  }
  const next = text === before ? Math.min(wait * 1.5, LATE) : SOON;
  setTimeout(watch, next, next, text);
}

atFirst(watch(SOON, ""));
