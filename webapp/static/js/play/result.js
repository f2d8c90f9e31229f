/**
 * How a puzzle went, as a row of squares that gives nothing away: one for each move that was judged
 * and each hint, up to the solution. It is kept while the browser's tab is open, so that the
 * puzzle's own page can share what was played on the first page.
 */

export const [RIGHT, WRONG, HINT] = ["🟩", "🟥", "🟨"];

const NOTHING = { squares: "", solved: false };

/** Return what is kept of a puzzle: its row of `squares`, and whether it is `solved`. */
export function resultOf(id) {
  try {
    return JSON.parse(sessionStorage.getItem(`result ${id}`)) ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Keep the site's signature of a line that was played: it makes the next move count, also on another page. */
export function keepSeal(id, line, seal) {
  try {
    sessionStorage.setItem(`seal ${id}`, JSON.stringify({ line: line.join(" "), seal }));
  } catch {
    // A browser that keeps nothing: after a reload the line is for practice.
  }
}

/** Return what is kept of a line, if it is the last one that was played. */
export function keptSeal(id, line) {
  try {
    const last = JSON.parse(sessionStorage.getItem(`seal ${id}`));
    return last?.line === line.join(" ") ? last.seal : undefined;
  } catch {
    return undefined;
  }
}

/** Add a square to a puzzle's row, unless it is solved already. */
export function note(id, square, solves = false) {
  const { squares, solved } = resultOf(id);
  if (solved) return;
  try {
    sessionStorage.setItem(`result ${id}`, JSON.stringify({ squares: squares + square, solved: solves }));
  } catch {
    // A browser that keeps nothing: there is no row to share.
  }
}
