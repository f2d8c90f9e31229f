/** The puzzle page: what it has beside the board, and the position in its address. */

import { atFirst } from "../core/ready.js";
import { isSent, namesLine, readAddress } from "./line_in_address.js";
import { openAfter } from "./after_solving.js";
import { board, byId, game, lineSoFar, main, puzzle, say, show, turn } from "./game.js";
import { openHints } from "./hints.js";
import { explore, leave, look } from "./exploring.js";
import { halt, panels, play, start, step, writes } from "./moves.js";
import { openShare } from "./share.js";
import { solved } from "../progress/browser_progress.js";
import { openSettings } from "./board_settings.js";
import { openOverlays } from "./overlays.js";
import { openSound } from "./sound.js";

/** Show a line that was not played, step by step. */
function walk(steps, words) {
  turn.clear();
  Object.assign(game, {
    mode: "attempt", attempt: steps, shown: 1, verdict: words, end: words, tone: "notice",
    looked: null, left: null, half: null,
  });
  panels.after.open();
  say(words, "notice");
  show();
}

/** Go where the address says; a later call takes the place of one that is under way. */
async function follow(words = "This is where the line ended.") {
  const { line, tried, shown: steps } = readAddress();
  const following = game.following = {};
  if (game.looked) leave();
  const here = lineSoFar().join(" ");
  let there = game.mode !== "thinking" && here === line.join(" ");
  if (!there) there = await start(line, line.length ? `${words} Your move.` : "Your move.");
  else if (game.mode === "attempt" || game.mode === "solved") {
    Object.assign(game, { mode: puzzle.over ? "over" : "play", attempt: [], shown: 0 });
    say("Your move.");
    show();
  }
  if (there && tried) {
    // One plain move, whatever was being made.
    turn.clear();
    game.half = null;
    if (await play(tried) && game.mode === "attempt") step(steps - game.shown);
  }
  if (game.following !== following) return;
  game.following = false;
  if (game.mode === "over") show();
}
addEventListener("popstate", () => {
  if (namesLine()) follow("Back to this position.");
});

byId("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  const move = byId("move").value.trim();
  // A move that was not judged stays, to be mended or sent again; so does one that is typed meanwhile.
  if (move && await play(move) && byId("move").value.trim() === move) byId("move").value = "";
});

for (const id of ["help", "settings"]) {
  byId(`${id}-open`).addEventListener("click", () => byId(id).showModal());
}
openSettings(byId("settings"));
openOverlays();
openSound();

const KEYS = { "?": () => byId("help").showModal() };
/** The links of the page that a letter follows, unless a number makes it the name of a hole. */
const LINKS = { n: "next", p: "previous" };
/** How long such a letter waits for its number, in milliseconds, and the one that waits. */
const PAUSE = 500;
let waiting = { letter: "", timer: null };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (writes(event) || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("#tree")) return;
  const { letter, timer } = waiting;
  clearTimeout(timer);
  waiting = { letter: "", timer: null };
  walking ||= /^(Tab|Arrow|Home|End|Page)/.test(event.key);
  const link = byId(LINKS[event.key]);
  const typing = !byId("move").readOnly;
  if (event.key in KEYS) KEYS[event.key]();
  else if (link) waiting = { letter: event.key, timer: setTimeout(() => link.click(), typing ? PAUSE : 0) };
  else if (typing && (letter ? /^\d$/.test(event.key) : beginsHole(event))) type(letter + event.key);
  else if (event.target === document.body && event.key.startsWith("Arrow")) board.focus();
  else return;
  event.preventDefault();
}, { capture: true });

/** Whether the page was last used with the keys that walk, and not with a pointer. */
let walking = false;
addEventListener("pointerdown", () => { walking = false; }, { capture: true });

/** Tell whether a key begins the name of a hole; for who walks on the board some mean more. */
function beginsHole({ key, target }) {
  if (!/^[a-z]$/i.test(key)) return false;
  if (!board.svg.contains(target)) return true;
  return !(walking && /[hjkl]/i.test(key)) && !(board.state.lift && key === "x");
}

/** Begin to type a move, wherever the focus is. */
function type(text) {
  byId("move").value = text;
  byId("move").focus();
}

const page = {
  walk, start,
  look: (steps, words) => {
    halt();
    panels.hints.close();
    look(steps, words);
  },
  explore: () => {
    halt();
    panels.hints.close();
    explore();
  },
};
panels.hints = openHints(page);
panels.after = openAfter(page);
// The site knows what an account has solved, the browser what a visitor has.
if ("solved" in main.dataset || solved().has(puzzle.id)) panels.after.openAgain();
if (isSent()) {
  // Moves give away a solution: whoever opened the link is asked first.
  const hash = location.hash;
  history.replaceState(null, "", location.pathname + location.search);
  byId("sent").showModal();
  byId("sent").addEventListener("close", () => {
    if (byId("sent").returnValue !== "show") return;
    history.replaceState({ own: true }, "", hash);
    follow();
  });
}
game.following = location.hash !== "" && namesLine();
show();
if (game.following) atFirst(follow());
openShare();
