/** The calendar of daily puzzles: marks what this browser has solved, and counts the streak. */

import "./way_back.js";
import { counted } from "../core/counted.js";
import { solved } from "../progress/browser_progress.js";

const done = solved();
const days = [...document.querySelectorAll(".calendar li")].map((day) => day.querySelector("a"));

for (const link of days) {
  // The marks of an account are there already.
  if (!link || !done.has(link.dataset.puzzle) || link.classList.contains("solved")) continue;
  link.classList.add("solved");
  link.querySelector(".mark").textContent = ", solved";
}

/** Say how many days in a row are solved up to today, which may still be to come. */
function tellStreak() {
  // A day without a puzzle breaks no streak.
  const links = [...days.slice(0, -1).filter(Boolean), days.at(-1)];
  const marks = links.map((link) => Boolean(link?.classList.contains("solved"))).reverse();
  const from = marks[0] ? 0 : 1;
  const end = marks.indexOf(false, from);
  const count = (end < 0 ? marks.length : end) - from;
  // The calendar shows the last weeks only.
  const least = end < 0 && "earlier" in document.querySelector(".calendar").dataset ? "At least " : "";
  if (count) document.getElementById("streak").textContent = `${least}${counted(count, "day")} in a row solved.`;
}

tellStreak();
