/** Positions that nobody plays for: of the solution, and of either side's tries. No trace is left. */

import { ask } from "../core/ask.js";
import { address, byId, game, say, show, shown, turn } from "./game.js";

/** Remember where the puzzle was, to return there; a turn in the making stays there. */
function depart(mode, steps) {
  const { tone } = document.querySelector(".status").dataset;
  game.left ??= { mode: game.mode, text: byId("status").textContent, tone, half: game.half, turn: { ...turn } };
  if (mode !== game.mode) {
    game.half = null;
    turn.clear();
  }
  Object.assign(game, { mode, looked: steps });
}

/** Show a position of the solution. */
export function look(steps, words) {
  if (game.mode === "thinking") return;
  game.asked = null;
  depart("look", steps);
  say(words, "notice");
  show();
}

/** Try a move of either side; without one, begin to. Return whether it is on the board. */
export async function explore(move = "") {
  if (game.mode === "thinking") return false;
  const asked = game.asked = {};
  const entering = game.mode !== "explore";
  depart("explore", shown());
  const line = [...game.looked.map((step) => step.move), ...(move ? [move] : [])];
  if (line.length) {
    const { found, problem } = await ask(`${address}/positions`, { line });
    // The visitor may be back at the puzzle, or have gone on from the position before.
    if (game.asked !== asked) return true;
    if (problem) {
      if (entering) leave();
      say(problem, "notice");
      return false;
    }
    game.looked = found.steps;
    game.half = null;
  }
  judge();
  return true;
}

/** Take back the last move that was tried. */
export function stepBack() {
  game.looked = game.looked.slice(0, -1);
  judge();
}

/** Show the position that is tried, and say who wins it. */
async function judge() {
  const asked = game.asked = {};
  show();
  const slow = () => {
    if (game.asked === asked) say("Judging the position. You can go on meanwhile.", "thinking");
  };
  const { found, problem } = await ask(`${address}/verdict`, { line: game.looked.map((step) => step.move) }, { slow });
  // The visitor may have gone on meanwhile.
  if (game.asked !== asked) return;
  const tones = { won: "right", lost: "refuted", undecided: "undecided", over: "notice" };
  say(problem ?? found.text, problem ? "notice" : tones[found.verdict]);
}

/** Return from a position that was looked at to where the puzzle was. */
export function leave() {
  const { mode, text, tone, half } = game.left;
  Object.assign(turn, game.left.turn);
  Object.assign(game, { mode, looked: null, left: null, half, asked: null });
  say(text, tone);
  show();
}
