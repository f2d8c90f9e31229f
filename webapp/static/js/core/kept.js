/** What a page keeps in its window while this shows another one. */

import { keepInWindow, windowValue } from "./stored.js";

/** Whether the page is visited anew: neither loaded once more nor reached on the way back or forward. */
export const anew = performance.getEntriesByType("navigation")[0]?.type === "navigate";

/**
 * Keep what `what` returns, or nothing for null, under a name whenever the page is left. Return what was
 * kept if the page was loaded anew or on the way back, else null: a new visit begins anew.
 */
export function kept(name, what) {
  addEventListener("pagehide", () => keepInWindow(name, what()));
  return anew ? null : windowValue(name);
}
