/**
 * A puzzle in a frame on another page: it is played there, and no more. A page of this site is told how
 * each move is judged, in a message `{puzzle, outcome}`.
 */

import { main, puzzle, show } from "./game.js";
import "./moves.js";

main.addEventListener("judged", ({ detail }) => {
  parent.postMessage({ puzzle: puzzle.id, outcome: detail }, location.origin);
});
// In a timed run nothing is tried twice, and nothing leads elsewhere.
if (window.frameElement?.id === "frame") main.dataset.run = "yes";
show();
