/** On pages of an account: hands over what the browser kept before there was one. */

import { ask } from "../core/ask.js";
import { atFirst } from "../core/ready.js";
import { forget, progress } from "./browser_progress.js";

/** Puzzles that the site takes at once. */
const MOST = 1000;

async function handOver(kept) {
  const ids = Object.keys(kept);
  for (let at = 0; at < ids.length; at += MOST) {
    const piece = ids.slice(at, at + MOST);
    const { problem } = await ask("/progress", Object.fromEntries(piece.map((id) => [id, kept[id]])));
    if (problem) {
      tell(problem);
      return;
    }
    forget(piece);
  }
}

/** Tell why something stays in the browser. */
function tell(problem) {
  const said = document.createElement("p");
  said.className = "unkept";
  said.setAttribute("role", "alert");
  said.textContent = `Not all that you solved in this browser is in your account yet. ${problem} It stays in this browser, and each page sends it again.`;
  document.getElementById("main").before(said);
}

const kept = progress();
if (Object.keys(kept).length) atFirst(handOver(kept));
