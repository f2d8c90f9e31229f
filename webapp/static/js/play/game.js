/** A puzzle that is played: what is on the board and what is said. Who plays changes `game`. */

import { hashOf, writeAddress } from "./line_in_address.js";
import { Board } from "../board/board.js";
import { usable } from "../core/usable.js";
import { Turn } from "./turn.js";

export const main = document.getElementById("main");
export const puzzle = JSON.parse(main.dataset.puzzle);
export const other = puzzle.player === "white" ? "Black" : "White";
export const byId = (id) => document.getElementById(id);

export const board = new Board(document.querySelector("#board .board"), puzzle.player);
export const turn = new Turn();
export const { address } = main.dataset;

/**
 * `turns`: judged moves on the board, each with its reply, as lists of steps.
 * `attempt`: the steps of a move that did not succeed, of which `shown` are on the board.
 * `verdict`: what the judge said of the attempt, and `end` what its last step comes to.
 * `tone`: of the attempt: refuted, undecided, or notice for a line that is only shown.
 * `looked`: a line that is looked at, of either side, instead of all that; else null.
 * `left`: what was on the page when that began.
 * `following`: stands for the last call that follows the address, which need not be written then; else false.
 * `half`: the first of two moves in a row, while the second one is chosen; else null.
 * `timer`: runs while the attempt is being played.
 * `asked`: stands for the last question whose answer may change the line; an answer to another is late.
 * `mode`: play, thinking, attempt, solved, over (nothing to play for), look (a line is shown) or
 * explore (anything may be tried).
 */
export const game = {
  mode: puzzle.over ? "over" : "play",
  turns: [], attempt: [], shown: 0, verdict: "", end: "", tone: "", looked: null, left: null,
  half: null, timer: null, asked: null, following: false,
};
/** Every step that the site has shown, by the line that leads to it: the way back asks nothing. */
export const known = new Map();

// -- showing ----------------------------------------------------------------------------

/** Say what happened. */
export function say(text, tone = "") {
  byId("status").textContent = text;
  for (const element of [main.querySelector(".status"), byId("moves")]) element.dataset.tone = tone;
}

/** Note that nothing more counts for a rating, and say why where the page promised it. */
export function unrate(words) {
  if (puzzle.rated) byId("rated").textContent = words;
  puzzle.rated = false;
}

/** The steps that are on the board. */
export function shown() {
  return game.looked ?? [...game.turns.flat(), ...game.attempt.slice(0, game.shown)];
}

/** The moves that were judged, with their replies, as they are sent to the site. */
export function lineSoFar() {
  return game.turns.flat().map((step) => step.move);
}

/** Show all that `game` says. */
export function show() {
  const line = game.looked ?? game.turns.flat();
  const steps = game.half ? [...shown(), game.half] : shown();
  const numbers = new Map(
    steps.filter((step) => step.hole).flatMap((step, at) => (step.holes ?? [step.hole]).map((hole) => [hole, at + 1])),
  );
  const last = steps.at(-1) ?? null;
  const state = last?.state ?? puzzle.state;
  board.side = game.mode === "explore" && state.to_move ? state.to_move : puzzle.player;
  const open = game.mode === "play" || game.mode === "explore";
  board.show(state, { open, last, numbers, staged: game.mode === "play" ? turn : undefined });
  showMoves(line);
  showControls(state);
  if (!game.looked) keepAddress(line);
}

/** Let the address lead back here; on another page than the puzzle's own, the link to that one. */
function keepAddress(line) {
  const texts = line.map((step) => step.move);
  line.forEach((step, at) => known.set(texts.slice(0, at + 1).join(" "), step));
  const tried = game.mode === "attempt" && game.tone !== "notice" ? game.attempt[0].move : "";
  if (game.mode === "thinking" || game.following) return;
  const hash = hashOf(texts, tried, game.shown);
  // What is shared when the puzzle is solved is the puzzle, not its solution.
  const done = game.mode === "solved" || (game.mode === "over" && line.length > 0);
  if (location.pathname === address && window === window.top) writeAddress(done ? "" : hash);
  else if (byId("onward").pathname === address) byId("onward").hash = hash;
}

function showMoves(line) {
  // A refutation is listed whole; how the author goes on where nothing is proved, step by step.
  const known = game.tone === "undecided" ? game.shown : game.attempt.length;
  const tried = new Set(game.looked ? [] : game.attempt.slice(0, known));
  const moves = [...line, ...tried];
  const rows = [];
  for (let at = 0; at < moves.length; at += 2) {
    const row = document.createElement("li");
    row.append(cell(String(at / 2 + 1)));
    for (const step of moves.slice(at, at + 2)) {
      const name = cell(step.name);
      name.classList.toggle("tried", tried.has(step));
      name.classList.toggle("now", step === game.attempt[game.shown - 1]);
      row.append(name);
    }
    rows.push(row);
  }
  byId("moves").replaceChildren(...rows);
}

function cell(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}

/** Show which buttons can be used now. Hints and an entry for moves are on the puzzle's own page. */
export function showControls(state = board.state) {
  const held = document.activeElement;
  const attempting = game.mode === "attempt";
  const looking = game.mode === "look" || game.mode === "explore";
  const stepping = attempting && game.attempt.length > 1;
  for (const id of ["back", "forward", "through"]) byId(id).hidden = !stepping;
  byId("again").hidden = !attempting && !looking;
  const undecided = attempting && game.tone === "undecided";
  byId("again").textContent = looking ? "Back to the puzzle" : undecided ? "Take it back" : "Try again";
  const staged = game.mode === "play" && turn.changed;
  for (const id of ["commit", "restore"]) byId(id).hidden = !staged;
  usable(byId("commit"), board.previewed !== null);
  byId("undo").hidden = attempting || staged;
  byId("undo").hidden ||= game.mode === "look";
  const begun = game.half || turn.call || (game.looked ?? game.turns).length > 0;
  usable(byId("undo"), game.mode !== "thinking" && begun);
  byId("privilege").hidden = !state.call || (game.mode !== "play" && game.mode !== "explore");
  byId("privilege").setAttribute("aria-pressed", turn.call);
  byId("place").hidden = attempting || staged || game.mode === "look" || game.mode === "solved";
  usable(byId("place"), board.open && board.previewed !== null);
  // A telephone has no room for both; the way on is above the board as well.
  // On a desk the way on to a rated puzzle is there after a wrong answer, too.
  const aside = attempting && "rated" in byId("onward").dataset;
  byId("onward").hidden = (attempting && !aside) || staged || looking || !byId("privilege").hidden;
  byId("onward").classList.toggle("aside", aside);
  byId("onward").classList.toggle("primary", game.mode === "solved");
  usable(byId("back"), game.shown > 1);
  usable(byId("forward"), game.shown < game.attempt.length);
  byId("through").textContent = game.timer ? "Pause" : "Step through";
  // What is hidden loses the keyboard's focus.
  if (held.hidden) (byId("again").hidden ? board : byId("again")).focus();
  if (!byId("entry")) return;
  byId("hint-open").hidden = game.mode !== "play" || staged;
  // Not disabled, which would take the focus away from someone who types.
  const typing = game.mode === "play" || game.mode === "explore";
  byId("move").readOnly = !typing;
  usable(byId("entry").querySelector("[type=submit]"), typing);
}
