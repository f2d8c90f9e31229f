/** The analysis: both sides are played, and each hole shows what the solver proved of a move there. */

import { Board } from "../board/board.js";
import { svg } from "../board/svg.js";
import { ask } from "../core/ask.js";
import { counted } from "../core/counted.js";
import { kept } from "../core/kept.js";
import { atFirst } from "../core/ready.js";
import { usable } from "../core/usable.js";
import { namesLine, readAddress } from "../play/line_in_address.js";
import { after, draw, node, packed, unpacked, way } from "./lines.js";

const byId = (id) => document.getElementById(id);
const main = byId("main");
const { sgf, state, chaser } = JSON.parse(main.dataset.position);
const { address } = main.dataset;
const board = new Board(document.querySelector("#board .board"), state.to_move);
/** What was tried before a reload, or before another page that the way back comes from. */
const earlier = kept(`analysis ${sgf}`, () => (start.children.length ? packed(start) : null));
const start = earlier ? unpacked(earlier) : node(null, null);
/** The position that is shown. */
let now = start;
/** Whether the line in the address is not read yet. */
let unread = true;
/** What a hole is to the side to move: its sign, and the words for it where that side is to join and to block. */
const SIGNS = {
  wins: ["✓", "wins", "holds the draw"],
  links: ["±", "wins with other links", "holds the draw with other links"],
  loses: ["✗", "does not win", "loses"],
  open: ["?", "not decided", "not decided"],
};
/** Such a word at the end of a label. */
const SAID = new RegExp(`: (${Object.values(SIGNS).flatMap(([, ...words]) => words).join("|")})$`);
/** What is said of the holes while they are judged, and when that ended. */
const LOOKING = "Looking at the others.";
const longerAt = (left) => `Open ones get more time: ${left} ${left === 1 ? "is" : "are"} left.`;
const [DONE, STOPPED] = ["Finished.", "Interrupted: switch “All holes” off and on to go on."];

const stateOf = (here) => here.step?.state ?? state;
const lineTo = (here) => way(here).map((each) => each.step.move);
const pressed = (id) => byId(id).getAttribute("aria-pressed") === "true";

// -- showing --------------------------------------------------------------------------------

function say(text, tone = "") {
  byId("status").textContent = text;
  main.querySelector(".status").dataset.tone = tone;
}

function show() {
  const here = stateOf(now);
  const steps = way(now).map((each) => each.step);
  const numbers = new Map(steps.filter((step) => step.hole).map((step, at) => [step.hole, at + 1]));
  if (here.to_move) board.side = here.to_move;
  board.show(here, { open: Boolean(here.to_move), last: now.step, numbers });
  usable(byId("undo"), now !== start);
  usable(byId("best"), Boolean(now.told?.best));
  draw(byId("lines"), start, now, go);
  mark();
}

/** Write into each hole what it is, and shade what the proof needs. */
function mark() {
  const layer = board.svg.querySelector("g.marks");
  for (const old of layer.querySelectorAll(".xray")) old.remove();
  for (const dot of board.svg.querySelectorAll(".hole")) {
    dot.classList.toggle("marked", pressed("xray") && dot.dataset.hole in now.marks);
  }
  board.shade(pressed("zone") ? now.told?.zone ?? [] : [], "zone");
  const { moves, to_move: mover } = stateOf(now);
  const blocks = mover !== null && mover !== chaser;
  const wordFor = (kind) => SIGNS[kind][blocks ? 2 : 1];
  const open = Object.keys(moves);
  const found = open.filter((hole) => now.marks[hole]);
  const word = { wins: 0, links: 0, loses: 0, open: 0 };
  for (const hole of found) {
    const kind = now.marks[hole];
    word[kind] += 1;
    if (!pressed("xray") || !board.cells.has(hole)) continue;
    const [x, y] = board.place(hole);
    if (kind === "wins" || kind === "links") svg("circle", { cx: x, cy: y, r: board.width / 4, class: "xray" }, layer);
    svg("text", { x, y, class: `xray xray-${kind}`, "data-xray": hole }, layer).textContent = SIGNS[kind][0];
    const cell = board.cells.get(hole);
    cell.setAttribute("aria-label", `${cell.getAttribute("aria-label").replace(SAID, "")}: ${wordFor(kind)}`);
  }
  byId("legend").hidden = !pressed("xray");
  byId("good").textContent = wordFor("wins");
  byId("count").textContent = open.length
    ? `${found.length} of ${counted(open.length, "hole")}: ${word.wins + word.links} ${blocks ? "holding the draw" : "winning"}, ${word.loses} not, ${word.open} open. ${now.doing}` : "";
}

// -- asking ---------------------------------------------------------------------------------

/**
 * Ask about the position that is shown, again as long as the site has no time; nothing when another one is shown by
 * the time of the answer. `tell` hears `words` each time that the question is put, and otherwise that it waits.
 */
async function askOn(what, question, words, tell) {
  const here = now;
  for (;;) {
    tell(words);
    const answer = await ask(`${address}/${what}`, { sgf, line: lineTo(here), ...question });
    if (here !== now) return {};
    if (!answer.wait) return answer;
    tell(`Waiting: the site has no time now. It is asked again in ${counted(answer.wait, "second")}.`);
    await new Promise((done) => { setTimeout(done, 1000 * answer.wait); });
    if (here !== now) return {};
  }
}

/** Ask as `askOn` does; where there is no answer, say why and offer to ask again. */
async function askHere(...asked) {
  const { found, problem } = await askOn(...asked);
  if (problem) offerAnew(problem);
  return found;
}

function offerAnew(problem) {
  say(problem, "notice");
  byId("anew").hidden = false;
}

const TONES = { won: "right", lost: "refuted", open: "undecided", over: "notice" };

const LOOKING_HERE = "Looking at the position.";
const sayLooking = (said) => say(said, "thinking");

/** Find out what is proved of the position that is shown, and then of its holes. */
async function look(words = "") {
  const here = now;
  byId("anew").hidden = true;
  if (!here.told) {
    const found = await askHere("positions", {}, LOOKING_HERE, sayLooking);
    if (!found) return;
    here.told = found;
    Object.assign(here.marks, found.holes);
  }
  say(`${words} ${here.told.text}`.trim(), TONES[here.told.verdict]);
  show();
  if (pressed("xray")) fill(here);
}

/** Judge the holes, the quick ones first, until all are judged or another position is shown. */
async function fill(here) {
  if (here.filling) return;
  here.filling = true;
  tellOf(here, await judgeAll(here) ? DONE : STOPPED);
  here.filling = false;
}

function tellOf(here, words) {
  here.doing = words;
  if (here === now) mark();
}

/** Judge the holes of a position; tell whether nothing came in between. */
async function judgeAll(here) {
  if (here.told.verdict === "over" || here.told.verdict === "lost") return true;
  const judge = async (question, words) => {
    const found = await askHere("holes", question, words, (said) => tellOf(here, said));
    Object.assign(here.marks, found?.holes);
    return found && Object.keys(found.holes);
  };
  if (here.told.verdict === "won" && !here.asked) {
    here.asked = Boolean(await judge({}, LOOKING));
    if (!here.asked) return false;
  }
  for (const longer of [false, true]) {
    let left = Object.keys(stateOf(here).moves).filter((hole) => !here.marks[hole] || here.marks[hole] === "open");
    while (left.length) {
      const words = longer ? longerAt(left.length) : LOOKING;
      const judged = pressed("xray") && await judge({ holes: left, longer }, words);
      if (!judged) return false;
      if (!judged.length) break;
      left = left.filter((hole) => !judged.includes(hole));
    }
  }
  return true;
}

// -- playing --------------------------------------------------------------------------------

/** Show a position, and write its line into the address. */
async function go(to, words = "") {
  now = to;
  unread = false;
  const hash = lineTo(now).map(encodeURIComponent).join(",");
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  show();
  await look(words);
}

/** Play a move of the side to move; where it loses anyway, say whether it matters. */
async function play(move) {
  const before = now;
  const { found, problem } = await ask(`${address}/steps`, { sgf, line: [...lineTo(before), move] });
  if (now !== before) return false;
  if (problem) {
    say(problem, "notice");
    return false;
  }
  const step = found.steps.at(-1);
  const useless = before.told?.verdict === "lost" && step.hole && !before.told.zone.includes(step.hole);
  const words = useless ? `${step.name} is provably no help: the other side’s proof does not need that hole.` : "";
  go(after(before, step), words);
  return true;
}

board.addEventListener("play", ({ detail: hole }) => {
  if (board.open && hole in board.state.moves) play(hole.toLowerCase());
  else if (board.open) say(`No peg can be put at ${hole} by the side to move.`, "notice");
});
byId("undo").addEventListener("click", () => go(now.parent));
byId("best").addEventListener("click", () => go(after(now, now.told.best)));
for (const id of ["xray", "zone"]) {
  byId(id).addEventListener("click", () => {
    byId(id).setAttribute("aria-pressed", !pressed(id));
    show();
    if (id === "xray") (unread ? follow : look)();
  });
}
byId("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  const move = byId("move").value.trim();
  // What is typed meanwhile stays.
  if (move && await play(move) && byId("move").value.trim() === move) byId("move").value = "";
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Backspace" || event.target instanceof HTMLInputElement || now === start) return;
  event.preventDefault();
  go(now.parent);
});

/** Go where the address says. */
async function follow() {
  byId("anew").hidden = true;
  const { hash } = location;
  const { line } = readAddress();
  const { found, problem, lost } = line.length ? await askOn("steps", { line }, LOOKING_HERE, sayLooking) : {};
  // The visitor has gone elsewhere: by a move, or to another line, not just to a part of the page.
  if (!unread || (namesLine() && location.hash !== hash)) return;
  if (lost) {
    offerAnew(problem);
    return;
  }
  unread = false;
  if (found) now = found.steps.reduce(after, start);
  show();
  await look(problem);
}

/** Ask again what was lost. */
function askAnew() {
  if (document.activeElement === byId("anew")) board.focus();
  if (unread) follow();
  else look();
}

byId("anew").addEventListener("click", askAnew);
addEventListener("online", () => {
  if (!byId("anew").hidden) askAnew();
});
// Somebody wrote another line into the address; the page's own writing is not heard here.
addEventListener("hashchange", () => {
  if (!namesLine()) return;
  now = start;
  unread = true;
  show();
  follow();
});

show();
atFirst(follow());
