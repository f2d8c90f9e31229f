/** A board with pegs and links, and the setup of a puzzle on it, by the rules of the game. */

import { HOLES, columnOf, crossing, holeAt, holeName, leftOf, rightOf, rowOf, slotsAt } from "./geometry.js";
import { demand } from "./refused.js";

export const WHITE = "white";
export const BLACK = "black";
export const otherSide = (side) => (side === WHITE ? BLACK : WHITE);

const SMALLEST = 3;
const LARGEST = 702;
export const MOST_HOLES = 3072;

export class Board {
  /** A board; `window` is a set of holes, or null when all of it is played on. */
  constructor(columns, rows, window) {
    for (const size of [columns, rows]) {
      demand(size >= SMALLEST && size <= LARGEST, `A board has ${SMALLEST} to ${LARGEST} columns and rows.`);
    }
    Object.assign(this, { columns, rows, window });
    this.box = { left: 0, top: 0, right: columns - 1, bottom: rows - 1 };
    if (window) {
      demand(window.size, "The window has no hole.");
      // A loop, as a function takes no list of any length.
      this.box = { left: columns, top: rows, right: 0, bottom: 0 };
      for (const hole of window) {
        this.box.left = Math.min(this.box.left, columnOf(hole));
        this.box.right = Math.max(this.box.right, columnOf(hole));
        this.box.top = Math.min(this.box.top, rowOf(hole));
        this.box.bottom = Math.max(this.box.bottom, rowOf(hole));
      }
    }
    const { left, top, right, bottom } = this.box;
    demand((right - left + 1) * (bottom - top + 1) <= MOST_HOLES, `Play on more than ${MOST_HOLES} holes is not checked.`);
  }

  /** Whether a hole is on the board; the corners are not. */
  has(hole) {
    const [column, row] = [columnOf(hole), rowOf(hole)];
    const { columns, rows } = this;
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    return !((column === 0 || column === columns - 1) && (row === 0 || row === rows - 1));
  }

  /** Whether play may go to a hole: it is on the board, and in the window if there is one. */
  played(hole) {
    return this.has(hole) && (!this.window || this.window.has(hole));
  }

  /** Whether a hole lies in the border rows of a side's opponent. */
  foreign(side, hole) {
    if (side === WHITE) return columnOf(hole) === 0 || columnOf(hole) === this.columns - 1;
    return rowOf(hole) === 0 || rowOf(hole) === this.rows - 1;
  }

  /** Return every hole that play may go to. */
  holes() {
    const { left, top, right, bottom } = this.box;
    const found = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const hole = holeAt(column, row);
        if (this.played(hole)) found.push(hole);
      }
    }
    return found;
  }

  /** Whether a hole lies on a side's goal line `end`: 0 is top or left, 1 bottom or right. */
  onGoalLine(side, end, hole) {
    if (side === WHITE) return rowOf(hole) === (end ? this.box.bottom : this.box.top);
    return columnOf(hole) === (end ? this.box.right : this.box.left);
  }

  /** Whether a link meets a side's goal line between the corners of the box, or in one. */
  meetsGoalLine(side, end, slot) {
    const { left, top, right, bottom } = this.box;
    const [line, low, high] = side === WHITE ? [end ? bottom : top, left, right] : [end ? right : left, top, bottom];
    const [one, other] = [leftOf(slot), rightOf(slot)].map((hole) => {
      const place = [columnOf(hole), rowOf(hole)];
      return side === WHITE ? place : place.reverse();
    });
    for (const [along, towards] of [one, other]) {
      if (towards === line) return low <= along && along <= high;
    }
    // A knight's move meets a line between its ends in its middle.
    return one[1] + other[1] === 2 * line && 2 * low <= one[0] + other[0] && one[0] + other[0] <= 2 * high;
  }
}

export class Position {
  constructor(board, ruleset) {
    Object.assign(this, { board, ruleset });
    this.pegs = { [WHITE]: new Set(), [BLACK]: new Set() };
    this.links = { [WHITE]: new Set(), [BLACK]: new Set() };
  }

  /** Set up a peg, with every link that no other link is in the way of. */
  put(side, hole) {
    demand(this.board.has(hole), `The puzzle has a peg at ${holeName(hole)}, which is no hole of its board.`);
    demand(!this.board.foreign(side, hole), `The puzzle has a ${side} peg in a border row of the other side.`);
    for (const pegs of Object.values(this.pegs)) {
      demand(!pegs.has(hole), `The puzzle has two pegs at ${holeName(hole)}.`);
    }
    this.pegs[side].add(hole);
    demand(this.pegs[WHITE].size + this.pegs[BLACK].size <= MOST_HOLES, "The puzzle has too many pegs.");
    for (const slot of slotsAt(hole)) {
      const end = leftOf(slot) === hole ? rightOf(slot) : leftOf(slot);
      if (this.pegs[side].has(end) && !this.crossed(side, slot)) this.links[side].add(slot);
    }
  }

  /** Whether a link stands that a side's link in a slot would have to cross. */
  crossed(side, slot) {
    const own = this.ruleset !== "PP";
    return crossing(slot).some((other) => this.links[otherSide(side)].has(other) || (own && this.links[side].has(other)));
  }

  /** Take off a peg, if there is one, with its links. */
  clear(hole) {
    for (const side of [WHITE, BLACK]) {
      if (this.pegs[side].delete(hole)) for (const slot of slotsAt(hole)) this.links[side].delete(slot);
    }
  }

  /** Return an array with 1 for each hole that is open to a side. */
  openTo(side, closed) {
    const open = new Uint8Array(HOLES);
    for (const hole of this.board.holes()) {
      if (!this.board.foreign(side, hole) && !closed.has(hole)) open[hole] = 1;
    }
    return open;
  }
}
