/**
 * Mouse and fingers on a board. A mouse shows a peg where it points and plays it with a click. A
 * finger shows it with the first tap and plays it with the second; two fingers zoom, and one
 * moves what is zoomed.
 */

import { nearestHole, nearestLink, pointOf } from "./nearest.js";

/** How far from a hole's middle a mouse still means it, and a finger, in cells. */
const MOUSE_REACH = 0.38;
const FINGER_REACH = 0.8;
/** So near, in cells, a hole is meant and no link. */
const PEG_REACH = 0.3;
/** Half the band in which a link is meant, in pixels. */
const BAND = 7;
/** A finger that went so far, in pixels, meant no tap. */
const SLIP = 10;
const MOST = 4;
const ENDS = ["pointerup", "pointercancel"];

/** Let a board be pointed at. */
export function pointersOf(board) {
  const { svg, width } = board;
  const home = svg.viewBox.baseVal;
  const whole = { x: home.x, y: home.y, width: home.width, height: home.height };
  const fingers = new Map();
  let slipped = false;
  /** Where a finger came down: the click that follows may be moved to the nearest cell. */
  let touched = null;
  /** What came down last: older browsers do not tell of a click whether it is a finger's. */
  let last = null;

  // -- what is meant ----------------------------------------------------------------------

  const at = (event) => pointOf(board, event);

  function holeAt(event, reach) {
    return board.open ? nearestHole(board, Object.keys(board.state.moves), at(event), reach * width) : null;
  }

  /**
   * The link under a pointer that may be removed or added, or null: pegs and holes win where both
   * are near. One that is removed already gives way to one that crosses it.
   */
  function linkAt(event) {
    if (!board.open || !board.state.removal) return null;
    const point = at(event);
    if (nearestHole(board, board.cells.keys(), point, PEG_REACH * width)) return null;
    const own = board.state[`${board.side}_links`];
    const standing = own.filter((link) => !board.isOff(link));
    const band = BAND / svg.getScreenCTM().a;
    return nearestLink(board, [...board.addable, ...standing], point, band) ?? nearestLink(board, own, point, band);
  }

  function tell(event, detail) {
    board.dispatchEvent(new CustomEvent(event, { detail }));
  }

  // -- choosing ---------------------------------------------------------------------------

  svg.addEventListener("click", (event) => {
    if (slipped) return;
    const finger = (event.pointerType || last?.pointerType) === "touch";
    const meant = finger && touched ? touched : event;
    const link = linkAt(meant);
    if (link) {
      tell("link", link);
      return;
    }
    const peg = board.open ? nearestHole(board, board.state[board.side], at(meant), PEG_REACH * width) : null;
    const hole = peg ? null : holeAt(meant, finger ? FINGER_REACH : MOUSE_REACH);
    if (peg && board.state.lift) tell("peg", peg);
    else if (hole) {
      board.cells.get(hole).focus({ preventScroll: true });
      if (finger && board.previewed !== hole) {
        board.preview(hole);
        tell("chosen", hole);
      } else tell("play", hole);
    } else {
      if (finger && board.open) board.preview(null);
      // Where no peg can be put, and where none may be put now, who plays is told why.
      const closed = nearestHole(board, board.cells.keys(), at(meant), MOUSE_REACH * width);
      if (closed) tell(board.open ? "play" : "shut", closed);
    }
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !board.open || board.holding) return;
    const hole = linkAt(event) ? null : holeAt(event, MOUSE_REACH);
    svg.classList.toggle("on-link", Boolean(linkAt(event)));
    if (hole !== board.previewed) board.preview(hole);
  });
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && !board.holding) board.preview(null);
  });

  // -- zooming ----------------------------------------------------------------------------

  function look(view) {
    const scale = Math.min(Math.max(whole.width / view.width, 1), MOST);
    const [w, h] = [whole.width / scale, whole.height / scale];
    const x = Math.min(Math.max(view.x, whole.x), whole.x + whole.width - w);
    const y = Math.min(Math.max(view.y, whole.y), whole.y + whole.height - h);
    svg.setAttribute("viewBox", [x, y, w, h].join(" "));
    svg.classList.toggle("zoomed", scale > 1.01);
  }

  /** A finger may go up anywhere. With the last one the window lets go of the board. */
  function lift(event) {
    fingers.delete(event.pointerId);
    if (fingers.size) return;
    for (const name of ENDS) removeEventListener(name, lift);
  }

  svg.addEventListener("pointerdown", (event) => {
    last = event;
    if (!fingers.size) slipped = false;
    if (event.pointerType !== "touch") return;
    touched = event;
    fingers.set(event.pointerId, event);
    for (const name of ENDS) addEventListener(name, lift);
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.values()].filter((finger) => finger !== before);
    const now = svg.viewBox.baseVal;
    if (others.length === 1) {
      slipped = true;
      const [other] = others;
      const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      const ratio = apart(before) / Math.max(apart(event), 1);
      const still = at(other);
      look({
        x: still.x - (still.x - now.x) * ratio, y: still.y - (still.y - now.y) * ratio,
        width: now.width * ratio,
      });
    } else if (!others.length && svg.classList.contains("zoomed")) {
      if (!slipped && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < SLIP) return;
      slipped = true;
      const [from, to] = [at(before), at(event)];
      look({ x: now.x + from.x - to.x, y: now.y + from.y - to.y, width: now.width });
    } else return;
    fingers.set(event.pointerId, event);
  });
}
