/** What was drawn, step by step, kept in this browser: leaving the page loses nothing. */

import { anew } from "../core/kept.js";
import { store, storedNames, storedValue } from "../core/stored.js";

/** Steps before a drawing that are kept, and how many of them where there is little room. */
const [MOST, SOME] = [500, 100];

export class History {
  #past = [];
  #future = [];
  #name;
  #empty;
  /** What a page brought last: the id of the puzzle that this is a clone of, or an own one as it was stored. */
  #from = null;

  /**
   * `puzzle` is the id of a stored puzzle that is edited, empty for a new one; `empty` a drawing with nothing in it: a
   * drawing that was kept by an older page has its value for what that page did not know.
   */
  constructor(puzzle, empty) {
    this.#empty = empty;
    this.now = null;
    /** Whether this browser keeps it. Else the page works all the same, until it is closed. */
    this.kept = true;
    /** What the site has, where it was saved elsewhere and the author was told so; else null. */
    this.told = null;
    this.#name = nameOf(puzzle);
  }

  /** Go on where it was left; a drawing that the page brings comes after that. `from` is what it is a clone of. */
  open(given, from) {
    const last = storedValue(this.#name) ?? {};
    const [past, now, before] = [(last.past ?? []).map(this.#whole), this.#whole(last.now), this.#whole(last.from)];
    [this.#past, this.now, this.#from] = [past, now, from || given || before];
    // A reload and the way back bring the clone again; the text of an own puzzle is the same until it is saved.
    const again = from ? from === before && !anew : [before, ...past].some((each) => same(each, given));
    if (given && !again) this.push(given);
    if (!same(before, this.#from)) this.#keep();
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

  /** What another page of this browser has drawn since; null for nothing. */
  get others() {
    const drawing = this.kept ? this.#whole(storedValue(this.#name)?.now) : null;
    return same(drawing, this.now) ? null : drawing;
  }

  /** The own puzzle as it was stored when a page of this browser saw it last, or as the author was told since. */
  get stored() {
    return this.told ?? ((this.kept && storedValue(this.#name)?.from) || this.#from);
  }

  /** Keep it under the name of the puzzle that a drawing was saved as from now on. */
  saved(drawing, puzzle) {
    store(this.#name, null);
    this.#name = nameOf(puzzle);
    [this.#from, this.told] = [drawing, null];
    this.#keep();
  }

  /** A drawing with all its values; what is no drawing as it is. */
  #whole = (drawing) => (drawing instanceof Object ? { ...this.#empty, ...drawing } : drawing ?? null);

  #go(from, to) {
    to.push(this.now);
    this.now = from.pop();
    this.#keep();
  }

  /** Keep it. Where there is no room the oldest steps go, then those of other puzzles, then all; no other drawing. */
  #keep() {
    const keep = (most) => store(this.#name, JSON.stringify({
      past: most ? this.#past.slice(-most) : [], now: this.now, from: this.#from, at: Date.now(),
    }));
    const cut = ([name, other]) => store(name, JSON.stringify({ ...other, past: [] })) && keep(SOME);
    this.kept = keep(MOST) || keep(SOME) || otherPuzzles(this.#name).some(cut) || keep(0);
  }
}

function nameOf(puzzle) {
  return puzzle ? `drawing-${puzzle}` : "drawing";
}

/** Names and values of what is kept of other stored puzzles, the one that was left first before the others. */
function otherPuzzles(name) {
  const names = storedNames().filter((each) => each.startsWith("drawing-") && each !== name);
  const others = names.map((each) => [each, storedValue(each)]).filter(([, value]) => value?.past?.length);
  return others.sort(([, one], [, two]) => (one.at ?? 0) - (two.at ?? 0));
}

function same(one, two) {
  const text = (each) => JSON.stringify(each instanceof Object ? Object.entries(each).sort() : each);
  return text(one) === text(two);
}
