/**
 * A timed run: one puzzle after the other in a frame, until the time or the lives are used up. The
 * frame tells how each move was judged; see `embed_page.js`. The best run is kept in this browser. So is
 * the present one while this window shows another page or loads this one anew: the clock goes on.
 */

import { counted } from "../core/counted.js";
import { kept } from "../core/kept.js";
import { store, stored } from "../core/stored.js";

const SECONDS = 300;
const KEY = "best run";
/** What is said when so many lives are left. */
const LEFT = ["No life is left.", "One life is left.", "Two lives are left."];

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);
let puzzles = JSON.parse(main.dataset.puzzles);

/**
 * `played`: each puzzle that was answered, with its `mark`. `at`: the number of the present one.
 * `left`: milliseconds of the clock when it stood still last. `since`: when it began to go, or null.
 * `open`: whether the present puzzle waits for its answer. `ended`: whether the result is shown.
 * `tried`: the answer to the present puzzle that can be looked at, as in the address of its page; or "".
 * `wasBest`: whether it was better then than all runs before; null until then.
 */
const run = {
  played: [], at: -1, lives: 3, left: 1000 * SECONDS, since: null, open: false, ended: false, tried: "", wasBest: null,
  timer: null,
};

const solved = () => run.played.filter(({ mark }) => mark === "solved").length;
const left = () => Math.max(0, run.left - (run.since === null ? 0 : performance.now() - run.since));
const best = () => Number(stored(KEY));

function showBar() {
  const seconds = Math.ceil(left() / 1000);
  byId("time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  byId("solved").textContent = solved();
  byId("lives").textContent = run.lives;
}

function standStill() {
  run.left = left();
  run.since = null;
}

/** Open the next puzzle, with words about the one before; the clock goes on when it is there. */
function next(words = "") {
  run.at += 1;
  if (run.at === puzzles.length) {
    end();
    return;
  }
  byId("next").hidden = true;
  byId("said").textContent = words;
  run.open = true;
  run.tried = "";
  showPuzzle();
}

/** Open the present puzzle, or what was tried there and the reply. */
function showPuzzle() {
  const address = main.dataset.frames.replace("ID", puzzles[run.at].id);
  byId("frame").hidden = false;
  // Not by its `src`: the way back would lead through all puzzles of the run.
  byId("frame").contentWindow.location.replace(run.tried ? `${address}#${run.tried}` : address);
}

/** Note how the present puzzle ended, and go on; a puzzle that was not solved may be looked at first. */
function answered(mark, words) {
  run.open = false;
  run.played.push({ ...puzzles[run.at], mark });
  standStill();
  if (mark === "failed") run.lives -= 1;
  showBar();
  if (mark === "solved") {
    next(words);
    return;
  }
  byId("said").textContent = words;
  offerNext();
}

function offerNext() {
  byId("next").textContent = run.lives ? "Next puzzle" : "See the result";
  byId("stop").hidden = run.lives === 0;
  byId("next").hidden = false;
  byId("next").focus();
}

function judge({ outcome, tried }) {
  if (outcome === "wins") return;
  run.tried = tried;
  if (outcome === "met") answered("solved", "Solved.");
  else if (outcome === "undecided") answered("not decided", "Not decided within the limit: it costs no life.");
  else answered("failed", `Wrong. ${LEFT[run.lives - 1]} The clock stands still.`);
}

function end() {
  standStill();
  clearInterval(run.timer);
  run.open = false;
  run.ended = true;
  const before = best();
  const now = solved();
  run.wasBest ??= now > before;
  store(KEY, Math.max(before, now));
  byId("running").hidden = true;
  byId("frame").remove();
  byId("ended").hidden = false;
  byId("result").textContent = `${counted(now, "puzzle")} solved`;
  byId("compared").textContent = run.wasBest && now >= before ? "This is your best run." : before ? `Your best run: ${before}.` : "";
  byId("played").replaceChildren(...run.played.map(({ id, title, mark }) => {
    const link = Object.assign(document.createElement("a"), { href: main.dataset.pages.replace("ID", id), textContent: title });
    const item = document.createElement("li");
    item.append(link, `, ${mark}`);
    return item;
  }));
  byId("result").focus();
}

if (best()) byId("best").textContent = `Your best run: ${best()}.`;

function begin() {
  byId("before").hidden = true;
  byId("running").hidden = false;
  run.timer = setInterval(() => {
    showBar();
    if (left() === 0) end();
  }, 200);
}

byId("start")?.addEventListener("click", () => {
  begin();
  next();
});
byId("frame").addEventListener("load", () => {
  if (!run.open) return;
  // There is no document to look into when the browser shows its own page: there is no connection.
  if (!byId("frame").contentDocument?.querySelector("[data-puzzle]")) {
    answered("not opened", "This puzzle could not be opened: it costs no life.");
    return;
  }
  run.since ??= performance.now();
  byId("frame").focus();
});
byId("next").addEventListener("click", () => {
  if (run.lives) next();
  else end();
});
byId("stop").addEventListener("click", end);
addEventListener("message", (event) => {
  const ours = event.origin === location.origin && event.source === byId("frame")?.contentWindow;
  if (ours && run.open && event.data.puzzle === puzzles[run.at].id) judge(event.data);
});

/** Go on with a run; a puzzle that waits for its answer begins anew, and an answer is shown again. */
function goOn(before) {
  puzzles = before.puzzles;
  Object.assign(run, before.kept);
  begin();
  if (run.ended) {
    end();
    return;
  }
  if (before.went) {
    run.left = Math.max(0, run.left - Math.max(0, Date.now() - before.hidden));
    run.since = performance.now();
  }
  showBar();
  byId("said").textContent = before.said;
  if (run.open || run.tried) showPuzzle();
  else byId("frame").hidden = true;
  if (!run.open) offerNext();
}

// A reload and the way back to this page lead to the run, not to its beginning.
const earlier = kept("run", () => {
  const { played, at, lives, open, ended, tried, wasBest } = run;
  const now = { played, at, lives, open, ended, tried, wasBest, left: left() };
  const how = { went: run.since !== null, hidden: Date.now(), said: byId("said").textContent };
  return at < 0 ? null : { puzzles, kept: now, ...how };
});
if (earlier) goOn(earlier);
