/**
 * The board: draws states and tells which hole was chosen. It knows no rules: which holes are
 * open, and which links a peg there would make, stands in the state.
 *
 * Events: `play` (detail: hole) and `preview` (detail: hole or null).
 */

import { CELL, Field } from "./field.js";
import { line, svg } from "./svg.js";

const PEG = 13;
/** How far from a hole's middle a mouse still means it, and a finger, in cells. */
const MOUSE_REACH = 0.38;
const FINGER_REACH = 0.8;

const STEPS = {
  ArrowLeft: [-1, 0], h: [-1, 0], H: [-1, 0],
  ArrowDown: [0, 1], j: [0, 1], J: [0, 1],
  ArrowUp: [0, -1], k: [0, -1], K: [0, -1],
  ArrowRight: [1, 0], l: [1, 0], L: [1, 0],
  Home: [-Infinity, 0], End: [Infinity, 0],
  PageUp: [0, -Infinity], PageDown: [0, Infinity],
};

export class Board extends EventTarget {
  #field;
  #svg;
  #layers = {};
  #cells = new Map();
  #cursor = { col: 0, row: 0 };
  #state = null;
  #open = false;
  #preview = null;

  /** Draw an empty board into `host`. `side` is the player's, `label` tells what it is. */
  constructor(host, geometry, side, label) {
    super();
    this.side = side;
    this.#field = new Field(geometry);
    const { x, y, width, height } = this.#field.view;
    this.#svg = svg("svg", {
      class: "board",
      viewBox: [x, y, width, height].join(" "),
      role: "grid",
      "aria-label": label,
      "aria-rowcount": this.#field.rows.length,
      "aria-colcount": this.#field.columns.length,
    });
    this.#field.draw(this.#svg);
    const surface = svg("g", { "clip-path": "url(#surface)" }, this.#svg);
    for (const name of ["links", "preview", "pegs", "marks"]) {
      this.#layers[name] = svg("g", { "aria-hidden": "true" }, surface);
    }
    this.#makeCells();
    host.append(this.#svg);
    new ResizeObserver(() => this.#fitText()).observe(this.#svg);
    this.#svg.addEventListener("click", (event) => this.#clicked(event));
    this.#svg.addEventListener("pointermove", (event) => this.#hovered(event));
    this.#svg.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.preview(null);
    });
    this.#svg.addEventListener("keydown", (event) => this.#keyed(event));
  }

  /** The hole that Enter would play. */
  get cursor() {
    return this.#field.name(this.#cursor.col, this.#cursor.row);
  }

  /** The hole whose peg is shown in advance, or null. */
  get previewed() {
    return this.#preview;
  }

  /**
   * Show a state. `open` lets the player choose a hole; `last` (a step) is marked;
   * `numbers` maps holes to the number of their move.
   */
  show(state, { open = false, last = null, numbers = new Map() } = {}) {
    this.#state = state;
    this.#open = open;
    this.#svg.classList.toggle("open", open);
    this.#svg.classList.remove("waiting");
    for (const layer of Object.values(this.#layers)) layer.replaceChildren();
    for (const side of ["white", "black"]) {
      for (const link of state[`${side}_links`]) {
        const drawn = this.#link(link, side, this.#layers.links);
        if (last?.made.includes(link)) drawn?.classList.add("arriving");
      }
      for (const hole of state[side]) {
        const drawn = this.#peg(hole, side, this.#layers.pegs);
        if (hole === last?.hole) drawn?.classList.add("arriving");
      }
      for (const goal of this.#svg.querySelectorAll(`.goal[data-owner="${side}"]`)) {
        goal.classList.toggle("to-move", state.to_move === side);
      }
    }
    this.#mark(last, numbers);
    this.#label();
    this.preview(null);
  }

  /** Show a peg with its links before it is played; null takes it away. */
  preview(hole) {
    this.#preview = hole;
    this.#layers.preview.replaceChildren();
    this.#svg.classList.remove("waiting");
    if (hole) {
      const group = svg("g", { class: "preview" }, this.#layers.preview);
      for (const link of this.#state.moves[hole]) this.#link(link, this.side, group);
      this.#peg(hole, this.side, group);
    }
    this.dispatchEvent(new CustomEvent("preview", { detail: hole }));
  }

  /** Keep showing a chosen move, if it is a plain one, while it is being judged. */
  wait(hole) {
    this.preview(hole in this.#state.moves ? hole : null);
    this.#open = false;
    this.#svg.classList.remove("open");
    this.#svg.classList.add("waiting");
  }

  /** Put the keyboard's cursor on the board. */
  focus() {
    this.#cells.get(this.cursor).focus({ preventScroll: true });
  }

  // -- drawing --------------------------------------------------------------------------

  #outside(hole) {
    return !this.#cells.has(hole);
  }

  #link(name, side, parent) {
    const ends = name.split("-");
    const [from, to] = ends.map((hole) => this.#field.point(hole));
    if (!from || !to) return null;
    const far = ends.some((hole) => this.#outside(hole)) ? " outside" : "";
    const group = svg("g", { class: `link${far}`, "data-link": name, "data-side": side }, parent);
    line(from, to, `link-${side}-edge`, group);
    line(from, to, `link-${side}`, group);
    return group;
  }

  #peg(hole, side, parent) {
    const point = this.#field.point(hole);
    if (!point) return null;
    const [cx, cy] = point;
    const far = this.#outside(hole) ? " outside" : "";
    return svg("circle", { cx, cy, r: PEG, class: `peg peg-${side}${far}`, "data-hole": hole }, parent);
  }

  #mark(last, numbers) {
    for (const link of last?.removed ?? []) {
      const [from, to] = link.split("-").map((hole) => this.#field.point(hole));
      if (from && to) line(from, to, "link-removed", this.#layers.marks);
    }
    if (last?.hole) {
      const [cx, cy] = this.#field.point(last.hole);
      svg("circle", { cx, cy, r: PEG + 4.5, class: "ring", "data-last": last.hole }, this.#layers.marks);
    }
    for (const [hole, number] of numbers) {
      const side = this.#state.white.includes(hole) ? "white" : "black";
      const [x, y] = this.#field.point(hole);
      svg("text", { x, y, class: `number number-${side}` }, this.#layers.marks).textContent = number;
    }
  }

  #makeCells() {
    const half = CELL / 2;
    const exists = new Set(this.#field.geometry.holes);
    this.#field.rows.forEach((_, row) => {
      const group = svg("g", { role: "row", "aria-rowindex": row + 1 }, this.#svg);
      this.#field.columns.forEach((_, col) => {
        const name = this.#field.name(col, row);
        const cell = svg("rect", {
          x: col * CELL - half + 2, y: row * CELL - half + 2, width: CELL - 4, height: CELL - 4, rx: 8,
          class: "cell", role: "gridcell", tabindex: -1, "aria-colindex": col + 1, "data-cell": name,
        }, group);
        cell.addEventListener("focus", () => this.#setCursor(col, row));
        if (!exists.has(name)) cell.setAttribute("aria-disabled", "true");
        this.#cells.set(name, cell);
      });
    });
    this.#setCursor(this.#field.columns.length >> 1, this.#field.rows.length >> 1);
  }

  /** Say in words what is in each hole, for those who do not see it. */
  #label() {
    const linked = new Map();
    for (const link of [...this.#state.white_links, ...this.#state.black_links]) {
      const [one, two] = link.split("-");
      linked.set(one, [...(linked.get(one) ?? []), two]);
      linked.set(two, [...(linked.get(two) ?? []), one]);
    }
    const white = new Set(this.#state.white);
    const black = new Set(this.#state.black);
    for (const [name, cell] of this.#cells) {
      let words = name in this.#state.moves || !this.#open ? "empty" : "closed to you";
      if (white.has(name) || black.has(name)) {
        words = white.has(name) ? "white peg" : "black peg";
        const ends = linked.get(name);
        if (ends) words += `, linked to ${ends.join(" and ")}`;
      }
      cell.setAttribute("aria-label", `${name}, ${words}`);
    }
  }

  /** Keep labels at about 14 pixels, however large a cell is on the screen. */
  #fitText() {
    const scale = this.#svg.getScreenCTM()?.a ?? 0;
    if (!scale) return;
    const size = Math.min(Math.max(14.2 / scale, 11), this.#field.pad * 0.78);
    this.#svg.setAttribute("font-size", size.toFixed(1));
    this.#svg.classList.toggle("coarse", CELL * scale < 34);
  }

  // -- choosing -------------------------------------------------------------------------

  /** Return the open hole near a pointer, or null. */
  #holeAt(event, reach) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.#svg.getScreenCTM().inverse(),
    );
    let [nearest, least] = [null, reach * CELL];
    if (!this.#open) return null;
    for (const hole of Object.keys(this.#state.moves)) {
      const [x, y] = this.#field.point(hole);
      const distance = Math.hypot(at.x - x, at.y - y);
      if (distance < least) [nearest, least] = [hole, distance];
    }
    return nearest;
  }

  #clicked(event) {
    const finger = event.pointerType === "touch";
    const hole = this.#holeAt(event, finger ? FINGER_REACH : MOUSE_REACH);
    if (!hole) {
      if (finger && this.#open) this.preview(null);
      return;
    }
    this.#cells.get(hole).focus({ preventScroll: true });
    if (finger && this.#preview !== hole) this.preview(hole);
    else this.dispatchEvent(new CustomEvent("play", { detail: hole }));
  }

  #hovered(event) {
    if (event.pointerType !== "mouse" || !this.#open) return;
    const hole = this.#holeAt(event, MOUSE_REACH);
    if (hole !== this.#preview) this.preview(hole);
  }

  #keyed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("play", { detail: this.cursor }));
      return;
    }
    const step = STEPS[event.key];
    if (!step || event.defaultPrevented) return;
    event.preventDefault();
    const holes = event.shiftKey ? 3 : 1;
    const within = (value, count) => Math.min(Math.max(value, 0), count - 1);
    this.#setCursor(
      within(this.#cursor.col + step[0] * holes, this.#field.columns.length),
      within(this.#cursor.row + step[1] * holes, this.#field.rows.length),
    );
    this.focus();
    if (this.#open) this.preview(this.cursor in this.#state.moves ? this.cursor : null);
  }

  #setCursor(col, row) {
    this.#cells.get(this.cursor).setAttribute("tabindex", -1);
    this.#cursor = { col, row };
    this.#cells.get(this.cursor).setAttribute("tabindex", 0);
  }
}
