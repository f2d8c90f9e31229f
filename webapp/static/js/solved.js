/** Which puzzles this visitor has solved, kept in his own browser. */

const KEY = "solved";

/** Return the set of public ids; empty when the browser keeps nothing. */
export function solved() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Remember a puzzle as solved, where the browser allows it. */
export function markSolved(id) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved().add(id)]));
  } catch {
    // A browser that forbids storage: the puzzle is solved all the same.
  }
}
