/** Positions that nobody plays for: of the solution, and of either side's tries. No trace is left. */

import { ask } from "../core/ask.js";
import { address, byId, game, say, show, shown } from "./game.js";

/** How long an answer may take before the page says that it is thinking, in milliseconds. */
const SILENCE = 200;

/** Remember where the puzzle was, to return there. */
function depart(mode, steps) {
  const { tone } = document.querySelector(".status").dataset;
  game.left ??= { mode: game.mode, text: byId("status").textContent, tone };
  Object.assign(game, { mode, looked: steps });
}

/** Show a position of the solution. */
export function look(steps, words) {
  if (game.mode === "thinking") return;
  depart("look", steps);
  say(words, "notice");
  show();
}

/** Try a move of either side; without one, begin to, or judge again. Leaves no trace. */
export async function explore(move = "") {
  if (game.mode === "thinking") return false;
  depart("explore", shown());
  const { left } = game;
  const line = [...game.looked.map((step) => step.move), ...(move ? [move] : [])];
  const timer = setTimeout(() => {
    if (game.left === left) say("Judging the position. You can go on meanwhile.", "thinking");
  }, SILENCE);
  if (line.length) {
    const { found, problem } = await ask(`${address}/positions`, { line });
    // The visitor may be back at the puzzle.
    if (game.left !== left) return true;
    if (problem) {
      clearTimeout(timer);
      say(problem, "notice");
      return false;
    }
    game.looked = found.steps;
    game.half = null;
  }
  show();
  const here = game.looked;
  const { found, problem } = await ask(`${address}/verdict`, { line });
  clearTimeout(timer);
  // The visitor may have gone on meanwhile.
  if (game.looked !== here) return true;
  const tones = { won: "right", lost: "refuted", undecided: "undecided", over: "notice" };
  say(problem ?? found.text, problem ? "notice" : tones[found.verdict]);
  return true;
}

/** Return from a position that was looked at to where the puzzle was. */
export function leave() {
  const { mode, text, tone } = game.left;
  Object.assign(game, { mode, looked: null, left: null, half: null });
  say(text, tone);
  show();
}
