/** The calendar of daily puzzles: marks what this browser has solved, and counts the streak. */

import "./way_back.js";
import { solved } from "../progress/browser_progress.js";

const done = solved();
const days = [...document.querySelectorAll(".calendar li")].map((day) => day.querySelector("a"));

for (const link of days) {
  // The marks of an account are there already.
  if (!link || !done.has(link.dataset.puzzle) || link.classList.contains("solved")) continue;
  link.classList.add("solved");
  link.querySelector(".mark").textContent = ", solved";
}

/** Days in a row up to today; today may still be to come. */
function streak() {
  const marks = days.map((link) => Boolean(link?.classList.contains("solved"))).reverse();
  const from = marks[0] ? 0 : 1;
  const end = marks.indexOf(false, from);
  return (end < 0 ? marks.length : end) - from;
}

const count = streak();
if (count) document.getElementById("streak").textContent = `${count} day${count === 1 ? "" : "s"} in a row solved.`;
