/**
 * Which share of the kinds of defence is beaten in each puzzle: `[beaten, all]` by public id, kept in
 * this browser. A puzzle is solved when one kind is beaten, and mastered when all are.
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

/** Remember how many kinds of defence are beaten in a puzzle, unless more were before. */
export function noteMastery(id, beaten, all) {
  const kept = mastery();
  const [before, whole] = kept[id] ?? [0, 1];
  if (beaten / all < before / whole) return;
  store(KEY, JSON.stringify({ ...kept, [id]: [beaten, all] }));
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
