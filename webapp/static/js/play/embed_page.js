/**
 * A puzzle in a frame on another page: it is played there, and no more. A page of this site is told how
 * each move is judged, in a message `{puzzle, outcome, tried}`; `tried` in the address shows it again.
 */

import { game, lineSoFar, main, puzzle, show } from "./game.js";
import { hashOf, readAddress } from "./line_in_address.js";
import { play, start } from "./moves.js";

/** Show a move that was judged before: it does not count again. */
async function showAgain() {
  const { line, tried } = readAddress();
  game.following = {};
  if (await start(line, "Your move.") && tried) await play(tried);
  game.following = false;
}

main.addEventListener("judged", ({ detail }) => {
  const tried = hashOf(lineSoFar(), game.attempt[0]?.move, game.shown);
  parent.postMessage({ puzzle: puzzle.id, outcome: detail, tried }, location.origin);
});
show();
// In a timed run nothing is tried twice, and nothing leads elsewhere.
if (window.frameElement?.id === "frame") {
  main.dataset.run = "yes";
  if (location.hash) showAgain();
}
