/** The switch that shows the basic setups: pairs of pegs that a third one can join in two ways. */

import { ask } from "../core/ask.js";
import { address, board, byId, shown } from "./game.js";

/** What was answered, by the line that leads to the position. */
const known = new Map();

/** Show the setups of every position while the switch is on; it is kept in this browser. */
export function openSetups() {
  const box = byId("setups");
  box.checked = kept() === "on";
  box.addEventListener("change", () => {
    keep(box.checked ? "on" : null);
    draw();
  });
  board.addEventListener("show", draw);
}

async function draw() {
  const words = byId("setups-words");
  words.hidden = !byId("setups").checked;
  if (words.hidden) {
    board.drawSetups([]);
    return;
  }
  const line = shown().map((step) => step.move);
  const place = line.join(" ");
  if (!known.has(place)) {
    const { found, problem } = await ask(`${address}/setups`, { line });
    if (problem) {
      words.textContent = problem;
      return;
    }
    known.set(place, found.setups);
    // The board may show another position by now.
    if (place !== shown().map((step) => step.move).join(" ") || !byId("setups").checked) return;
  }
  board.drawSetups(known.get(place));
  words.textContent = inWords(known.get(place));
}

function inWords(setups) {
  const sides = [["white", "White"], ["black", "Black"]].map(([side, name]) => {
    const own = setups.filter((each) => each.side === side);
    return own.length ? `${name}: ${own.map((each) => `${each.name} ${each.pegs.join(" and ")}`).join(", ")}.` : "";
  });
  return `Setups. ${sides.filter(Boolean).join(" ") || "None here."}`;
}

function kept() {
  try {
    return localStorage.getItem("setups");
  } catch {
    return null;
  }
}

function keep(value) {
  try {
    if (value) localStorage.setItem("setups", value);
    else localStorage.removeItem("setups");
  } catch {
    // It holds for this page only.
  }
}
