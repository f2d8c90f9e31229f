/** The rules of a single node, N, L, M and R of `docs/certificates.md`; S is in `splits.js`. */

import { Blocks } from "./blocked.js";
import { HOLES, SLOTS, crossing, leftOf, rightOf } from "./geometry.js";
import { Chains } from "./chains.js";
import { checkSplit } from "./splits.js";
import { otherSide } from "./position.js";
import { Refused, demand } from "./refused.js";

const CHAIN = "line 0|line 1";
const MAY_FOLLOW = {
  move: ["reply", "split", "leaf"],
  reply: ["move", "leaf"],
  split: ["reply", "split", "leaf"],
};
/** Steps of work in one certificate: some minutes on a slow machine. */
const MOST_WORK = 2_000_000_000;

/** Sets of numbers below a bound that are emptied at once. */
class Marks {
  constructor(bound) {
    this.round = 0;
    this.at = new Int32Array(bound);
  }

  /** Make it the set of these numbers. */
  fill(...lists) {
    this.round += 1;
    for (const list of lists) for (const one of list) this.at[one] = this.round;
    return this;
  }

  has(one) {
    return this.at[one] === this.round;
  }
}

export class NodeRules {
  constructor({ proves, but, nodes }, position, open) {
    this.nodes = nodes;
    this.but = but;
    this.position = position;
    this.prover = proves.prover;
    this.foe = otherSide(proves.prover);
    this.open = open[this.prover];
    this.openToFoe = open[this.foe];
    this.foesPegs = position.pegs[this.foe];
    this.foesLinks = position.links[this.foe];
    this.crossing = position.ruleset !== "PP";
    this.chains = new Chains(position.board, this.prover);
    this.blocks = new Blocks(position, this.foe, this.openToFoe);
    this.zone = new Marks(HOLES);
    this.pegs = new Marks(HOLES);
    this.links = new Marks(SLOTS);
    this.slots = new Marks(SLOTS);
    this.apart = new Marks(SLOTS);
    this.work = 0;
  }

  /** Check a node, and that its children carry it. Throws Refused. */
  check(number) {
    const node = this.nodes[number];
    try {
      this.everyNode(node, number);
      if (node.kind === "leaf") this.leaf(node);
      if (node.kind === "move") this.move(node, number === this.nodes.length - 1);
      if (node.kind === "reply") this.reply(node, number === this.nodes.length - 1);
      if (node.kind === "split") checkSplit(this, node);
    } catch (error) {
      throw error instanceof Refused ? new Refused(`Node ${number} (${node.kind}): ${error.message}`) : error;
    }
  }

  spend(steps) {
    this.work += steps;
    demand(this.work <= MOST_WORK, "the certificate takes too long to check.");
  }

  everyNode(node, number) {
    const { zone, pegs, links, apart, children } = node;
    this.spend(1 + zone.length + pegs.length + 10 * links.length + 10 * node.made.length);
    demand(children.every((child) => child >= 0 && child < number), "N1: a child does not come before it.");
    this.zone.fill(zone);
    this.pegs.fill(pegs);
    this.links.fill(links);
    demand(ends(links).every((peg) => this.pegs.has(peg)), "N2: a link ends in no peg of the node.");
    if (this.crossing) {
      demand(!links.some((link) => crossing(link).some((slot) => this.links.has(slot))), "N3: two links cross.");
    }
    demand(!apart.length || (node.kind === "move" && this.crossing), "N4: only a move may have slots apart, and not under PP.");
    if (node.kind === "move" || node.kind === "reply") {
      for (const child of children) {
        const { goal } = this.nodes[child];
        demand(goal === node.goal || (node.goal === "block" && goal === CHAIN), "N5: a child has another goal.");
      }
    }
    for (const child of children) {
      if (node.kind === "leaf") break;
      demand(MAY_FOLLOW[node.kind].includes(this.nodes[child].kind), "it has a child of a kind that may not follow.");
    }
  }

  leaf(node) {
    if (node.goal === "block") {
      demand(this.blocks.blocked(node.pegs, node.links), "L2: the opponent has a path left.");
    } else {
      demand(this.chains.joins(node), "L1: the pegs do not join the ends.");
    }
  }

  move(node, isRoot) {
    const { hole, made, children, zone, pegs, links } = node;
    demand(children.length === 1, "M1: a move has one child.");
    const child = this.nodes[children[0]];
    this.spend(child.zone.length + child.pegs.length + child.links.length);
    demand(this.zone.has(hole) && this.open[hole], "M1: the hole is not in the zone, or not open.");
    const stands = this.pegs.has(hole) || this.position.pegs[this.prover].has(hole);
    demand(node.depth >= child.depth + (stands ? 0 : 1), "M2: the depth is too small.");
    demand(child.zone.every((one) => this.zone.has(one)), "M3: the child's zone is not part of the zone.");
    this.pegs.fill(pegs, [hole]);
    demand(child.pegs.every((peg) => this.pegs.has(peg)), "M3: the child needs a peg that is not there.");
    this.slots.fill(links, made);
    demand(child.links.every((link) => this.slots.has(link)), "M3: the child needs a link that is not there.");
    demand(ends(made).every((peg) => this.pegs.has(peg)), "M4: a new link ends in no peg of his.");
    if (this.crossing) {
      this.slots.fill(made, child.links);
      demand(!made.some((link) => crossing(link).some((slot) => this.slots.has(slot))), "M4: a new link crosses an own one.");
    } else this.linksUnderPp(hole, made);
    this.pegs.fill(pegs);
    this.apart.fill(node.apart);
    for (const link of made) {
      for (const slot of crossing(link)) {
        demand(this.cannotStand(slot, isRoot), "M5: a link of the opponent can stand across a new one.");
      }
    }
  }

  /** M6. */
  linksUnderPp(hole, made) {
    const own = this.position.pegs[this.prover];
    const standing = this.position.links[this.prover];
    for (const link of made) {
      const [left, right] = [leftOf(link), rightOf(link)];
      demand(left === hole || right === hole, "M6: a new link does not end in the new peg.");
      demand(standing.has(link) || !(own.has(left) && own.has(right)), "M6: a new link joins pegs that stay unlinked.");
    }
  }

  /** M5: whether the opponent can hold no link in a slot across a new one. */
  cannotStand(slot, isRoot) {
    const both = [leftOf(slot), rightOf(slot)];
    if (both.some((hole) => !this.foeMay(hole))) return true;
    if (both.some((hole) => this.pegs.has(hole) || this.zone.has(hole))) return true;
    if (this.apart.has(slot)) return true;
    if (crossing(slot).some((link) => this.links.has(link))) return true;
    if (isRoot && !this.foesLinks.has(slot)) return true;
    return !this.crossing && both.every((hole) => this.foesPegs.has(hole)) && !this.foesLinks.has(slot);
  }

  /** Whether a peg of the opponent may ever stand in a hole. */
  foeMay(hole) {
    return this.openToFoe[hole] === 1 || this.foesPegs.has(hole);
  }

  reply(node, isRoot) {
    const children = node.children.map((child) => this.nodes[child]);
    demand(children.length, "R1: it has no child.");
    for (const child of children) {
      this.spend(child.zone.length + child.pegs.length + child.links.length);
      this.isPart(child, "R2");
      demand(child.depth <= node.depth, "R2: a child's depth is larger.");
    }
    const free = children.filter((child) => !child.apart.length);
    const needy = children.filter((child) => child.apart.length);
    const answered = (hole) => {
      if (!this.openToFoe[hole] || this.pegs.has(hole) || (isRoot && this.but.has(hole))) return true;
      const left = needy.filter((child) => !child.zone.includes(hole));
      return left.length > 0 && !this.canHurtAll(left, hole);
    };
    const common = free.length ? inAll(free) : node.zone;
    for (const hole of common) {
      demand(answered(hole), needy.length ? "R4: a reply has no answer." : "R3: a reply has no answer.");
    }
    if (!free.length) demand(!this.canHurtAll(needy, -1), "R4: a pass may have no answer.");
  }

  /** Refuse unless a child's pattern is part of the node's own. */
  isPart(child, rule) {
    demand(child.zone.every((hole) => this.zone.has(hole)), `${rule}: a child's zone is not part of the zone.`);
    demand(child.pegs.every((peg) => this.pegs.has(peg)), `${rule}: a child needs a peg that is not there.`);
    demand(child.links.every((link) => this.links.has(link)), `${rule}: a child needs a link that is not there.`);
  }

  /** R4: whether the opponent, after pegging `hole`, may hold links in a slot `apart` of each child. */
  canHurtAll(children, hole) {
    const may = (slot) => {
      for (const end of [leftOf(slot), rightOf(slot)]) {
        if (!this.foeMay(end) || this.pegs.has(end) || (this.zone.has(end) && end !== hole)) return false;
      }
      return !crossing(slot).some((link) => this.links.has(link));
    };
    const choices = children.map((child) => [...child.apart].filter(may)).sort((one, other) => one.length - other.length);
    const chosen = [];
    const choose = (number) => {
      this.spend(1);
      if (number === choices.length) return true;
      return choices[number].some((slot) => {
        if (crossing(slot).some((other) => chosen.includes(other))) return false;
        chosen.push(slot);
        const found = choose(number + 1);
        chosen.pop();
        return found;
      });
    };
    return choose(0);
  }
}

/** Return the ends of all links of a list. */
function ends(links) {
  const found = new Int32Array(2 * links.length);
  links.forEach((link, place) => {
    found[2 * place] = leftOf(link);
    found[2 * place + 1] = rightOf(link);
  });
  return found;
}

/** Return the holes that lie in the zones of all nodes. */
function inAll(nodes) {
  const [least, ...others] = nodes.map(({ zone }) => zone).sort((one, other) => one.length - other.length);
  let left = least;
  for (const zone of others) {
    if (!left.length) break;
    const known = new Set(zone);
    left = left.filter((hole) => known.has(hole));
  }
  return left;
}
