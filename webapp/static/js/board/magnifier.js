/**
 * A magnified picture of the hole that a finger chose, with the links that a peg there would have:
 * the finger itself hides them. Only where holes lie close, and until the next touch.
 */

import { svg } from "./svg.js";

/** Holes are close when they are less apart than this, in pixels. */
const CLOSE = 30;
/** How many cells the picture is wide, and how many pixels: a link reaches two cells. */
const CELLS = 5;
const SIZE = 192;
/** From the hole to the picture, in pixels. */
const AWAY = 28;

const finger = matchMedia("(pointer: coarse)");

/** Let the chosen hole of a board be magnified. */
export function lensOf(board) {
  const { svg: drawing, width } = board;
  drawing.id = "whole";
  const lens = svg("svg", { class: "lens", width: SIZE, height: SIZE, "aria-hidden": true }, drawing.parentElement);

  function hide() {
    lens.replaceChildren();
  }

  function show(hole) {
    const [x, y] = board.place(hole);
    const reach = (CELLS / 2) * width;
    lens.setAttribute("viewBox", [x - reach, y - reach, 2 * reach, 2 * reach].join(" "));
    // As large as what is seen of the board: so its lengths are the picture's.
    const { x: left, y: top, width: wide, height: high } = drawing.viewBox.baseVal;
    svg("use", { href: "#whole", x: left, y: top, width: wide, height: high }, lens);
    place(new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM()));
  }

  /** Put it above a point, or below where there is no room. */
  function place({ x, y }) {
    const room = drawing.parentElement.getBoundingClientRect();
    const left = Math.min(Math.max(x - SIZE / 2, 0), innerWidth - SIZE);
    const above = y - AWAY - SIZE;
    lens.style.left = `${left - room.left}px`;
    lens.style.top = `${(above < 0 ? y + AWAY : above) - room.top}px`;
  }

  board.addEventListener("preview", ({ detail: hole }) => {
    hide();
    const close = width * drawing.getScreenCTM().a < CLOSE;
    if (hole && board.open && finger.matches && close) show(hole);
  });
  drawing.addEventListener("pointerdown", hide);
}
