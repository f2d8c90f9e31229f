/** The page of game review: reads a game, steps through it, and shows what is proved of it. */

import { Board } from "../board/board.js";
import { ask } from "../core/ask.js";
import { counted } from "../core/counted.js";
import { kept } from "../core/kept.js";
import { usable } from "../core/usable.js";
import { handOver } from "../editor/handed.js";
import { textOf } from "./file_text.js";
import { graphOf } from "./graph.js";
import { questionsOf } from "./questions.js";
import { NOT_TAKEN, mayGiveAway, summary } from "./words.js";

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);
/** Characters: the site reads requests of up to 64 KiB. */
const LARGEST = 50_000;

/** The game on the page: `plies` as the site gave them, `answers` by position, `at` is shown. */
let game = null;
/** What stands above where a game can be read. */
const ABOUT = byId("about").textContent;
let board = null;
let questions = null;
const graph = graphOf(byId("graph"), (number) => show(number));

function say(text, tone = "") {
  byId("status").hidden = !text;
  // The same words once more would be read out once more.
  if (byId("status").textContent !== text) byId("status").textContent = text;
  byId("status").dataset.tone = tone;
}

// -- reading ----------------------------------------------------------------------------

/** The timer of a game that the site had no time to read. */
let later = null;
/** The last reading that was asked for: no earlier one opens its game any more. */
let reading = null;

async function read(text) {
  clearTimeout(later);
  const mine = {};
  reading = mine;
  if (!text.trim()) {
    say("Paste a game first, or choose a file.", "problem");
    return;
  }
  if (text.length > LARGEST) {
    say("The text is longer than 50,000 characters. Leave out comments and variations.", "problem");
    return;
  }
  say("Reading the game.");
  const given = { text, size: byId("size").value, rules: byId("rules").value };
  const { found, problem, wait } = await ask(main.dataset.game, given);
  if (reading !== mine) return;
  if (wait) {
    say(`The site has no time for more games now. This one is read in ${counted(wait, "second")}.`);
    later = setTimeout(() => read(text), 1000 * wait);
    return;
  }
  if (!found) {
    say(problem, "problem");
    return;
  }
  open(found, given);
}

/** Show a game from its end, and begin to ask about it, or go on after the `answers` so far. */
function open(found, given, answers = []) {
  questions?.stop();
  game = { found, given, plies: found.plies, answers: found.plies.map(() => null), at: 0 };
  byId("name").textContent = found.name || "Your game";
  byId("about").textContent = [found.result, ...found.told].join(" ");
  const focused = byId("reading").contains(document.activeElement);
  byId("reading").hidden = true;
  for (const id of ["board", "steps", "found"]) byId(id).hidden = false;
  // What is hidden loses the focus.
  if (focused) byId("name").focus();
  byId("board").innerHTML = found.svg;
  board = new Board(byId("board").querySelector("svg"), "white");
  byId("moves").replaceChildren(...game.plies.map(row));
  byId("progress").max = game.plies.length;
  show(game.plies.length - 1);
  answers.forEach((each) => each && answered(each));
  const mine = game;
  // An answer may come when another game is on the page.
  const heard = (tell) => (answer) => mine === game && tell(answer);
  const ears = { answered: heard(answered), changed: heard(changed) };
  questions = questionsOf(main.dataset.ply, given, game.answers, ears);
  questions.go();
}

byId("reading").addEventListener("submit", (event) => {
  event.preventDefault();
  read(byId("text").value);
});
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  byId("file").value = ""; // The same file may be chosen again.
  if (!file) return;
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  byId("text").value = text;
  read(text);
});
byId("another").addEventListener("click", () => {
  questions.stop();
  for (const id of ["board", "steps", "found"]) byId(id).hidden = true;
  byId("reading").hidden = false;
  [game, questions] = [null, null];
  byId("name").textContent = "Review a game";
  byId("about").textContent = ABOUT;
  say("");
  byId("text").focus();
});

// -- stepping ---------------------------------------------------------------------------

function show(number) {
  game.at = Math.min(Math.max(number, 0), game.plies.length - 1);
  const { state, brought } = game.plies[game.at];
  board.show(state, { last: brought });
  const answer = game.answers[game.at];
  const words = [heading(game.plies[game.at]), ...said(answer)].join(" ");
  // Each answer shows the position again: what is the same is not to be read aloud twice.
  if (byId("here").textContent !== words) byId("here").textContent = words;
  for (const id of ["first", "back"]) usable(byId(id), game.at > 0);
  for (const id of ["forward", "end"]) usable(byId(id), game.at < game.plies.length - 1);
  byId("puzzle").hidden = !answer?.drawing;
  for (const item of byId("moves").children) {
    const now = item === byId("moves").children[game.at];
    const button = item.querySelector("button");
    if (now) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (now) inSight(item, byId("moves"));
  }
  graph.show(game.plies, game.answers, game.at);
}

/** Scroll a list, but not the page, to an item. */
function inSight(item, list) {
  const [here, around] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (here.top < around.top) list.scrollTop -= around.top - here.top;
  if (here.bottom > around.bottom) list.scrollTop += here.bottom - around.bottom;
}

/** What a player does who makes no move on the board. */
const ACTS = { resign: "resigns", swap: "swaps sides", forfeit: "forfeits", draw: "agrees to a draw", pass: "passes" };

function heading({ number, side, move }) {
  const who = side === "white" ? "White" : "Black";
  return move ? `Before move ${number + 1}: ${who} ${ACTS[move] ?? `plays ${move}`}.` : `After ${counted(number, "move")}.`;
}

/** What an answer says, as sentences. */
function said(answer) {
  if (!answer) return ["Not looked at yet."];
  const worth = answer.worth === "open" ? "" : `Proven: ${answer.worth}.`;
  return [worth, answer.note].filter(Boolean);
}

const STEPS = {
  first: () => 0, back: () => game.at - 1, forward: () => game.at + 1, end: () => Infinity,
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "end" };
for (const [id, to] of Object.entries(STEPS)) byId(id).addEventListener("click", () => show(to()));
document.addEventListener("keydown", (event) => {
  const busy = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
  if (!game || busy || !(event.key in KEYS) || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  show(STEPS[KEYS[event.key]]());
});

byId("puzzle").addEventListener("click", () => {
  if (!handOver(game.answers[game.at].drawing)) {
    say("This browser cannot store the position, so the editor cannot open it.", "problem");
    return;
  }
  location.assign(main.dataset.editor);
});

// -- the review -------------------------------------------------------------------------

/** The row of a position in the list, before anything is known of it. */
function row({ number, side, move }) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  const name = document.createElement("span");
  name.className = "move";
  name.textContent = move ? `${number + 1}. ${side === "white" ? "White" : "Black"} ${ACTS[move] ?? move}` : "End";
  const worth = document.createElement("span");
  worth.className = "worth";
  button.append(name, worth);
  button.addEventListener("click", () => show(number));
  item.append(button);
  return item;
}

function answered(answer) {
  const number = answer.ply;
  game.answers[number] = answer;
  const item = byId("moves").children[number];
  item.querySelector(".worth").textContent = answer.worth;
  item.dataset.worth = answer.worth;
  if (mayGiveAway(answer)) {
    item.classList.toggle("given-away", answer.effect !== NOT_TAKEN);
    const note = document.createElement("p");
    note.textContent = answer.note;
    item.append(note);
  }
  byId("progress").value = game.answers.filter(Boolean).length;
  show(game.at);
}

function changed({ next, wait, problem }) {
  const { running } = questions;
  const left = next + 1;
  byId("stop").hidden = left === 0;
  byId("stop").textContent = running ? "Stop" : "Go on";
  byId("progress").hidden = left === 0;
  if (problem) say(problem, "problem");
  else if (wait) say(`The site has no time for more questions now. The review goes on in ${counted(wait, "second")}.`);
  else if (running) say("The review runs from the end of the game.");
  else say(summary(game.answers, left));
}

// The way back to this page leads to the review, not to an empty form.
const before = kept("review", () => {
  const { found, given, answers } = game ?? {};
  return game && { found, given, answers };
});
if (before) open(before.found, before.given, before.answers);

byId("stop").addEventListener("click", () => {
  if (!questions.running) {
    questions.go();
    return;
  }
  questions.stop();
  byId("stop").textContent = "Go on";
});
