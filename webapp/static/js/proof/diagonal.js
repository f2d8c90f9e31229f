/** Boards whose border is turned against the grid of holes, as `docs/boards.md` defines them. */

import { holeAt } from "./geometry.js";
import { Board, WHITE, otherSide } from "./position.js";
import { demand } from "./refused.js";

/**
 * By the name in `SHAPE`: how much the number of White's line grows with a column and with a row, how
 * many lines deep a border is, and how far beyond a hole, twice, the middle of an even board lies.
 */
const SHAPES = new Map([
  ["diagonal-45", { step: [1, 1], border: 1, middle: [1, 0] }],
  ["diagonal-26", { step: [1, 2], border: 3, middle: [1, 1] }],
]);
const LARGEST = 80;

export class DiagonalBoard extends Board {
  /** A board with so many lines of holes either way. */
  constructor(name, size) {
    const shape = SHAPES.get(name);
    demand(shape, `The shape ${name} is not known to this checker.`);
    const { border } = shape;
    demand(size >= 2 * border + 3 && size <= LARGEST, `A board of this shape has ${2 * border + 3} to ${LARGEST} lines.`);
    const lines = linesOf(shape, size);
    super(size, size, new Set(lines.keys()));
    Object.assign(this, { lines, size, border });
  }

  has(hole) {
    return this.lines.has(hole);
  }

  foreign(side, hole) {
    return [0, 1].some((end) => this.onGoalLine(otherSide(side), end, hole));
  }

  /** Whether a hole lies in a side's border `end`: 0 has its first lines, 1 the last. */
  onGoalLine(side, end, hole) {
    const line = this.lines.get(hole)[side === WHITE ? 0 : 1];
    return end ? line >= this.size - this.border : line < this.border;
  }

  /** There are no pegs outside, whose links could meet one. */
  meetsGoalLine() {
    return false;
  }
}

/** Return the numbers of White's and Black's line through each hole. */
function linesOf({ step: [a, b], border, middle }, size) {
  const places = [];
  for (let column = -size; column <= size; column += 1) {
    for (let row = -size; row <= size; row += 1) {
      // Twice as far from the middle, where both have the line (size - 1) / 2.
      const [right, down] = size % 2 ? [2 * column, 2 * row] : [2 * column - middle[0], 2 * row - middle[1]];
      const lines = [a * right + b * down, b * right - a * down].map((far) => (far + size - 1) / 2);
      const within = lines.every((line) => line >= 0 && line < size);
      // What lies in the borders of both is a corner.
      if (within && lines.some((line) => line >= border && line < size - border)) places.push([column, row, lines]);
    }
  }
  const [left, top] = [0, 1].map((way) => Math.min(...places.map((place) => place[way])));
  return new Map(places.map(([column, row, lines]) => [holeAt(column - left, row - top), lines]));
}
