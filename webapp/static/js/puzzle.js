/** The puzzle page: sends moves to the judge, shows its answers, walks through refutations. */

import { Board } from "./board.js";
import { markSolved } from "./solved.js";

const main = document.getElementById("main");
const puzzle = JSON.parse(main.dataset.puzzle);
const other = puzzle.player === "white" ? "Black" : "White";
const token = document.querySelector('meta[name="csrf-token"]').content;
const byId = (id) => document.getElementById(id);

/** How long an answer may take before the page says that it is thinking, in milliseconds. */
const SILENCE = 200;
/** How long each step of a refutation stands while it is played, in milliseconds. */
const PACE = 600;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const board = new Board(
  byId("board"), puzzle.geometry, puzzle.player, `Board. ${byId("goal").textContent.trim()}`,
);

/**
 * `turns`: judged moves on the board, each with its reply, as lists of steps.
 * `attempt`: the steps of a move that did not succeed, of which `shown` are on the board.
 * `verdict`: what the judge said of the attempt, and `end` what its last step comes to.
 * `timer`: runs while the attempt is being played.
 * `mode`: play, thinking, attempt (refuted or undecided), solved, or over (nothing to play for).
 */
const game = {
  mode: puzzle.over ? "over" : "play",
  turns: [], attempt: [], shown: 0, verdict: "", end: "", timer: null,
};

// -- showing ----------------------------------------------------------------------------

function say(text, tone = "") {
  byId("status").textContent = text;
  for (const element of [main.querySelector(".status"), byId("moves")]) element.dataset.tone = tone;
}

function show() {
  const line = game.turns.flat();
  const steps = [...line, ...game.attempt.slice(0, game.shown)];
  const numbers = new Map(steps.filter((step) => step.hole).map((step, at) => [step.hole, at + 1]));
  const last = steps.at(-1) ?? null;
  board.show(last?.state ?? puzzle.state, { open: game.mode === "play", last, numbers });
  showMoves(line);
  showControls();
}

function showMoves(line) {
  const tried = new Set(game.attempt);
  const moves = [...line, ...game.attempt];
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

function showControls() {
  const attempting = game.mode === "attempt";
  const stepping = attempting && game.attempt.length > 1;
  for (const id of ["back", "forward", "through"]) byId(id).hidden = !stepping;
  byId("again").hidden = !attempting;
  byId("undo").hidden = attempting;
  byId("undo").disabled = game.mode === "thinking" || game.turns.length === 0;
  byId("place").hidden = attempting;
  byId("place").disabled = game.mode !== "play" || board.previewed === null;
  byId("onward").hidden = attempting;
  byId("onward").classList.toggle("primary", game.mode === "solved");
  byId("back").disabled = game.shown <= 1;
  byId("forward").disabled = game.shown >= game.attempt.length;
  byId("through").textContent = game.timer ? "Pause" : "Step through";
  // Not disabled, which would take the focus away from someone who types.
  byId("move").readOnly = game.mode !== "play";
  byId("entry").querySelector("[type=submit]").disabled = game.mode !== "play";
}

// -- playing ----------------------------------------------------------------------------

/** Have a move judged; return whether it was. */
async function play(move) {
  if (game.mode !== "play") return false;
  game.mode = "thinking";
  board.wait(move.toUpperCase());
  showControls();
  const timer = setTimeout(
    () => say(`Thinking: looking for ${other}'s best answer to ${move.toUpperCase()}.`, "thinking"),
    SILENCE,
  );
  const { found, problem } = await ask(move);
  clearTimeout(timer);
  game.mode = "play";
  if (found) take(found);
  else say(problem, "notice");
  show();
  return Boolean(found);
}

/** Ask the judge; return what it found, or the problem in words. */
async function ask(move) {
  const line = game.turns.flat().map((step) => step.move);
  let response;
  try {
    response = await fetch(main.dataset.judge, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ line, move }),
    });
    const body = await response.json();
    return response.ok ? { found: body } : { problem: body.message };
  } catch {
    const problem = response
      ? "The site gave no answer that can be read. Try again in a moment."
      : "No connection to the site, so your move was not judged. Try again when you are online.";
    return { problem };
  }
}

function take(found) {
  const played = found.steps.slice(0, found.played);
  if (found.outcome === "wins" || found.outcome === "met") {
    game.turns.push(played);
    if (found.outcome === "met") {
      game.mode = "solved";
      markSolved(puzzle.id);
    }
    say(found.message, found.outcome === "met" ? "solved" : "right");
  } else {
    game.mode = "attempt";
    game.attempt = found.steps;
    game.shown = found.played;
    game.verdict = found.message;
    game.end = found.end;
    say(found.message, found.outcome === "undecided" ? "undecided" : "refuted");
  }
}

function takeBack() {
  halt();
  if (game.mode === "attempt") game.attempt = [];
  else if (game.mode === "thinking" || !game.turns.pop()) return;
  game.shown = 0;
  game.mode = "play";
  say("Your move.");
  show();
}

// -- stepping through a refutation ------------------------------------------------------

function step(by) {
  const count = game.attempt.length;
  const shown = Math.min(Math.max(game.shown + by, 1), count);
  if (shown === game.shown) return;
  game.shown = shown;
  const { side, name } = game.attempt[shown - 1];
  const who = side[0].toUpperCase() + side.slice(1);
  const words = shown === 2 ? game.verdict : `Step ${shown} of ${count}: ${who} plays ${name}.`;
  say(shown === count ? `${words} ${game.end}`.trim() : words, "refuted");
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

function halt() {
  clearInterval(game.timer);
  game.timer = null;
  showControls();
}

// -- input ------------------------------------------------------------------------------

board.addEventListener("play", (event) => {
  if (event.detail in (game.turns.flat().at(-1)?.state ?? puzzle.state).moves) play(event.detail.toLowerCase());
  else if (game.mode === "play") say(`${event.detail} is not open to you. Choose another hole.`, "notice");
});
board.addEventListener("preview", () => showControls());

byId("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  const move = byId("move").value.trim();
  // A move that was not judged stays, to be mended or sent again.
  if (move && await play(move)) byId("move").value = "";
});

byId("undo").addEventListener("click", takeBack);
byId("again").addEventListener("click", () => {
  takeBack();
  board.focus();
});
for (const [id, by] of [["back", -1], ["forward", 1]]) {
  byId(id).addEventListener("click", () => {
    halt();
    step(by);
  });
}
byId("through").addEventListener("click", stepThrough);
byId("place").addEventListener("click", () => {
  if (board.previewed) play(board.previewed.toLowerCase());
});
byId("help-open").addEventListener("click", () => byId("help").showModal());

const KEYS = {
  Backspace: takeBack,
  "?": () => byId("help").showModal(),
  n: () => byId("next")?.click(),
  p: () => byId("previous")?.click(),
};

// Before the board sees a key: left and right belong to a refutation while there is one.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
  const typing = event.target instanceof HTMLInputElement;
  const arrow = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const onButton = event.target instanceof HTMLButtonElement && [" ", "Enter"].includes(event.key);
  if (game.timer && !onButton) halt();
  if (game.mode === "attempt" && arrow) step(arrow);
  else if (game.mode === "attempt" && event.key === "Escape") takeBack();
  else if (typing) return;
  else if (event.key in KEYS) KEYS[event.key]();
  else if (event.target === document.body && event.key.startsWith("Arrow")) board.focus();
  else return;
  event.preventDefault();
}, { capture: true });

show();
