/**
 * Holes and slots as numbers, and which slots cross.
 *
 * A hole is `(row + 8) * 1024 + column + 8`, counted from 0: there is room for the holes around the
 * largest board, which has 702 columns and rows. A slot is `left * 4 + direction`, with the number
 * of its left end. A step is always the same sum, wherever it begins.
 */

/** More than the largest number of a hole, and of a slot. */
export const HOLES = 720 * 1024;
export const SLOTS = 4 * HOLES;

const LARGEST = 702;
const STEPS = [[1, 2], [2, 1], [2, -1], [1, -2]];
const ahead = STEPS.map(([columns, rows]) => rows * 1024 + columns);

export const holeAt = (column, row) => (row + 8) * 1024 + column + 8;
export const columnOf = (hole) => (hole & 1023) - 8;
export const rowOf = (hole) => (hole >> 10) - 8;
export const leftOf = (slot) => slot >> 2;
export const rightOf = (slot) => (slot >> 2) + ahead[slot & 3];

/** Return the slot between two holes; -1 when they are not a knight's move apart. */
export function slotBetween(one, other) {
  const direction = ahead.indexOf(other - one);
  if (direction >= 0) return one * 4 + direction;
  const back = ahead.indexOf(one - other);
  return back >= 0 ? other * 4 + back : -1;
}

/** Return the eight slots that end at a hole. */
export function slotsAt(hole) {
  return [...ahead.map((_, way) => hole * 4 + way), ...ahead.map((step, way) => (hole - step) * 4 + way)];
}

/** On which side of the line from `a` to `b` the point `c` lies: 1, 0 or -1. */
const turn = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

/** For each direction the slots that cross one at hole 0: what to add to a left end, and their direction. */
const across = STEPS.map((end) => {
  const found = [];
  for (let column = -3; column <= 3; column += 1) {
    for (let row = -4; row <= 4; row += 1) {
      STEPS.forEach((step, way) => {
        const from = [column, row];
        const to = [column + step[0], row + step[1]];
        const apart = turn([0, 0], end, from) * turn([0, 0], end, to) < 0;
        if (apart && turn(from, to, [0, 0]) * turn(from, to, end) < 0) found.push((row * 1024 + column) * 4 + way);
      });
    }
  }
  return found;
});

/** Return the nine slots that cross a slot. */
export const crossing = (slot) => across[slot & 3].map((more) => (slot & ~3) + more);

const NAME = /^([A-Za-z]{1,2})([1-9][0-9]{0,2})$/;

/** Return the hole that a text names, or -1. */
export function parseHole(text) {
  const found = NAME.exec(text);
  if (!found) return -1;
  let column = 0;
  for (const letter of found[1].toLowerCase()) column = 26 * column + letter.charCodeAt(0) - 96;
  const row = Number(found[2]);
  return column <= LARGEST && row <= LARGEST ? holeAt(column - 1, row - 1) : -1;
}

/** Return the slot that a text such as `d4-e6` names, or -1. */
export function parseSlot(text) {
  const [left, right, ...more] = text.split("-").map(parseHole);
  if (more.length || left < 0 || right === undefined || right < 0) return -1;
  return slotBetween(left, right);
}

/** Return the name of a hole, as `D4`. */
export function holeName(hole) {
  let column = columnOf(hole) + 1;
  let letters = "";
  for (; column > 0; column = Math.floor((column - 1) / 26)) {
    letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
  }
  return `${letters}${rowOf(hole) + 1}`;
}
