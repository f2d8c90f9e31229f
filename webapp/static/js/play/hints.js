/** Hints: what the next one gives away and costs is said before it is given. */

import { ask } from "../core/ask.js";

const GIVES = {
  1: "where to look: nine holes, the best move among them",
  2: "which pegs belong together",
  3: "the move itself",
  4: "the whole line",
};

/** Let the hint button work. `page.line()` is the line so far, `page.walk(steps)` shows a line. */
export function openHints(page) {
  const [panel, text, give, leave] = ["hint", "hint-text", "hint-give", "hint-leave"].map((id) => document.getElementById(id));
  let level = 1;
  let at = "";

  function close() {
    panel.hidden = true;
    page.board.shade([], "hinted");
  }

  /** Say what the next hint costs. */
  function offer() {
    const here = page.line().join(",");
    if (here !== at) [at, level] = [here, 1];
    if (!level) return;
    let cost = page.puzzle.rated ? "It ends the rating of this attempt." : "This attempt is not rated, so your rating stays.";
    if (level === 4) cost = `${cost} The attempt counts as given up.`;
    text.textContent = `Hint ${level} of 4 gives away ${GIVES[level]}. ${cost}`;
    give.hidden = false;
    panel.hidden = false;
    panel.scrollIntoView({ block: "nearest" });
  }

  async function show() {
    // A button that is disabled loses the focus.
    const focused = document.activeElement === give;
    give.disabled = true;
    const timer = setTimeout(() => { text.textContent = "Thinking about a hint…"; }, 200);
    const { found, problem } = await ask(`${page.address}/hints`, { line: page.line(), level });
    clearTimeout(timer);
    give.disabled = false;
    if (focused) give.focus();
    if (page.line().join(",") !== at) return;
    if (problem) {
      text.textContent = problem;
      return;
    }
    if (found.level) page.puzzle.rated = false;
    text.textContent = found.text;
    level = found.next;
    page.board.shade(found.groups.flat(), "hinted");
    give.hidden = !level;
    give.textContent = "Show the next one";
    if (found.steps.length) page.walk(found.steps, found.text);
    if (level) text.textContent += ` The next hint gives away ${GIVES[level]}.`;
    panel.scrollIntoView({ block: "nearest" });
  }

  document.getElementById("hint-open").addEventListener("click", () => {
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
