/** The window on the board: four handles, to be dragged or moved with the arrow keys. */

import { pointOf } from "../board/nearest.js";
import { svg } from "../board/svg.js";

const SIDES = {
  left: { axis: 0, end: 0, name: "Left side of the window" },
  top: { axis: 1, end: 0, name: "Upper side of the window" },
  right: { axis: 0, end: 1, name: "Right side of the window" },
  bottom: { axis: 1, end: 1, name: "Lower side of the window" },
};
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
/** Fewest columns and rows of a window, less one. */
const LEAST = 2;
/** Side of a handle in pixels of the screen, as wide as a finger needs. */
const HANDLE = 32;

/**
 * Show the window of a drawing on the whole board, once on each picture of it; tell `changed` of new
 * corners, which promises to say whether they stand.
 */
export function windowOf(board, drawing, changed) {
  // Others in their place would lose the pointer that drags, or the focus.
  if (board.svg.querySelector("g.handles")) return;
  const columns = board.rows[0].map((cell) => cell.dataset.cell.replace(/[0-9]+$/, ""));
  const last = [drawing.columns - 1, drawing.rows - 1];
  const corners = drawing.window ?? [`${columns[0]}1`, `${columns[last[0]]}${last[1] + 1}`];
  const stands = corners.map((hole) => {
    const [, letters, number] = /^([A-Z]+)([0-9]+)$/.exec(hole);
    return [columns.indexOf(letters), Number(number) - 1];
  });
  let box = structuredClone(stands);
  const size = board.width;
  const layer = svg("g", { class: "handles" }, board.svg);
  const area = svg("rect", { class: "window" }, layer);
  const handles = Object.entries(SIDES).map(([id, side]) => {
    const handle = svg("rect", {
      class: "handle", tabindex: 0, role: "slider", "data-side": id,
      "aria-label": side.name, "aria-valuemin": 1, "aria-valuemax": last[side.axis] + 1,
    }, layer);
    listen(handle, side);
    return [handle, side];
  });

  function show() {
    const [x, y] = box[0].map((place) => place * size - size / 2);
    const [width, height] = [0, 1].map((axis) => (box[1][axis] - box[0][axis] + 1) * size);
    for (const [name, value] of Object.entries({ x, y, width, height })) area.setAttribute(name, value);
    // In a small window the middle of each stays free of the others.
    const edge = Math.min(HANDLE / board.svg.getScreenCTM().a, 0.8 * Math.max(width, height));
    for (const [handle, { axis, end }] of handles) {
      const middle = [x + width / 2, y + height / 2];
      middle[axis] = (axis ? y : x) + (end ? (axis ? height : width) : 0);
      const shape = { x: middle[0] - edge / 2, y: middle[1] - edge / 2, width: edge, height: edge, rx: edge / 4 };
      for (const [name, value] of Object.entries(shape)) handle.setAttribute(name, value);
      const place = box[end][axis];
      handle.setAttribute("aria-valuenow", place + 1);
      handle.setAttribute("aria-valuetext", axis ? `row ${place + 1}` : `column ${columns[place]}`);
    }
  }

  function put({ axis, end }, place) {
    const [low, high] = end ? [box[0][axis] + LEAST, last[axis]] : [0, box[1][axis] - LEAST];
    box[end][axis] = Math.min(Math.max(place, low), high);
    show();
  }

  async function tell() {
    const whole = !box[0][0] && !box[0][1] && box[1].every((place, axis) => place === last[axis]);
    if (await changed(whole ? null : box.map(([col, row]) => `${columns[col]}${row + 1}`))) return;
    box = structuredClone(stands);
    show();
  }

  function listen(handle, side) {
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const at = pointOf(board, event);
      put(side, Math.round(((side.axis ? at.y : at.x) + (side.end ? -size / 2 : size / 2)) / size));
    });
    handle.addEventListener("pointerup", tell);
    handle.addEventListener("click", (event) => event.preventDefault());
    handle.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      put(side, box[side.end][side.axis] + step);
      tell();
    });
  }

  show();
  new ResizeObserver(() => board.svg.isConnected && show()).observe(board.svg);
}
