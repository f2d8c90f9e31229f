/** Sums up on the page of one's progress which kinds of defence are beaten. */

import { counted } from "../core/counted.js";
import { mastery, masteryWords, ring } from "./mastery.js";

const found = Object.values(mastery());
if (found.length) {
  const sum = [0, 1].map((at) => found.reduce((total, each) => total + each[at], 0));
  const whole = found.filter(([beaten, all]) => beaten === all).length;
  const place = document.getElementById("mastery");
  const words = document.createElement("span");
  words.textContent = `In this browser: ${masteryWords(sum)}. All kinds are beaten in ${whole} of ${counted(found.length, "puzzle")}.`;
  place.replaceChildren(ring(sum), words);
  place.hidden = false;
}
