/**
 * Which share of the kinds of defence is beaten in each puzzle, kept in this browser by public id:
 * `[beaten, all, first, replies]`, with the `{move, name}` of a first move that wins and the hole of a
 * reply of each kind to it that is beaten. Older entries have the two numbers alone. A puzzle is solved
 * when one kind is beaten, and mastered when all are.
 */

import { svg } from "../board/svg.js";
import { counted } from "../core/counted.js";
import { store, storedValue } from "../core/stored.js";

const KEY = "mastery";
const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

/** Return what is kept; nothing when the browser keeps none. */
export function mastery() {
  return storedValue(KEY) ?? {};
}

/** Remember which replies to a first move are beaten, one of each kind; the greater share is kept. */
export function noteMastery(id, all, { move, name }, replies) {
  const kept = mastery();
  const [before, whole, first] = kept[id] ?? [0, 1];
  const more = replies.length / all >= before / whole;
  if (!more && first && first.move !== move) return;
  const share = more ? [replies.length, all] : [before, whole];
  store(KEY, JSON.stringify({ ...kept, [id]: [...share, { move, name }, replies] }));
}

/** Forget all of it. */
export function forgetMastery() {
  store(KEY, null);
}

/** Say it in words. */
export function masteryWords([beaten, all]) {
  return `${beaten} of ${counted(all, "kind")} of defence beaten`;
}

/** Draw a ring that is closed when all kinds are beaten. */
export function ring(found) {
  const [beaten, all] = found;
  const drawing = svg("svg", { class: "ring", viewBox: "0 0 36 36", role: "img", "aria-label": masteryWords(found) });
  const circle = { cx: 18, cy: 18, r: RADIUS };
  svg("circle", { ...circle, class: "ring-whole" }, drawing);
  svg("circle", {
    ...circle, class: "ring-part", transform: "rotate(-90 18 18)",
    "stroke-dasharray": `${(ROUND * beaten) / all} ${ROUND}`,
  }, drawing);
  return drawing;
}
