/** The editor: sends each change to the site, which knows the rules, and shows what comes back. */

import { ask } from "../core/ask.js";
import { alarmOf } from "./alarm.js";
import { Board } from "../board/board.js";
import { atFirst } from "../core/ready.js";
import { counted } from "../core/counted.js";
import { filesOf } from "./files.js";
import { handed } from "./handed.js";
import { hold } from "../core/hold.js";
import { History } from "./undo.js";
import { nearestHole, nearestLink, pointOf } from "../board/nearest.js";
import { line, svg } from "../board/svg.js";
import { usable } from "../core/usable.js";
import { windowOf } from "./window_handles.js";

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);
const FIELDS = ["to_move", "goal", "ruleset", "title", "author", "source", "copyright"];
const GEOMETRY = ["columns", "rows", "shape", "window", "ruleset"];

/** How far from a hole's middle, from a link, and from a peg a pointer still means it, in cells. */
const [HOLE_REACH, LINK_REACH, PEG_REACH] = [0.42, 0.22, 0.3];

const EMPTY = {
  columns: 12, rows: 12, shape: null, window: null, ruleset: "STD", to_move: "white", goal: "",
  white: [], black: [], white_links: [], black_links: [], keys: [],
  title: "", author: "", source: "", copyright: "", tags: [],
};

const history = new History(main.dataset.puzzle, EMPTY);
let board = null;
let shown = null;
/** The first peg of a link that is made or removed. */
let linked = null;
/** Changes wait for each other, so that quick clicks are not lost. One that breaks off holds up no other. */
let queue = Promise.resolve();

const tool = () => main.querySelector('[name="tool"]:checked').value;

// -- asking -----------------------------------------------------------------------------

function say(text, tone = "") {
  byId("status").textContent = text;
  byId("status").dataset.tone = tone;
}

/**
 * Have a drawing looked at, with a change if one is given, unless there is none. `step` is what the
 * history does then. The promise says whether the site took it.
 */
function send(make, { action = null, step = "push", words = "" } = {}) {
  const done = queue.then(async () => {
    const drawing = make(history.now ?? EMPTY);
    if (!drawing) return false;
    const draw = needsDrawing(drawing) ? looks() : null;
    const { found, problem } = await ask(main.dataset.position, { drawing, action, draw });
    if (!found || found.refused) {
      say(problem ?? found.refused, "problem");
      if (shown) fill(history.now);
      return false;
    }
    take(found, step, words, draw);
    return true;
  });
  queue = done.catch(reportError);
  return done;
}

function looks() {
  return tool() === "window" ? "whole" : "window";
}

function needsDrawing(drawing) {
  return !shown || shown.looks !== looks() || GEOMETRY.some((name) => (
    JSON.stringify(drawing[name]) !== JSON.stringify(shown.drawing[name])
  ));
}

/** Show what the site says of a drawing; `drawn` is which part of the board its picture shows. */
function take(found, step, words, drawn) {
  history[step](found.drawing);
  const side = document.activeElement?.dataset.side;
  if (found.svg) place(found.svg);
  shown = { ...found, looks: found.svg ? drawn : shown.looks };
  const pegs = [...found.state.white, ...found.state.black];
  if (!pegs.includes(linked) || !board.place(linked)) linked = null;
  fill(found.drawing);
  draw();
  // The next arrow key moves the same handle of the window.
  board.svg.querySelector(`.handle[data-side="${side}"]`)?.focus({ preventScroll: true });
  const grave = found.findings.filter((each) => each.fatal);
  byId("findings").replaceChildren(...found.findings.map((each) => {
    const item = document.createElement("li");
    item.dataset.fatal = each.fatal;
    item.textContent = each.message;
    return item;
  }));
  const illegal = grave.some((each) => each.holes.length);
  // A button that is hidden takes the keyboard's focus along.
  if (!illegal && document.activeElement === byId("mend")) byId("undo").focus();
  byId("mend").hidden = !illegal;
  for (const id of ["check", "analyse"]) usable(byId(id), !grave.length);
  [byId("kept").hidden, byId("unkept").hidden] = [!history.kept, history.kept];
  usable(byId("undo"), history.before);
  usable(byId("redo"), history.after);
  if (linked) return;
  say(words || (grave.length ? "Some pegs, links or keys are illegal: see below." : summary(found.drawing)));
}

function summary({ white, black, white_links: one, black_links: two }) {
  return `${counted(white.length, "white peg")}, ${counted(black.length, "black peg")}, ${counted(one.length + two.length, "link")}.`;
}

// -- the board --------------------------------------------------------------------------

/** Take over a new drawing of the board; the cursor stays in its hole if it is still there. */
function place(text) {
  const before = board?.keys.name();
  const focused = board?.svg.contains(document.activeElement);
  byId("board").innerHTML = text;
  board = new Board(byId("board").querySelector("svg"), "white");
  board.addEventListener("play", ({ detail }) => use(detail));
  board.addEventListener("link", ({ detail }) => {
    if (detail) change({ do: "link", link: detail });
    else say("There is no link in that direction.", "problem");
  });
  // The keys 1 to 8 mean links of the peg under the cursor, whosever it is.
  board.svg.addEventListener("keydown", () => {
    board.side = shown.state.black.includes(board.keys.name()) ? "black" : "white";
  }, { capture: true });
  board.svg.addEventListener("click", clicked);
  const cell = board.cells.get(before);
  const row = board.rows.findIndex((cells) => cells.includes(cell));
  if (cell) board.keys.go(board.rows[row].indexOf(cell), row);
  if (focused) board.keys.focus();
}

function draw() {
  board.show(shown.state);
  const layer = board.svg.querySelector("g.marks");
  for (const link of tool() === "link" ? Object.keys(shown.state.slots) : []) {
    const [from, to] = board.ends(link);
    if (from && to) line(from, to, "could", layer).dataset.link = link;
  }
  for (const key of shown.drawing.keys) {
    // The value that is a hole: others are links, before or after it.
    const hole = /(?:^|\[)([a-z]+[0-9]+)(?:\]|$)/i.exec(key)?.[1].toUpperCase();
    const at = board.place(hole);
    if (!at) continue;
    svg("circle", { cx: at[0], cy: at[1], r: 12, class: "key-mark", "data-key": hole }, layer);
    svg("text", { x: at[0], y: at[1], class: "key-text" }, layer).textContent = "K";
    board.cells.get(hole)?.setAttribute("aria-label", `${hole}, key`);
  }
  for (const { holes } of shown.findings.filter((each) => each.fatal)) {
    for (const hole of holes) {
      const at = board.place(hole);
      if (at) svg("circle", { cx: at[0], cy: at[1], r: 18, class: "wrong" }, layer);
    }
  }
  if (linked) {
    const [x, y] = board.place(linked);
    svg("circle", { cx: x, cy: y, r: 18, class: "linked" }, layer);
  }
  alarm.look(shown.findings.some((each) => each.fatal) ? null : shown.drawing);
  alarm.mark(board, layer);
  // On a picture of the window alone the handles would stand elsewhere: the whole board is under way.
  if (tool() === "window" && shown.looks === "whole" && !shown.drawing.shape) {
    windowOf(board, shown.drawing, (corners) => (
      send((now) => ({ ...now, window: corners }), { words: windowWords(corners) })
    ));
  }
}

function windowWords(corners) {
  return corners ? `Window from ${corners[0]} to ${corners[1]}.` : "The whole board is played on.";
}

function clicked(event) {
  if (event.defaultPrevented) return;
  const at = pointOf(board, event);
  if (tool() === "link") {
    const { state } = shown;
    const links = [...state.white_links, ...state.black_links, ...Object.keys(state.slots)];
    const pegs = [...state.white, ...state.black];
    const peg = nearestHole(board, pegs, at, PEG_REACH * board.width);
    if (peg) {
      join(peg, links);
      return;
    }
    const link = nearestLink(board, links, at, LINK_REACH * board.width);
    if (link) toggleLink(link);
    return;
  }
  const holes = [...board.svg.querySelectorAll(".hole")].map(({ dataset }) => dataset.hole);
  const hole = nearestHole(board, holes, at, HOLE_REACH * board.width);
  if (!hole) return;
  board.cells.get(hole)?.focus({ preventScroll: true });
  use(hole);
}

/** Choose a peg, then the one that it is linked with, or no longer. */
function join(peg, links) {
  const other = linked;
  linked = other === null ? peg : null;
  draw();
  if (other === null) {
    say(`${peg}: choose the other peg of the link.`);
    return;
  }
  const link = links.find((each) => each === `${peg}-${other}` || each === `${other}-${peg}`);
  if (link) toggleLink(link);
  else if (peg === other) say(TOOL_WORDS.link);
  else say(`${other} and ${peg} cannot be linked: a link joins two pegs of one side a knight's move apart, and crosses none.`, "problem");
}

function toggleLink(link) {
  const stands = [...shown.state.white_links, ...shown.state.black_links].includes(link);
  send((now) => now, { action: { do: "link", link }, words: `Link ${link} ${stands ? "removed" : "added"}.` });
}

/** Use the chosen tool on a hole. */
function use(hole) {
  if (tool() === "window") return;
  if (tool() === "link") {
    say("Choose a link, or move to a peg and press 1 to 8.");
    return;
  }
  change({ do: tool(), hole });
}

function change(action) {
  send((now) => now, { action });
}

// -- fields -----------------------------------------------------------------------------

/** The field that somebody types in: answers leave it alone until the change is sent. */
let typedIn = null;
main.addEventListener("input", ({ target }) => { typedIn = target; });
for (const end of ["change", "focusout"]) {
  main.addEventListener(end, () => { typedIn = null; }, { capture: true });
}

function fill(drawing) {
  const corners = drawing.window ?? ["", ""];
  const values = {
    ...Object.fromEntries([...FIELDS, "columns", "rows"].map((name) => [name, drawing[name]])),
    "window-from": corners[0], "window-to": corners[1], tags: drawing.tags.join(", "),
    size: sizeOf(drawing), lines: drawing.shape?.split(":")[1] ?? "",
  };
  for (const id of ["lines", "columns", "rows", "window-from", "window-to"]) {
    const fits = (id === "lines") === Boolean(drawing.shape);
    for (const part of [byId(id), main.querySelector(`label[for="${id}"]`)]) part.hidden = !fits;
  }
  byId("window-help").hidden = Boolean(drawing.shape);
  for (const [id, value] of Object.entries(values)) {
    if (byId(id) !== typedIn) byId(id).value = value;
  }
}

/** The choice in the list of boards that a drawing's board is; none for another size. */
function sizeOf({ columns, rows, shape }) {
  const choices = [...byId("size").options].map(({ value }) => value);
  const size = shape ?? `${columns}x${rows}`;
  if (choices.includes(size)) return size;
  return choices.find((choice) => shape && choice.startsWith(shape.split(":")[0])) ?? "";
}

/** Send what a field says when it changes: an answer to something earlier may fill it again. */
function onChange(name, read) {
  byId(name).addEventListener("change", () => {
    const value = read(byId(name).value);
    send((now) => ({ ...now, [name]: value }));
  });
}

for (const name of FIELDS) onChange(name, String);
for (const name of ["columns", "rows"]) onChange(name, Number);
byId("size").addEventListener("change", ({ target }) => {
  const [columns, rows] = target.value.split("x").map(Number);
  if (target.value.includes(":")) send((now) => ({ ...now, shape: target.value, window: null }));
  else if (rows) send((now) => ({ ...now, columns, rows, shape: null }));
  else byId("columns").focus();
});
byId("lines").addEventListener("change", ({ target }) => {
  const lines = target.value;
  send((now) => ({ ...now, shape: `${now.shape.split(":")[0]}:${lines}` }));
});
onChange("tags", (text) => text.split(","));
for (const id of ["window-from", "window-to"]) {
  byId(id).addEventListener("change", () => {
    const corners = ["window-from", "window-to"].map((each) => byId(each).value.trim().toUpperCase());
    if (corners.every(Boolean)) send((now) => ({ ...now, window: corners }), { words: windowWords(corners) });
    else if (!corners.some(Boolean)) send((now) => ({ ...now, window: null }), { words: windowWords(null) });
  });
}
for (const radio of main.querySelectorAll('[name="tool"]')) {
  radio.addEventListener("change", () => {
    const whole = tool() === "window" && shown?.drawing.shape;
    const words = whole ? "A diagonal board is always played whole." : TOOL_WORDS[tool()];
    send((now) => now, { words });
  });
}
const TOOL_WORDS = {
  white: "Choose a hole for a white peg, or a white peg to remove.",
  black: "Choose a hole for a black peg, or a black peg to remove.",
  erase: "Choose a peg to remove.",
  link: "Choose two pegs to link them or to remove their link. Or choose a link or a dotted line.",
  key: "Choose the first move that solves the puzzle, or several.",
  window: "Drag the handles, or type the corners under Board.",
};

// -- undoing ----------------------------------------------------------------------------

byId("undo").addEventListener("click", () => send(() => history.before, { step: "undo", words: "Undone." }));
byId("redo").addEventListener("click", () => send(() => history.after, { step: "redo", words: "Redone." }));
addEventListener("storage", () => {
  send(() => history.others, { step: "join", words: "Changed in another tab of this browser." });
});
// The browser may show a page that it had put aside: going on with that would write over what was drawn since.
addEventListener("pageshow", ({ persisted }) => persisted && history.others && location.reload());
byId("mend").addEventListener("click", () => change({ do: "mend" }));
byId("clear").addEventListener("click", () => send(() => EMPTY, { words: "New board. Undo brings back the old one." }));

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=radio]), select, textarea");
  if (typing || event.altKey) return;
  const key = event.key.toLowerCase();
  const tools = { w: "white", b: "black", e: "erase", m: "key" };
  if ((event.ctrlKey || event.metaKey) && key === "z") byId(event.shiftKey ? "redo" : "undo").click();
  else if ((event.ctrlKey || event.metaKey) && key === "y") byId("redo").click();
  else if (event.ctrlKey || event.metaKey || !(key in tools)) return;
  else main.querySelector(`[name="tool"][value="${tools[key]}"]`).click();
  event.preventDefault();
});

// -- checking, keeping, files -----------------------------------------------------------

byId("checking").addEventListener("submit", async (event) => {
  event.preventDefault();
  await queue;
  const question = { drawing: history.now, puzzle: main.dataset.puzzle, seconds: Number(byId("seconds").value) };
  const { found, problem } = await ask(main.dataset.check, question);
  if (found) location.assign(found.url);
  else say(problem, "problem");
});

byId("save")?.addEventListener("click", async () => {
  const release = hold(byId("save"));
  await queue;
  const [puzzle, stored] = main.dataset.gone ? ["", null] : [main.dataset.puzzle, history.stored];
  const question = { drawing: history.now, puzzle, stored, collection: byId("collection")?.value ?? "" };
  const { found, problem } = await ask(main.dataset.save, question);
  release();
  if (!found || found.deleted || found.changed) {
    history.told = found?.stored ?? history.told;
    if (found?.deleted) [main.dataset.gone, byId("save").textContent] = [found.deleted, "Save as a draft"];
    say(`${problem ?? found.deleted ?? found.changed}${history.kept ? " Your drawing is still in this browser." : ""}`, "problem");
    return;
  }
  history.saved(found.drawing, found.puzzle);
  byId("collection")?.closest("label").remove(); // It is chosen.
  byId("unkept").hidden = true; // The site has it.
  if (main.dataset.puzzle !== found.puzzle) window.history.replaceState(null, "", found.edit);
  main.dataset.puzzle = found.puzzle;
  delete main.dataset.gone;
  byId("save").textContent = "Save";
  byId("to-report").href = found.report;
  byId("to-report").hidden = false;
  const next = found.checked ? "You can publish it on its report page." : "To publish it, check its soundness first.";
  say(found.published ? "Saved as a new revision." : `Saved. Only you can see it. ${next}`, "done");
});

/** Whether the form has the drawing that is shown: changes under way are waited for. */
let ready = false;
byId("download").addEventListener("submit", async (event) => {
  if (ready) return;
  event.preventDefault();
  await queue;
  byId("drawing").value = JSON.stringify(history.now);
  // Later: while a form is being submitted, browsers ignore that it is submitted again.
  setTimeout(() => {
    ready = true;
    byId("download").requestSubmit(event.submitter);
    ready = false;
  });
});

filesOf(main, say, () => history.now ?? EMPTY, (found, words) => {
  queue = queue.then(() => take(found, "push", words, "window")).catch(reportError);
  if (tool() === "window") send((now) => now, { words });
});

const alarm = alarmOf(main, () => shown && draw());
const given = JSON.parse(main.dataset.drawing);
history.open(given, new URLSearchParams(location.search).get("from") ?? "");
const brought = handed();
if (brought) history.push(brought);
atFirst(send((now) => now, { words: (history.now && main.dataset.gone) || TOOL_WORDS[tool()] }));
