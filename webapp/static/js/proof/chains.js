/** Which pegs are one chain, and what it joins (rules L1 and S4). */

import { leftOf, rightOf } from "./geometry.js";

export class Chains {
  constructor(board, side) {
    Object.assign(this, { board, side });
  }

  /** Whether a leaf's pegs and links join its two ends. */
  joins({ pegs, links, ends }) {
    const { board, side } = this;
    const chain = this.chainOf(pegs, links);
    const touched = ends.map((end) => {
      if (typeof end !== "number") return [...end].filter((hole) => chain.has(hole)).map((hole) => chain.get(hole));
      const found = pegs.filter((peg) => board.played(peg) && board.onGoalLine(side, end, peg));
      const by = [...found].map((peg) => chain.get(peg));
      for (const link of links) {
        const [left, right] = [leftOf(link), rightOf(link)];
        if (board.played(left) === board.played(right) || !board.meetsGoalLine(side, end, link)) continue;
        by.push(chain.get(board.played(left) ? left : right));
      }
      return by;
    });
    return touched[0].some((one) => touched[1].includes(one));
  }

  /** Return for each peg that conducts the number of its chain. */
  chainOf(pegs, links) {
    const above = new Map();
    for (const peg of pegs) if (this.board.played(peg)) above.set(peg, peg);
    const top = (peg) => {
      let at = peg;
      while (above.get(at) !== at) {
        above.set(at, above.get(above.get(at)));
        at = above.get(at);
      }
      return at;
    };
    for (const link of links) {
      const [left, right] = [leftOf(link), rightOf(link)];
      if (above.has(left) && above.has(right)) above.set(top(left), top(right));
    }
    return new Map([...above.keys()].map((peg) => [peg, top(peg)]));
  }
}
