/** Hints: what the next one gives away and costs is said before it is given. */

import { ask } from "../core/ask.js";
import { hold } from "../core/hold.js";
import { address, board, byId, game, lineSoFar, puzzle, unrate } from "./game.js";
import { HINT, note } from "./result.js";

const GIVES = {
  1: "where to look: a small square with the best move in it",
  2: "groups of pegs that belong together",
  3: "the move itself",
  4: "the whole line",
};

/** Let the hint button work. `page.walk(steps)` shows a line. */
export function openHints(page) {
  const [panel, text, give, leave, opener] = ["hint", "hint-text", "hint-give", "hint-leave", "hint-open"].map(byId);
  let level = 1;
  let at = "";
  /** What was given last at this position: its words, and the holes that it shades. */
  let given = null;

  function close() {
    const focused = panel.contains(document.activeElement);
    panel.hidden = true;
    board.shade([], "hinted");
    // What is hidden loses the focus, too.
    if (focused) (opener.hidden ? byId("again") : opener).focus();
  }

  /** Return what is said of the next hint, with what it costs. */
  function costing(words) {
    const costs = [puzzle.rated && "This attempt will no longer be rated.", level === 4 && "You give up this attempt."];
    return [words, ...costs.filter(Boolean)].join(" ");
  }

  /** Return what the next hint shows, before any is given here. */
  function gives() {
    const state = game.turns.flat().at(-1)?.state ?? puzzle.state;
    return level === 1 && state.call ? "whether to use the Privilege" : GIVES[level];
  }

  /** Say what the next hint costs. */
  function offer() {
    const here = lineSoFar().join(",");
    if (here !== at) [at, level, given] = [here, 1, null];
    panel.hidden = false;
    text.setAttribute("aria-live", "polite");
    if (given) {
      tell();
      return;
    }
    // In a puzzle with the Privilege not every level has a hint of its own.
    const which = puzzle.privilege ? `The ${level === 1 ? "first" : "next"} hint` : `Hint ${level} of 4`;
    text.textContent = costing(`${which} shows ${gives()}.`);
    give.hidden = false;
    panel.scrollIntoView({ block: "nearest" });
  }

  /** Show what was given last, and say what the next hint costs if there is one. */
  function tell() {
    text.textContent = level ? costing(`${given.words} The next hint shows ${GIVES[level]}.`) : given.words;
    board.shade(given.holes, "hinted");
    give.textContent = "Show the next hint";
    give.hidden = !level;
    panel.scrollIntoView({ block: "nearest" });
  }

  async function show() {
    const focused = document.activeElement === give;
    const release = hold(give);
    const asked = lineSoFar().join(",");
    const slow = () => {
      if (lineSoFar().join(",") === asked) text.textContent = "Thinking about a hint…";
    };
    const { found, problem } = await ask(`${address}/hints`, {
      line: lineSoFar(), level, content_hash: puzzle.content_hash,
    }, { slow });
    release();
    if (found?.level) {
      // It was given, whether it is seen or not.
      unrate("No longer rated: a hint was taken.");
      note(puzzle.id, HINT);
    }
    // The visitor may have gone on meanwhile: a move closes the panel.
    if (panel.hidden || lineSoFar().join(",") !== asked) return;
    if (problem) {
      text.textContent = problem;
      return;
    }
    level = found.next;
    if (!found.level && !found.next) at = null; // there was none: it may be asked for again
    // Where to look: only where a peg may be put.
    const holes = found.groups.flat().filter((hole) => found.level !== 1 || hole in board.state.moves);
    given = { words: found.text, holes };
    // The status says a line, too: it is heard once.
    text.setAttribute("aria-live", found.steps.length ? "off" : "polite");
    tell();
    if (focused && !level) leave.focus();
    if (found.steps.length) page.walk(found.steps, found.text);
  }

  opener.addEventListener("click", () => {
    if (!panel.hidden) close();
    else {
      give.textContent = "Show it";
      offer();
    }
  });
  give.addEventListener("click", show);
  leave.addEventListener("click", close);
  return { close };
}
