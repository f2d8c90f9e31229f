/** Playing a puzzle: sends moves to the judge, shows its answers, walks through refutations. */

import { ask } from "../core/ask.js";
import {
  address, board, byId, game, known, lineSoFar, main, other, puzzle, say, show, showControls, shown, turn, unrate,
} from "./game.js";
import { lensOf } from "../board/magnifier.js";
import { explore, leave, stepBack } from "./exploring.js";
import { leaveAccount, markFailed, markSolved } from "../progress/browser_progress.js";
import { RIGHT, WRONG, keepSeal, keptSeal, note } from "./result.js";

/** How long each step of a refutation stands while it is played, in milliseconds. */
const PACE = 600;
const UNKEPT = "Your browser can store no more progress, so this puzzle will not be marked as solved; with an account it would be.";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What a page may have beside the board: hints, and what can be done after the puzzle. */
export const panels = { hints: null, after: null };

// -- playing ----------------------------------------------------------------------------

/** Have a move judged; return whether it was. */
export async function play(move) {
  if (game.mode !== "play" && game.mode !== "explore") return false;
  if (turn.call && !move.includes("+")) return begin(move);
  if (game.half) move = `${game.half.move}+${move}`;
  if (game.mode === "explore") return explore(move);
  panels.hints?.close();
  byId("count").textContent = "";
  const asked = game.asked = {};
  game.mode = "thinking";
  board.wait(move.toUpperCase());
  showControls();
  const slow = () => {
    if (game.asked === asked) say(`Thinking: looking for ${other}'s best reply to ${move.toUpperCase()}.`, "thinking");
  };
  const line = lineSoFar();
  const { found, problem } = await ask(`${address}/moves`, {
    line, seal: game.turns.flat().at(-1)?.seal ?? keptSeal(puzzle.id, line), move, ...turn.changes,
    shown: Boolean(game.following), content_hash: puzzle.content_hash,
  }, { slow });
  // The visitor may have gone to another line.
  if (game.asked !== asked) return false;
  game.mode = "play";
  if (found) {
    turn.clear();
    game.half = null;
    if (found.account === false && leaveAccount()) {
      unrate("Not rated: you are signed out.");
      found.message += " You are signed out here: sign in to have this counted.";
    }
    take(found);
  } else say(problem, "notice");
  show();
  return Boolean(found);
}

/** Make the first of two moves in a row. */
async function begin(move) {
  const line = shown().map((step) => step.move);
  const { found, problem } = await ask(`${address}/first-of-two`, {
    line, move, ...turn.changes, content_hash: puzzle.content_hash,
  });
  // The visitor may have taken the Privilege back, or gone on.
  if (!turn.call || line.length !== shown().length) return false;
  if (problem) {
    say(problem, "notice");
    return false;
  }
  turn.clear();
  game.half = found.first;
  say(`${found.first.name} is your first move. Choose the hole of the second one.`, "staged");
  show();
  return true;
}

/** Call the Privilege for the next two moves, or do not. */
byId("privilege").addEventListener("click", () => {
  turn.call = !turn.call;
  say(turn.call ? "Privilege! Choose the hole of your first move; you move again after it." : "Your move.", turn.call ? "staged" : "");
  show();
  board.focus();
});

function take(found) {
  const played = found.steps.slice(0, found.played);
  const seal = played.at(-1)?.seal;
  if (seal) keepSeal(puzzle.id, [...game.turns.flat(), ...played].map((step) => step.move), seal);
  if (found.rated === false) unrate("Not rated: this attempt does not count for your rating.");
  else if (found.rating) unrate("Rated: this attempt has counted.");
  if (!game.following && found.outcome !== "undecided") {
    note(puzzle.id, ["wins", "met"].includes(found.outcome) ? RIGHT : WRONG, found.outcome === "met");
  }
  if (found.outcome === "wins" || found.outcome === "met") {
    game.turns.push(played);
    if (found.outcome === "met") {
      game.mode = "solved";
      const kept = game.following || markSolved(puzzle.id);
      panels.after?.solved(game.turns);
      // In a frame of another page nobody looks for marks.
      const unkept = !kept && window === parent;
      say([found.message, main.dataset.solvedWords, unkept && UNKEPT].filter(Boolean).join(" "), "solved");
    } else {
      say(found.message, "right");
    }
  } else {
    game.mode = "attempt";
    game.attempt = found.steps;
    game.shown = found.played;
    game.verdict = found.message;
    game.end = found.end;
    game.tone = found.outcome === "undecided" ? "undecided" : "refuted";
    say(found.message, game.tone);
    if (!game.following && found.outcome !== "undecided") markFailed(puzzle.id);
    if (found.outcome === "loses" && !puzzle.privilege) count(game.attempt);
  }
  main.dispatchEvent(new CustomEvent("judged", { detail: found.outcome }));
}

/** Say how many replies refute a move, when that is known. */
async function count(attempt) {
  const [mine, reply] = attempt;
  byId("count").textContent = "Looking for other replies that refute this…";
  const line = [...lineSoFar(), mine.move];
  const { found } = await ask(`${address}/refutations`, { line, known: reply.hole ?? "" });
  if (game.attempt === attempt) byId("count").textContent = found?.text ?? "";
}

// -- coming back ---------------------------------------------------------------------------------

/** Play on from a line that the site knows, its replies included. */
export async function start(line, words) {
  halt();
  const asked = game.asked = {};
  const before = game.mode === "thinking" ? "play" : game.mode;
  let steps = line.map((_, at) => known.get(line.slice(0, at + 1).join(" ")));
  if (steps.includes(undefined)) {
    game.mode = "thinking";
    const { found, problem } = await ask(`${address}/positions`, { line });
    if (game.asked !== asked) return false;
    if (problem) {
      game.mode = before;
      say(problem, "notice");
      show();
      return false;
    }
    steps = found.steps;
  }
  turn.clear();
  panels.hints?.close();
  panels.after?.close();
  byId("count").textContent = "";
  const turns = [];
  for (let at = 0; at < steps.length; at += 2) turns.push(steps.slice(at, at + 2));
  const over = steps.length ? steps.at(-1).state.to_move !== puzzle.player : puzzle.over;
  Object.assign(game, { mode: over ? "over" : "play", turns, attempt: [], shown: 0, looked: null, left: null, half: null });
  say(over ? "End of the saved line." : words);
  if (over && steps.length) panels.after?.open();
  show();
  return true;
}

/** Undo what came last: a step that is looked at, an attempt, a turn. */
function takeBack() {
  halt();
  if (game.half || turn.call) {
    game.half = null;
    turn.clear();
    say("Your move.");
    show();
    return;
  }
  if (game.mode === "explore" && game.looked.length) {
    stepBack();
    return;
  }
  if (game.looked) {
    leave();
    return;
  }
  if (game.mode === "play" && turn.changed) {
    restore();
    return;
  }
  if (game.mode === "attempt") game.attempt = [];
  else if (game.mode === "thinking" || !game.turns.pop()) return;
  byId("count").textContent = "";
  panels.hints?.close();
  game.shown = 0;
  game.mode = "play";
  say("Your move.");
  show();
}

// -- a turn that changes links -----------------------------------------------------------

/** Change the turn in the making, if one may be made. */
function stage(change) {
  if (game.mode !== "play") return;
  const state = game.turns.flat().at(-1)?.state ?? puzzle.state;
  if (!state.removal) {
    say("Links cannot be removed under these rules.", "notice");
    return;
  }
  const chosen = board.previewed;
  const said = change(state);
  turn.peg = turn.changed ? turn.peg ?? chosen : null;
  say(turn.changed ? `${said} ${turn.peg ? "" : "Choose a hole for your peg, then commit."}`.trim() : said, "staged");
  show();
}

/** Let the turn be as it was. */
function restore() {
  turn.clear();
  say("The links are restored. Your move.");
  show();
}

/** Choose the peg of a turn that changes links; choosing it again commits the turn. */
function choose(hole) {
  if (turn.peg === hole) {
    play(hole.toLowerCase());
    return;
  }
  turn.peg = hole;
  sayChosen(hole);
  show();
}

/** Say how to go on with a hole that was chosen. */
function sayChosen(hole) {
  if (turn.changed) say(`${hole}, with changed links. Commit the turn, or Restore the links.`, "staged");
  else say(`${hole} is chosen: tap it again, or press Place.`, game.half || turn.call ? "staged" : "");
}

// -- stepping through a refutation ------------------------------------------------------

/** Go some steps on in an attempt, or back. */
export function step(by) {
  const count = game.attempt.length;
  const shown = Math.min(Math.max(game.shown + by, 1), count);
  if (shown === game.shown) return;
  game.shown = shown;
  const { side, name } = game.attempt[shown - 1];
  const who = side[0].toUpperCase() + side.slice(1);
  const words = shown === 2 && game.tone === "refuted" ? game.verdict : `Step ${shown} of ${count}: ${who} plays ${name}.`;
  say(shown === count ? `${words} ${game.end}`.trim() : words, game.tone);
  show();
}

/** Play the rest of the refutation, from its start when it is at its end. */
function stepThrough() {
  if (game.timer) {
    halt();
    return;
  }
  if (game.shown === game.attempt.length) step(1 - game.shown);
  else step(1);
  if (still.matches) return;
  game.timer = setInterval(() => {
    step(1);
    if (game.shown === game.attempt.length) halt();
  }, PACE);
  showControls();
}

/** Stop what plays by itself. */
export function halt() {
  clearInterval(game.timer);
  game.timer = null;
  showControls();
}

// -- input ------------------------------------------------------------------------------

board.addEventListener("play", (event) => {
  if (board.open && event.detail in board.state.moves) {
    if (game.mode === "play" && turn.changed) choose(event.detail);
    else play(event.detail.toLowerCase());
  } else if (board.open) say(whyClosed(event.detail), "notice");
  else tellHowOn();
});
board.addEventListener("shut", tellHowOn);

/** Tell how to play on from a verdict, or from a step that is looked at; what is said there stays. */
function tellHowOn() {
  const said = byId("status").textContent, how = `Press “${byId("again").textContent}” to play another move.`;
  if (byId("again").getClientRects().length && !said.endsWith(how)) say(`${said} ${how}`.trim(), byId("moves").dataset.tone);
}

/** Tell why no peg can be put into a hole. */
function whyClosed(hole) {
  // The corners of a board have none.
  if (!board.place(hole)) return `There is no hole at ${hole}. Choose a hole.`;
  const [me, foe] = board.side === "white" ? ["White", "Black"] : ["Black", "White"];
  for (const side of ["white", "black"]) {
    if (board.state[side].includes(hole)) return `${hole} has a ${side} peg already. Choose an empty hole.`;
  }
  return `${hole} is in ${foe}'s border row: ${me} may not put a peg there. Choose another hole.`;
}

board.addEventListener("preview", () => showControls());
board.addEventListener("chosen", ({ detail: hole }) => {
  if (game.mode === "play") sayChosen(hole);
});
board.addEventListener("link", (event) => stage(() => turn.link(board, event.detail)));
board.addEventListener("peg", (event) => {
  if (board.state.lift && board.state[puzzle.player].includes(event.detail)) {
    stage(() => turn.lifted(event.detail));
  }
});
for (const id of ["commit", "place"]) {
  byId(id).addEventListener("click", () => {
    if (board.previewed) play(board.previewed.toLowerCase());
  });
}
byId("restore").addEventListener("click", restore);

byId("undo").addEventListener("click", takeBack);
byId("again").addEventListener("click", () => {
  if (game.looked) leave();
  else takeBack();
  board.focus();
});
for (const [id, by] of [["back", -1], ["forward", 1]]) {
  byId(id).addEventListener("click", () => {
    halt();
    step(by);
  });
}
byId("through").addEventListener("click", stepThrough);

/** Tell whether a key is for a field; in the empty one of a move, Backspace and ? have nothing to do there. */
export function writes({ target, key, repeat }) {
  if (target !== byId("move") || target.value) return target instanceof HTMLInputElement;
  return repeat || !["Backspace", "?"].includes(key);
}

// Before the board sees a key: left and right belong to a refutation while there is one.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("#tree")) return;
  const arrow = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const onButton = event.target instanceof HTMLButtonElement && [" ", "Enter"].includes(event.key);
  if (game.timer && !onButton) halt();
  if (game.mode === "attempt" && arrow) step(arrow);
  else if (event.key === "Escape" && game.looked) leave();
  else if (event.key === "Escape" && (game.mode === "attempt" || turn.changed || turn.call || game.half)) takeBack();
  else if (event.key === "Escape" && event.target === byId("move")) board.focus();
  else if (event.key === "Backspace" && !writes(event)) takeBack();
  else return;
  event.preventDefault();
}, { capture: true });

lensOf(board);
