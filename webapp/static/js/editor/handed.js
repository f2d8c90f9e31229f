/** A drawing that another page hands to the editor, which takes it once. */

const NAME = "handed-drawing";

/** Keep a drawing for the editor in this window. */
export function handOver(drawing) {
  sessionStorage.setItem(NAME, JSON.stringify(drawing));
}

/** Return the drawing that was handed over, null if there is none; it is gone then. */
export function handed() {
  try {
    const drawing = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    sessionStorage.removeItem(NAME);
    return drawing;
  } catch {
    return null; // A browser that keeps nothing.
  }
}
