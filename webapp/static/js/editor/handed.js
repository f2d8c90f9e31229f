/** A drawing that another page hands to the editor, which takes it once. */

import { keepInWindow, windowValue } from "../core/stored.js";

const NAME = "handed-drawing";

/** Keep a drawing for the editor in this window; return whether the browser did so. */
export function handOver(drawing) {
  return keepInWindow(NAME, drawing);
}

/** Return the drawing that was handed over, null if there is none; it is gone then. */
export function handed() {
  const drawing = windowValue(NAME);
  keepInWindow(NAME, null);
  return drawing;
}
