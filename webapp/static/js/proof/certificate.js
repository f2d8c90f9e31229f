/** Reads the text of a certificate; the format is in `docs/certificates.md`. */

import { parseHole, parseSlot } from "./geometry.js";
import { BLACK, WHITE, otherSide } from "./position.js";
import { Refused, demand } from "./refused.js";
import { strictJson } from "./strict_json.js";

const FIELDS = ["format", "version", "solver", "puzzle", "claim", "verdict", "but", "proves", "nodes"];
const MAY_BE_LEFT_OUT = new Map([[2, ["closed"]], [3, ["closed", "first"]]]);
const KINDS = ["leaf", "move", "reply", "split"];
const MOST_NODES = 250_000;
const MOST_LIST = 65_536;

/** Return what a certificate says. Throws Refused with the reason when it cannot be read. */
export function readCertificate(text) {
  let values;
  try {
    values = strictJson(text);
  } catch (error) {
    throw new Refused(`The file is not the JSON of a certificate: ${error.message}.`);
  }
  const object = values instanceof Map && values.get("format") === "twixt-certificate";
  demand(object, "The file is not a certificate of TwixT.");
  const version = values.get("version");
  demand(version !== 1, "The certificate has version 1, which is not read any more.");
  demand(MAY_BE_LEFT_OUT.has(version), "The certificate has a version that this checker does not know.");
  const more = MAY_BE_LEFT_OUT.get(version);
  for (const name of FIELDS) demand(values.has(name), `The certificate has no field ${name}.`);
  for (const name of values.keys()) {
    demand(FIELDS.includes(name) || more.includes(name), `The certificate has a field ${name} that its version does not have.`);
  }
  for (const name of ["solver", "puzzle", "but", ...more]) {
    demand(!values.has(name) || typeof values.get(name) === "string", `The field ${name} is not a text.`);
  }
  const verdict = values.get("verdict");
  demand(verdict === "proven" || verdict === "disproven", "The verdict is neither proven nor disproven.");
  const lists = new Lists();
  const found = {
    version,
    verdict,
    puzzle: values.get("puzzle"),
    claim: claimIn(values.get("claim")),
    proves: claimIn(values.get("proves")),
    but: new Set(lists.holes(values.get("but"))),
    closed: new Set(lists.holes(values.get("closed") ?? "")),
    first: values.has("first") ? lists.hole(values.get("first")) : null,
  };
  demand(version > 2 || verdict === "disproven" || !found.closed.size, "In version 2 only a disproof has closed holes.");
  const nodes = values.get("nodes");
  demand(Array.isArray(nodes) && nodes.length > 0, "The certificate has no nodes.");
  demand(nodes.length <= MOST_NODES, `The certificate has more than ${MOST_NODES} nodes.`);
  const block = found.proves.aim === "block";
  return { ...found, nodes: nodes.map((node, number) => nodeIn(node, number, lists, block)) };
}

/** Whether two claims are the same one. */
export const sameClaim = (one, other) => one.aim === other.aim && one.prover === other.prover;

/** Return what is true if and only if a claim is false. */
export function opposite({ aim, prover }) {
  return { aim: aim === "block" ? "connect" : "block", prover: otherSide(prover) };
}

function claimIn(value) {
  const told = value instanceof Map && value.size === 2;
  const [aim, prover] = told ? [value.get("aim"), value.get("prover")] : [];
  demand((aim === "connect" || aim === "block") && (prover === WHITE || prover === BLACK), "A claim cannot be read.");
  return { aim, prover };
}

/** Texts of holes and links; equal texts are read once. */
class Lists {
  known = [new Map(), new Map()];

  hole(text) {
    const hole = parseHole(text);
    demand(hole >= 0, `${JSON.stringify(text.slice(0, 40))} is no hole.`);
    return hole;
  }

  holes(text) {
    return this.read(0, text, parseHole, "hole");
  }

  links(text) {
    return this.read(1, text, parseSlot, "link");
  }

  read(kind, text, parse, word) {
    demand(typeof text === "string" && text.length <= MOST_LIST, `A list of ${word}s cannot be read.`);
    let found = this.known[kind].get(text);
    if (!found) {
      const values = new Set();
      for (const name of text.match(/\S+/g) ?? []) {
        const value = parse(name);
        demand(value >= 0, `${JSON.stringify(name.slice(0, 40))} is no ${word}.`);
        values.add(value);
      }
      found = Int32Array.from(values);
      this.known[kind].set(text, found);
    }
    return found;
  }
}

function nodeIn(values, number, lists, block) {
  const where = `Node ${number}`;
  demand(Array.isArray(values) && values.length === 10, `${where} is not a list of ten values.`);
  const [kind, depth, zone, pegs, links, hole, made, children, ends, apart] = values;
  demand(KINDS.includes(kind), `${where} has a kind that there is not.`);
  const counts = Number.isInteger(depth) && depth >= 0 && depth <= MOST_NODES;
  demand(counts, `${where} has a depth that is no number from 0 to ${MOST_NODES}.`);
  demand(Array.isArray(children) && children.every(Number.isInteger), `${where} has children that are no numbers.`);
  demand(typeof hole === "string" && (kind !== "move" || hole !== ""), `${where} is a move without a hole.`);
  demand(ends === null || (Array.isArray(ends) && ends.length === 2), `${where} has ends that cannot be read.`);
  const read = ends && ends.map((end) => (end === 0 || end === 1 ? end : lists.holes(end)));
  return {
    kind,
    depth,
    zone: lists.holes(zone),
    pegs: lists.holes(pegs),
    links: lists.links(links),
    hole: hole === "" ? -1 : lists.hole(hole),
    made: lists.links(made),
    children,
    ends: read ?? (block ? null : [0, 1]),
    /** The goal as a text: nodes with the same goal have the same one. */
    goal: read || !block ? (read ?? [0, 1]).map(endText).join("|") : "block",
    apart: lists.links(apart),
  };
}

const endText = (end) => (typeof end === "number" ? `line ${end}` : [...end].sort().join(" "));
