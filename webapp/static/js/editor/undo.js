/** What was drawn, step by step, kept in this browser: leaving the page loses nothing. */

import { anew } from "../core/kept.js";

const MOST = 500;

export class History {
  #past = [];
  #future = [];
  #name;
  /** Which puzzle's clone was opened last; "" for none. */
  #from = "";

  /** `puzzle` is the id of a stored puzzle that is edited, empty for a new one. */
  constructor(puzzle) {
    this.now = null;
    this.#name = nameOf(puzzle);
  }

  /** Go on where it was left; a drawing that the page brings comes after that. `from` is what it is a clone of. */
  open(given, from) {
    let before = "";
    try {
      const kept = JSON.parse(localStorage.getItem(this.#name) ?? "null");
      if (kept) [this.#past, this.now, before] = [kept.past, kept.now, kept.from];
    } catch {
      // A browser that keeps nothing: the page works all the same, until it is closed.
    }
    this.#from = from;
    // A reload and the way back bring the clone again; the text of an own puzzle is the same until it is saved.
    const again = from ? from === before && !anew : this.#past.some((each) => same(each, given));
    if (given && !again) this.push(given);
    if (from !== before) this.#keep();
  }

  /** What `undo` leads to; null when there is nothing. */
  get before() {
    return this.#past.at(-1) ?? null;
  }

  /** What `redo` leads to. */
  get after() {
    return this.#future.at(-1) ?? null;
  }

  push(drawing) {
    if (!same(drawing, this.now)) {
      this.join(drawing);
      this.#keep();
    }
  }

  /** Take in what another tab has drawn and keeps. */
  join(drawing) {
    if (this.now) this.#past.push(this.now);
    this.#future = [];
    this.now = drawing;
  }

  undo() {
    this.#go(this.#past, this.#future);
  }

  redo() {
    this.#go(this.#future, this.#past);
  }

  /** What another tab has drawn since, by its `storage` event; null for anything else. */
  others({ key, newValue }) {
    const drawing = key === this.#name && newValue ? JSON.parse(newValue).now : null;
    return same(drawing, this.now) ? null : drawing;
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
    to.push(this.now);
    this.now = from.pop();
    this.#keep();
  }

  #keep() {
    try {
      localStorage.setItem(this.#name, JSON.stringify({ past: this.#past.slice(-MOST), now: this.now, from: this.#from }));
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
