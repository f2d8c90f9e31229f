/** A peg before it is played, with the links that it would have and those that are blocked. */

import { line } from "./svg.js";

/**
 * Draw into a layer what a turn would add: `turn` holds the links that were chosen already,
 * `hole` (or null) the peg. While the player may choose, links that can be added are dotted.
 */
export function drawPreview(board, layer, hole, turn) {
  layer.replaceChildren();
  for (const link of turn.on) board.drawLink(link, board.side, layer).classList.add("link-added");
  for (const link of board.open ? board.addable : []) {
    if (!turn.on.has(link)) line(...board.ends(link), "could", layer).dataset.link = link;
  }
  if (!hole) return;
  for (const [link, crossing] of board.linksOf(hole)) {
    const blockers = board.standing(crossing);
    if (!blockers.length) board.drawLink(link, board.side, layer);
    else drawBlocked(board, layer, link, blockers);
  }
  board.drawPeg(hole, board.side, layer);
}

/** Show a link that cannot be, and what blocks it. */
function drawBlocked(board, layer, link, blockers) {
  line(...board.ends(link), "blocked", layer).dataset.link = link;
  for (const blocker of blockers) line(...board.ends(blocker), "blocker", layer).dataset.link = blocker;
}
