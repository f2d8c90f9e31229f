/** Sums up on the page of one's progress which kinds of defence are beaten. */

import { mastery, masteryWords, ring } from "./mastery.js";

const found = Object.values(mastery());
if (found.length) {
  const sum = [0, 1].map((at) => found.reduce((total, each) => total + each[at], 0));
  const whole = found.filter(([beaten, all]) => beaten === all).length;
  const place = document.getElementById("mastery");
  const puzzles = `${found.length} puzzle${found.length === 1 ? "" : "s"}`;
  const words = document.createElement("span");
  words.textContent = `In this browser: ${masteryWords(sum)}, in ${puzzles}. All kinds are beaten in ${whole} of them.`;
  place.replaceChildren(ring(sum), words);
  place.hidden = false;
}
