/**
 * How a puzzle went, as a row of squares that gives nothing away: one for each move that was judged
 * and each hint, up to the solution. It is kept while the browser's tab is open, so that the
 * puzzle's own page can share what was played on the first page.
 */

import { keepInWindow, windowValue } from "../core/stored.js";

export const [RIGHT, WRONG, HINT] = ["🟩", "🟥", "🟨"];

const NOTHING = { squares: "", solved: false };

/** Return what is kept of a puzzle: its row of `squares`, and whether it is `solved`. */
export function resultOf(id) {
  return windowValue(`result ${id}`) ?? NOTHING;
}

/** Keep the site's signature of a line that was played: it makes the next move count, also on another page. */
export function keepSeal(id, line, seal) {
  keepInWindow(`seal ${id}`, { line: line.join(" "), seal });
}

/** Return what is kept of a line, if it is the last one that was played. */
export function keptSeal(id, line) {
  const last = windowValue(`seal ${id}`);
  return last?.line === line.join(" ") ? last.seal : undefined;
}

/** Add a square to a puzzle's row, unless it is solved already. */
export function note(id, square, solves = false) {
  const { squares, solved } = resultOf(id);
  if (!solved) keepInWindow(`result ${id}`, { squares: squares + square, solved: solves });
}
