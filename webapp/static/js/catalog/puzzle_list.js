/** Lists of puzzles: marks and counts what is solved, and fetches a list that depends on it. */

import { send } from "../core/ask.js";
import { atFirst } from "../core/ready.js";
import "./way_back.js";
import { solved } from "../progress/browser_progress.js";
import { mastery, ring } from "../progress/mastery.js";

function mark() {
  const done = solved();
  const beaten = mastery();
  let count = 0;
  for (const link of document.querySelectorAll("[data-puzzle]")) {
    const { puzzle } = link.dataset;
    if (puzzle in beaten) link.append(ring(beaten[puzzle]));
    const sign = link.querySelector(".card-mark");
    // The marks of an account are there already.
    sign.hidden &&= !done.has(puzzle);
    if (!sign.hidden) count += 1;
  }
  const said = document.querySelector("[data-solved-count]");
  if (said && count) said.textContent = `${count} ${said.dataset.solvedCount}.`;
}

/** Ask for the list again, telling what is solved: the server does not know it. */
async function ask(results) {
  // The commas between them are not escaped: that would take three times their room.
  const body = `ids=${[...solved()].map(encodeURIComponent).join(",")}`;
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  try {
    const answer = await send(location.href, { headers, body });
    if (!answer.ok) throw new Error(answer.statusText);
    results.innerHTML = await answer.text();
  } catch {
    results.querySelector(".count").textContent = "The list could not be loaded. Reload the page to try again.";
  }
}

async function begin() {
  const results = document.getElementById("results");
  if (results?.dataset.unknown) await ask(results);
  mark();
}

atFirst(begin());
