/** The text of a puzzle in a certificate: SGF up to the node with `IP`. */

import { DiagonalBoard } from "./diagonal.js";
import { columnOf, holeAt, leftOf, parseHole, rightOf, rowOf, slotBetween } from "./geometry.js";
import { BLACK, Board, MOST_HOLES, Position, WHITE } from "./position.js";
import { demand } from "./refused.js";

const RULESETS = ["STD", "PP", "3M"];
const MAY_REPEAT = ["AW", "AB", "AE", "VW"];
const MOST_TEXT = 1 << 20;
const PROPERTY = /\s*([A-Z]+)\s*/y;
const VALUE = /\s*\[((?:[^\]\\]|\\[^])*)\]/y;

/** Return the position of a puzzle, whose turn it is, and what is claimed of it. */
export function readPuzzle(text) {
  demand(text.length <= MOST_TEXT, "The puzzle's text is too long.");
  const nodes = nodesToPuzzle(text);
  const root = nodes[0];
  const told = (name) => only(nodes, name);
  demand(root.get("GM")?.[0] === "21", "The puzzle's text is not SGF of TwixT, GM[21].");
  demand(told("PV") === undefined, "This checker reads no puzzles with the Privilege.");
  const [columns, rows] = boardSize(told("SZ") ?? "24");
  const ruleset = told("RU") ?? "STD";
  demand(RULESETS.includes(ruleset), `The rules ${ruleset} are not known to this checker.`);
  const [shape, window] = [told("SHAPE"), windowOf(nodes, columns, rows)];
  const whole = columns === rows && !window;
  demand(shape === undefined || whole, "A diagonal board has as many lines either way, and no window.");
  const board = shape === undefined ? new Board(columns, rows, window) : new DiagonalBoard(shape, columns);
  const position = new Position(board, ruleset);
  for (const node of nodes) setUp(position, node);
  const turn = told("PL");
  demand(turn === "W" || turn === "B", "The puzzle's text does not say who is to move.");
  const toMove = turn === "W" ? WHITE : BLACK;
  return { position, toMove, claim: claimOf(told("PZ"), toMove) };
}

/** Return the nodes down to the one with `IP`, each a Map of properties with lists of values. */
function nodesToPuzzle(text) {
  const nodes = [];
  let at = 0;
  function take(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  }
  demand(take(/\s*\(\s*;/y), "The puzzle's text is not SGF.");
  do {
    const node = new Map();
    for (let name = take(PROPERTY); name; name = take(PROPERTY)) {
      demand(MAY_REPEAT.includes(name[1]) || !node.has(name[1]), `The puzzle's text says ${name[1]} twice in one node.`);
      const values = node.get(name[1]) ?? [];
      for (let value = take(VALUE); value; value = take(VALUE)) values.push(value[1].replace(/\\([^])/g, "$1"));
      demand(values.length, "The puzzle's text is not SGF.");
      node.set(name[1], values);
    }
    nodes.push(node);
    if (node.has("IP")) return nodes;
  } while (take(/\s*;/y));
  demand(false, "The puzzle's text has no node with IP on its first line of moves.");
}

function only(nodes, name) {
  const found = nodes.flatMap((node) => node.get(name) ?? []);
  demand(found.length < 2, `The puzzle's text says ${name} more than once.`);
  return found[0];
}

function boardSize(text) {
  const found = /^([1-9][0-9]{0,2})(?::([1-9][0-9]{0,2}))?$/.exec(text);
  demand(found, `The board size ${text} is none.`);
  return [Number(found[1]), Number(found[2] ?? found[1])];
}

function holeIn(text) {
  const hole = parseHole(text);
  demand(hole >= 0, `The puzzle's text names ${text}, which is no hole.`);
  return hole;
}

/** Return the holes that values list: a hole, or `a1:l12` for a rectangle. */
function holesIn(values) {
  const found = [];
  for (const value of values) {
    const [one, other, ...more] = value.split(":");
    demand(!more.length, `The puzzle's text names ${value}, which is no rectangle.`);
    const corners = [holeIn(one), holeIn(other ?? one)];
    const [left, right] = corners.map(columnOf).sort((a, b) => a - b);
    const [top, bottom] = corners.map(rowOf).sort((a, b) => a - b);
    const size = (right - left + 1) * (bottom - top + 1);
    demand(found.length + size <= 2 * MOST_HOLES, "The puzzle's text names too many holes.");
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) found.push(holeAt(column, row));
    }
  }
  return found;
}

/** Return the window's holes, or null: the last word counts. The board's corners are no part of it. */
function windowOf(nodes, columns, rows) {
  const last = nodes.findLast((node) => node.has("VW"));
  const values = (last?.get("VW") ?? []).filter((value) => value !== "");
  if (!values.length) return null;
  const window = new Set(holesIn(values));
  const outside = [...window].some((hole) => columnOf(hole) >= columns || rowOf(hole) >= rows);
  demand(!outside, "The window is larger than the board.");
  return window;
}

function claimOf(goal, toMove) {
  demand(goal !== undefined, "The puzzle's text claims nothing: it has no PZ.");
  const prover = new Map([["", toMove], ["W+", WHITE], ["B+", BLACK], ["0", toMove]]).get(goal);
  demand(prover, `The puzzle's text claims PZ[${goal}], which this checker does not know.`);
  return { aim: goal === "0" ? "block" : "connect", prover };
}

/** Do what a node says: `AE` first, then `AW` and `AB`, then moves. */
function setUp(position, node) {
  for (const hole of holesIn(node.get("AE") ?? [])) position.clear(hole);
  for (const [name, values] of node) {
    if (name === "AW" || name === "AB") {
      for (const hole of holesIn(values)) position.put(name === "AW" ? WHITE : BLACK, hole);
    }
  }
  for (const [name, values] of node) {
    if (name === "W" || name === "B") {
      const side = name === "W" ? WHITE : BLACK;
      let last = -1;
      for (const value of values) last = part(position, side, value, last);
    }
  }
}

/** Do what one value of a move says; return the hole of its peg so far. */
function part(position, side, value, last) {
  const change = /^([-/\\])(.+)$/.exec(value);
  if (!change) {
    const hole = holeIn(value);
    position.put(side, hole);
    return hole;
  }
  const [rising, falling] = atCentre(change[2]);
  if (change[1] === "-") {
    const links = position.links[side];
    const stand = [falling, rising].filter((slot) => links.has(slot));
    // Only under PP may both stand: the one of this peg is meant, else the falling one.
    const slot = stand.find((one) => leftOf(one) === last || rightOf(one) === last) ?? stand[0];
    demand(slot !== undefined, `The puzzle's text takes off a link at ${change[2]}, where none stands.`);
    links.delete(slot);
  } else {
    const slot = change[1] === "/" ? rising : falling;
    const pegs = position.pegs[side];
    const may = pegs.has(leftOf(slot)) && pegs.has(rightOf(slot)) && !position.crossed(side, slot);
    demand(may, `The puzzle's text sets a link at ${change[2]}, which cannot stand.`);
    position.links[side].add(slot);
  }
  return last;
}

/** Return the two slots with a centre: the rising one and the falling one. */
function atCentre(text) {
  const found = /^([A-Za-z]{1,2})('?)([1-9][0-9]{0,2})('?)$/.exec(text);
  demand(found && Boolean(found[2]) !== Boolean(found[4]), `The puzzle's text names ${text}, which is no link.`);
  const hole = holeIn(found[1] + found[3]);
  const [column, row] = [columnOf(hole), rowOf(hole)];
  const corners = found[4]
    ? [holeAt(column - 1, row), holeAt(column + 1, row + 1), holeAt(column - 1, row + 1), holeAt(column + 1, row)]
    : [holeAt(column, row - 1), holeAt(column + 1, row + 1), holeAt(column, row + 1), holeAt(column + 1, row - 1)];
  return [slotBetween(corners[2], corners[3]), slotBetween(corners[0], corners[1])];
}
