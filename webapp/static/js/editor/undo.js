/** What was drawn, step by step, kept in this browser: leaving the page loses nothing. */

const MOST = 500;

export class History {
  #past = [];
  #future = [];
  #name;

  /** `puzzle` is the id of a stored puzzle that is edited, empty for a new one. */
  constructor(puzzle) {
    this.now = null;
    this.#name = nameOf(puzzle);
  }

  /** Go on where it was left; a drawing that the page brings comes after that. */
  open(given) {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#name) ?? "null");
      if (kept) [this.#past, this.now] = [kept.past, kept.now];
    } catch {
      // A browser that keeps nothing: the page works all the same, until it is closed.
    }
    // Its text is the same again as long as nothing was changed.
    if (given && !this.#past.some((each) => same(each, given)) && !same(this.now, given)) this.push(given);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  push(drawing) {
    if (same(drawing, this.now)) return;
    if (this.now) this.#past.push(this.now);
    this.#future = [];
    this.now = drawing;
    this.#keep();
  }

  undo() {
    return this.#go(this.#past, this.#future);
  }

  redo() {
    return this.#go(this.#future, this.#past);
  }

  /** Keep it under the name of a puzzle from now on. */
  moveTo(puzzle) {
    try {
      localStorage.removeItem(this.#name);
    } catch {
      // As above.
    }
    this.#name = nameOf(puzzle);
    this.#keep();
  }

  #go(from, to) {
    const drawing = from.pop();
    if (!drawing) return null;
    if (this.now) to.push(this.now);
    this.now = drawing;
    this.#keep();
    return drawing;
  }

  #keep() {
    try {
      localStorage.setItem(this.#name, JSON.stringify({ past: this.#past.slice(-MOST), now: this.now }));
    } catch {
      // As above; or it is full, and the drawing is still on the page.
    }
  }
}

function nameOf(puzzle) {
  return puzzle ? `drawing-${puzzle}` : "drawing";
}

function same(one, two) {
  return JSON.stringify(one) === JSON.stringify(two);
}
