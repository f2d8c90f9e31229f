/** The list page: marks what has been solved. */

import { solved } from "./solved.js";

const done = solved();
for (const collection of document.querySelectorAll(".collection")) {
  let count = 0;
  for (const link of collection.querySelectorAll("[data-puzzle]")) {
    if (!done.has(link.dataset.puzzle)) continue;
    link.querySelector(".puzzle-mark").hidden = false;
    count += 1;
  }
  if (count) collection.querySelector("[data-solved-count]").textContent = `${count} solved.`;
}
