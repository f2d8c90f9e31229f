/**
 * The position in the page's address, so that the back button and a link lead to the same ply:
 * `#g9,d4` is a line, `#g9,d4;c5;3` the third step of what came of trying c5 there.
 */

import { keepInWindow, windowValue } from "../core/stored.js";

/** Return a line of moves, and the move that is being tried with how many of its steps show. */
export function hashOf(line, tried, shown) {
  const moves = line.map(encodeURIComponent).join(",");
  return tried ? `${moves};${encodeURIComponent(tried)};${shown}` : moves;
}

/** Write what `hashOf` returned into the address. */
export function writeAddress(hash) {
  const before = location.hash.slice(1);
  if (hash === before) return;
  const address = location.pathname + location.search + (hash ? `#${hash}` : "");
  // Steps of one attempt are one entry of the history.
  const attempt = (text) => text.split(";").slice(0, 2).join(";");
  const same = hash.includes(";") && attempt(hash) === attempt(before);
  history[same ? "replaceState" : "pushState"](OWN, "", address);
  keepInWindow(WRITTEN, location.href);
}

/** What marks an entry of the history as one that this page wrote. */
const OWN = { own: true };
/** Where the window keeps the address that was written last. */
const WRITTEN = "written-address";

/**
 * Tell whether this window wrote the address. Where an answer comes while the page is being loaded anew, the new
 * page gets the address from before, without its mark: what was written last goes on from it.
 */
function isWritten() {
  if (history.state?.own) return true;
  const last = windowValue(WRITTEN) ?? "";
  return last.startsWith(location.href) && [",", ";", undefined].includes(last[location.href.length]);
}

/** Tell whether the address holds moves that somebody else sent: this site led to none of them. */
export function isSent() {
  if (!location.hash || !namesLine() || isWritten()) return false;
  return !document.referrer || new URL(document.referrer).origin !== location.origin;
}

/** Tell whether the address names a line, and not a part of the page: there is a link to that. */
export function namesLine() {
  return !document.getElementById(location.hash.slice(1));
}

/** Read what `writeAddress` wrote. */
export function readAddress() {
  const [moves = "", tried = "", shown = "2"] = location.hash.slice(1).split(";");
  try {
    return {
      line: moves ? moves.split(",").map(decodeURIComponent) : [],
      tried: decodeURIComponent(tried),
      shown: Number.parseInt(shown, 10) || 2,
    };
  } catch {
    return { line: [], tried: "", shown: 2 };
  }
}
