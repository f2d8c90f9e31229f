/**
 * A visitor's list of puzzles to try again: what he has solved since leaves it. Its address names the puzzles, and
 * only the browser knows which of them are solved. The site keeps the list of an account.
 */

import { solved } from "./browser_progress.js";

const list = document.querySelector(".cards");

function leaveOut() {
  const done = solved();
  for (const card of list.querySelectorAll("[data-puzzle]")) {
    if (done.has(card.dataset.puzzle)) card.closest("li").remove();
  }
  if (list.children.length || !list.isConnected) return;
  const none = document.getElementById("none").content;
  document.getElementById("main").replaceChildren(document.querySelector("h1"), none);
}

if (list) {
  leaveOut();
  // On the way back the browser may show the page as it was left.
  addEventListener("pageshow", leaveOut);
}
