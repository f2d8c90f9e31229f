/** Whether a side has a path left from goal line to goal line (rule L2). */

import { HOLES, SLOTS, crossing, leftOf, rightOf, slotsAt } from "./geometry.js";
import { Refused } from "./refused.js";
import { Sat } from "./sat.js";

/** Conflicts of the SAT solver before cuts are tried: the shipped proofs need fewer than 100. */
const MOST_BY_STEPS = 5000;
/** Conflicts in all the choices by cuts. */
const MOST_CONFLICTS = 200_000;

export class Blocks {
  /** Paths of the opponent `foe`, from a start where these holes are open to him. */
  constructor(position, foe, open) {
    const { board } = position;
    Object.assign(this, { position, foe, board });
    /** 1 for each hole where a peg of his may stand. */
    this.may = open.slice();
    for (const peg of position.pegs[foe]) this.may[peg] = 1;
    this.holes = [...new Set([...board.holes(), ...position.pegs[foe]])].filter((hole) => this.may[hole]);
    this.stamp = new Int32Array(SLOTS);
    this.own = new Int32Array(HOLES);
    this.round = 0;
  }

  /** Whether the pegs and links of the other side leave no path. */
  blocked(pegs, links) {
    const graph = this.graph(pegs, links);
    if (!reached(graph, () => true).has(1)) return true;
    if (this.position.ruleset === "PP") return false;
    return !plainPath(graph);
  }

  /**
   * Return what he may use: `edges` with their slot and two ends, and `at` each end its edges. The
   * ends are holes, or 0 and 1 for the goal lines: there a link goes out of the window, or none need
   * be made (no slot).
   */
  graph(pegs, links) {
    this.round += 1;
    for (const peg of pegs) this.own[peg] = this.round;
    for (const link of links) for (const slot of crossing(link)) this.stamp[slot] = this.round;
    const { board, foe, position } = this;
    const free = (hole) => this.may[hole] === 1 && this.own[hole] !== this.round;
    const edges = [];
    const at = new Map([[0, []], [1, []]]);
    const join = (slot, one, other) => {
      for (const end of [one, other]) {
        if (!at.has(end)) at.set(end, []);
        at.get(end).push(edges.length);
      }
      edges.push({ slot, ends: [one, other] });
    };
    for (const hole of this.holes) {
      if (!free(hole) || !board.played(hole)) continue;
      for (const end of [0, 1]) if (board.onGoalLine(foe, end, hole)) join(null, hole, end);
      for (const slot of slotsAt(hole)) {
        const other = leftOf(slot) === hole ? rightOf(slot) : leftOf(slot);
        if (!free(other) || this.stamp[slot] === this.round || this.unlinked(slot)) continue;
        if (!board.played(other)) {
          for (const end of [0, 1]) if (board.meetsGoalLine(foe, end, slot)) join(slot, hole, end);
        } else if (leftOf(slot) === hole) join(slot, hole, other);
      }
    }
    return { edges, at };
  }

  /** Whether two pegs stand in a slot without a link, and stay so (PP). */
  unlinked(slot) {
    const { pegs, links, ruleset } = this.position;
    if (ruleset !== "PP" || links[this.foe].has(slot)) return false;
    return pegs[this.foe].has(leftOf(slot)) && pegs[this.foe].has(rightOf(slot));
  }
}

/** Return the ends that edges in use join to a goal line. */
export function reached({ edges, at }, used, from = 0) {
  const found = new Set([from]);
  for (const end of found) {
    for (const edge of at.get(end)) {
      if (used(edge)) for (const next of edges[edge].ends) found.add(next);
    }
  }
  return found;
}

/**
 * Whether some path crosses none of its own links.
 *
 * One question decides most cases at once, where cuts may take a minute. Beyond a gap in a wall
 * between two open halves of a board it is the other way round.
 */
function plainPath(graph) {
  return bySteps(graph) ?? byCuts(graph);
}

/** A SAT solver for which edges are in use, no two of them with slots that cross. */
function choice({ edges }) {
  const sat = new Sat(edges.length);
  const bySlot = new Map();
  edges.forEach(({ slot }, edge) => {
    if (!bySlot.has(slot)) bySlot.set(slot, []);
    bySlot.get(slot).push(edge);
  });
  edges.forEach(({ slot }, edge) => {
    for (const other of slot === null ? [] : crossing(slot)) {
      for (const crossed of bySlot.get(other) ?? []) {
        if (edge < crossed) sat.add([2 * edge + 1, 2 * crossed + 1]);
      }
    }
  });
  return sat;
}

/**
 * The same by one question, or null where that takes too long: one edge is in use at each goal line,
 * and two or none at every hole. That is a path, and perhaps loops, which do no harm.
 */
export function bySteps(graph) {
  const sat = choice(graph);
  for (const [end, edges] of graph.at) {
    const line = end === 0 || end === 1;
    if (line) sat.add(edges.map((edge) => 2 * edge));
    edges.forEach((edge, index) => {
      if (!line) sat.add(edges.map((other) => (other === edge ? 2 * other + 1 : 2 * other)));
      edges.slice(0, index).forEach((second, before) => {
        if (line) sat.add([2 * edge + 1, 2 * second + 1]);
        else for (const third of edges.slice(0, before)) sat.add([2 * edge + 1, 2 * second + 1, 2 * third + 1]);
      });
    });
  }
  return sat.solve(MOST_BY_STEPS);
}

/**
 * The same, by cuts: edges are chosen. If those do not join the lines, any path needs one more of
 * the edges that leave what they do join to a line: that is added as a clause, until there is a path
 * or no choice is left.
 */
export function byCuts(graph) {
  const { edges } = graph;
  const sat = choice(graph);
  const used = (edge) => edges[edge].slot === null || sat.value[edge] > 0;
  for (;;) {
    const some = sat.solve(MOST_CONFLICTS);
    if (some === null) throw new Refused("A leaf is too hard to check.");
    if (!some) return false;
    const cuts = [];
    for (const from of [0, 1]) {
      const found = reached(graph, used, from);
      if (found.has(1 - from)) return true;
      const leaving = [];
      edges.forEach(({ ends }, edge) => {
        if (found.has(ends[0]) !== found.has(ends[1])) leaving.push(2 * edge);
      });
      cuts.push(leaving);
    }
    for (const cut of cuts) sat.add(cut);
  }
}
