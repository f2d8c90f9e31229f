/** Whether a side has a path left from goal line to goal line (rule L2). */

import { HOLES, SLOTS, crossing, leftOf, rightOf, slotsAt } from "./geometry.js";
import { Sat } from "./sat.js";

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
    const relaxed = reached(graph, () => true);
    if (!relaxed.joined) return true;
    if (this.position.ruleset === "PP") return false;
    return !plainPath(graph);
  }

  /**
   * Return what he may use: `edges` with their slot and two ends, `at` each hole its edges, and the
   * holes on his `lines`. The ends 0 and 1 are the goal lines, where a link goes out of the window.
   */
  graph(pegs, links) {
    this.round += 1;
    for (const peg of pegs) this.own[peg] = this.round;
    for (const link of links) for (const slot of crossing(link)) this.stamp[slot] = this.round;
    const { board, foe, position } = this;
    const free = (hole) => this.may[hole] === 1 && this.own[hole] !== this.round;
    const edges = [];
    const at = new Map([[0, []], [1, []]]);
    const lines = [[], []];
    const join = (slot, one, other) => {
      for (const end of [one, other]) {
        if (!at.has(end)) at.set(end, []);
        at.get(end).push(edges.length);
      }
      edges.push({ slot, ends: [one, other] });
    };
    for (const hole of this.holes) {
      if (!free(hole) || !board.played(hole)) continue;
      for (const end of [0, 1]) if (board.onGoalLine(foe, end, hole)) lines[end].push(hole);
      for (const slot of slotsAt(hole)) {
        const other = leftOf(slot) === hole ? rightOf(slot) : leftOf(slot);
        if (!free(other) || this.stamp[slot] === this.round || this.unlinked(slot)) continue;
        if (!board.played(other)) {
          for (const end of [0, 1]) if (board.meetsGoalLine(foe, end, slot)) join(slot, hole, end);
        } else if (leftOf(slot) === hole) join(slot, hole, other);
      }
    }
    return { edges, at, lines, position };
  }

  /** Whether two pegs stand in a slot without a link, and stay so (PP). */
  unlinked(slot) {
    const { pegs, links, ruleset } = this.position;
    if (ruleset !== "PP" || links[this.foe].has(slot)) return false;
    return pegs[this.foe].has(leftOf(slot)) && pegs[this.foe].has(rightOf(slot));
  }
}

/** Return the holes that edges in use join to goal line `from`, and whether the other line is one. */
function reached({ edges, at, lines }, used, from = 0) {
  const to = 1 - from;
  const found = new Set([from, ...lines[from]]);
  const goal = new Set([to, ...lines[to]]);
  for (const hole of found) {
    if (goal.has(hole)) return { joined: true, found };
    for (const edge of at.get(hole) ?? []) {
      if (!used(edge)) continue;
      for (const end of edges[edge].ends) found.add(end);
    }
  }
  return { joined: false, found };
}

/**
 * Whether some path crosses none of its own links.
 *
 * Edges are chosen so that no two cross. If those do not join the lines, any path needs one more of
 * the edges that leave what they do join to a line: that is added as a clause, until there is a path
 * or no choice is left.
 */
function plainPath(graph) {
  const { edges } = graph;
  const sat = new Sat(edges.length);
  const bySlot = new Map();
  edges.forEach(({ slot }, edge) => {
    if (!bySlot.has(slot)) bySlot.set(slot, []);
    bySlot.get(slot).push(edge);
  });
  edges.forEach(({ slot }, edge) => {
    for (const other of crossing(slot)) {
      for (const crossed of bySlot.get(other) ?? []) {
        if (edge < crossed) sat.add([2 * edge + 1, 2 * crossed + 1]);
      }
    }
  });
  while (sat.solve()) {
    const used = (edge) => sat.value[edge] > 0;
    const cuts = [];
    for (const from of [0, 1]) {
      const { joined, found } = reached(graph, used, from);
      if (joined) return true;
      const leaving = [];
      edges.forEach(({ ends }, edge) => {
        if (found.has(ends[0]) !== found.has(ends[1])) leaving.push(2 * edge);
      });
      cuts.push(leaving);
    }
    for (const cut of cuts) sat.add(cut);
  }
  return false;
}
