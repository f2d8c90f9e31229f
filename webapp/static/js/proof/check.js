/**
 * Checks a certificate by the rules of `docs/certificates.md`, W1 to W8 here, the nodes' in `rules.js`.
 *
 * It was written from that page, and shares nothing with the solver or with `twixt certify`.
 */

import { opposite, readCertificate, sameClaim } from "./certificate.js";
import { holeName } from "./geometry.js";
import { otherSide } from "./position.js";
import { readPuzzle } from "./puzzle_text.js";
import { demand } from "./refused.js";
import { NodeRules } from "./rules.js";

/**
 * Check the text of a certificate; `progress` hears how many nodes of how many are done.
 *
 * Returns what is proved, and of what: see `told`. Throws Refused with the reason.
 */
export function check(text, progress = () => {}) {
  const certificate = readCertificate(text);
  const puzzle = readPuzzle(certificate.puzzle);
  const { claim, verdict, proves, but, closed, first, nodes } = certificate;
  const root = nodes.at(-1);
  const { position, toMove } = puzzle;
  const { board } = position;

  demand(sameClaim(claim, puzzle.claim), "W1: the claim is not the puzzle's.");
  const shown = verdict === "proven" ? claim : opposite(claim);
  const stronger = shown.aim === "block" && proves.aim === "connect" && proves.prover === shown.prover;
  demand(sameClaim(proves, shown) || stronger, "W2: the strategy shows something else than the verdict says.");
  if (but.size) {
    const may = verdict === "disproven" && toMove === claim.prover && root.kind === "reply";
    demand(may, "W3: moves are left out where that has no meaning.");
  }
  const pegged = (hole) => position.pegs.white.has(hole) || position.pegs.black.has(hole);
  for (const hole of closed) {
    demand(board.played(hole) && !pegged(hole), `W4: ${holeName(hole)} is closed, and is no empty hole.`);
  }
  if (first !== null) {
    const may = verdict === "proven" && toMove === claim.prover && root.kind === "move" && root.hole === first;
    demand(may && !pegged(first), "W5: the proof does not begin with the first move that it names.");
  }

  const prover = proves.prover;
  const open = {
    [prover]: position.openTo(prover, prover === claim.prover ? closed : new Set()),
    [otherSide(prover)]: position.openTo(otherSide(prover), prover === claim.prover ? new Set() : closed),
  };
  const rules = new NodeRules(certificate, position, open);
  nodes.forEach((_, number) => {
    rules.check(number);
    progress(number + 1, nodes.length);
  });
  checkRoot(root, prover, position, toMove);
  if (nodes.some(({ kind }) => kind === "split")) checkRoom(certificate, position, open[prover]);
  return told(certificate, puzzle);
}

/** W7: the root fits the start. */
function checkRoot(root, prover, position, toMove) {
  const foe = otherSide(prover);
  const { pegs, links } = position;
  demand(root.pegs.every((peg) => pegs[prover].has(peg)), "W7: the root needs a peg that the puzzle does not have.");
  demand(root.links.every((link) => links[prover].has(link)), "W7: the root needs a link that the puzzle does not have.");
  demand(!root.zone.some((hole) => pegs[foe].has(hole)), "W7: a peg of the opponent is in the root's zone.");
  demand(!root.apart.some((slot) => links[foe].has(slot)), "W7: the opponent holds a link that the root cannot bear.");
  const turn = { leaf: toMove, move: prover, reply: foe, split: foe }[root.kind];
  demand(turn === toMove, "W7: the wrong side is to move.");
  demand(root.goal === "block" || root.goal === "line 0|line 1", "W7: the root's goal is only a part of a chain.");
}

/** W8: holes enough are left for all parts of a split. */
function checkRoom({ nodes }, position, open) {
  const turns = new Float64Array(nodes.length);
  nodes.forEach(({ kind, children }, number) => {
    if (kind === "move") turns[number] = turns[children[0]] + 1;
    for (const child of kind === "move" ? [] : children) {
      turns[number] = kind === "split" ? turns[number] + turns[child] : Math.max(turns[number], turns[child]);
    }
  });
  const { white, black } = position.pegs;
  const empty = position.board.holes().filter((hole) => open[hole] && !white.has(hole) && !black.has(hole)).length;
  const needed = 2 * turns[nodes.length - 1] - (nodes.at(-1).kind === "move" ? 1 : 0);
  demand(empty >= needed, "W8: there are too few empty holes for all parts.");
}

/** Return what is proved, in values that can be sent: sides and holes are texts. */
function told({ claim, verdict, but, closed, first, nodes, puzzle }, { position, toMove }) {
  const names = (holes) => [...holes].sort((one, other) => one - other).map(holeName);
  const kinds = { leaf: 0, move: 0, reply: 0, split: 0 };
  for (const { kind } of nodes) kinds[kind] += 1;
  return {
    claim,
    verdict,
    but: names(but),
    closed: names(closed),
    first: first === null ? null : holeName(first),
    toMove,
    puzzle,
    pegs: { white: names(position.pegs.white), black: names(position.pegs.black) },
    nodes: nodes.length,
    kinds,
  };
}
