/** The rules of a split, S1 to S4 of `docs/certificates.md`. */

import { crossing } from "./geometry.js";
import { demand } from "./refused.js";

/** Check a split with the rules of its certificate. Throws Refused. */
export function checkSplit(rules, node) {
  const children = node.children.map((child) => rules.nodes[child]);
  demand(children.length && node.ends, "S1: it has no child, or is not for a chain.");
  const taken = new Set();
  let depth = 0;
  for (const child of children) {
    demand(child.ends, "S1: a child is not for a chain.");
    rules.spend(child.zone.length + child.pegs.length + child.links.length);
    for (const hole of child.zone) {
      demand(!taken.has(hole), "S1: a hole lies in two zones.");
      taken.add(hole);
    }
    rules.isPart(child, "S2");
    depth += child.depth;
  }
  demand(node.depth >= depth, "S2: the depth is too small.");
  const used = node.children.map((child) => usedBy(rules, child));
  if (rules.crossing) checkCrossing(rules, used);
  checkEnds(rules, node, children, used);
}

/** Return the links that a node needs or makes, and those of all nodes below it. */
function usedBy(rules, number) {
  const used = new Set();
  const seen = new Set([number]);
  for (const at of seen) {
    const { links, made, children } = rules.nodes[at];
    rules.spend(links.length + made.length + children.length);
    for (const link of links) used.add(link);
    for (const link of made) used.add(link);
    for (const child of children) seen.add(child);
  }
  return used;
}

/** S3. */
function checkCrossing(rules, used) {
  used.forEach((links, number) => {
    for (const link of links) {
      const slots = crossing(link);
      rules.spend(slots.length * used.length);
      const meets = used.some((others, other) => other !== number && slots.some((slot) => others.has(slot)));
      demand(!meets, "S3: a link of one part crosses a link of another.");
    }
  });
}

/** S4. */
function checkEnds(rules, node, children, used) {
  const within = (part, whole) => {
    if (typeof part === "number" || typeof whole === "number") return part === whole;
    return part.length > 0 && part.every((hole) => whole.includes(hole));
  };
  const last = children.at(-1);
  const fits = within(children[0].ends[0], node.ends[0]) && within(last.ends[1], node.ends[1]);
  demand(fits, "S4: the parts do not begin and end where the whole does.");
  const standing = node.links.filter((link) => {
    return !rules.crossing || !crossing(link).some((slot) => used.some((links) => links.has(slot)));
  });
  const chain = rules.chains.chainOf(node.pegs, standing);
  for (let number = 1; number < children.length; number += 1) {
    const [before, after] = [children[number - 1].ends[1], children[number].ends[0]];
    const holes = typeof before === "number" || typeof after === "number" ? [] : [...before, ...after];
    const joined = holes.length && before.length && after.length && holes.every((hole) => chain.has(hole));
    demand(joined && new Set(holes.map((hole) => chain.get(hole))).size === 1, "S4: two parts do not meet in one chain.");
  }
}
