/** The page of the course: marks what is solved, and leads to the first step that is not. */

import "./way_back.js";
import { solved } from "../progress/browser_progress.js";

const links = [...document.querySelectorAll("[data-puzzle]")];
const mark = (link) => link.querySelector(".card-mark");
const done = solved();

// The marks of an account are there already.
for (const link of links) mark(link).hidden &&= !done.has(link.dataset.puzzle);

const left = links.filter((link) => mark(link).hidden);
const count = links.length - left.length;
const onward = document.getElementById("continue");
if (count) document.getElementById("progress").textContent = `${count} of ${links.length} boards and puzzles solved.`;
if (count && left.length) {
  onward.href = left[0].href;
  onward.textContent = `Continue: ${left[0].dataset.name}`;
  left[0].classList.add("here");
}
