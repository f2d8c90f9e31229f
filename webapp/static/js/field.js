/** What of a board never changes: its surface, border rows, goal lines, labels and holes. */

import { line, svg } from "./svg.js";

/** Width of a cell, in the units of the drawing. */
export const CELL = 40;
const HALF = CELL / 2;
/** How far the surface reaches beyond the last holes: at a real border, and where it goes on. */
const BORDER = 25;
const BEYOND = CELL;

/** How far a goal line's bar reaches beyond the last holes, and how thick its outline is. */
const RIM = 10;
const OUTLINE = 1.2;

/** Return the two ends of each dash of a bar, one dash to a hole. */
function dashes(length) {
  return Array.from({ length: length / CELL + 1 }, (_, hole) => [hole * CELL - RIM, hole * CELL + RIM]);
}

/** The places of a board: from names of holes to points and back. */
export class Field {
  constructor(geometry) {
    this.geometry = geometry;
    this.cut = new Set(geometry.cut);
    const { box, columns } = geometry;
    this.columns = columns.slice(box.left, box.right + 1);
    this.rows = geometry.rows.slice(box.top, box.bottom + 1);
    const reach = (side) => (this.cut.has(side) ? BEYOND : BORDER);
    this.left = -reach("left");
    this.top = -reach("top");
    this.right = (this.columns.length - 1) * CELL + reach("right");
    this.bottom = (this.rows.length - 1) * CELL + reach("bottom");
    // Labels of large boards are small on the screen, so they get more room.
    this.pad = CELL * Math.max(0.76, Math.max(this.columns.length, this.rows.length) / 22);
    const room = (side) => this.pad + (this.cut.has(side) ? CELL * 0.6 : 4);
    this.view = {
      x: this.left - room("left"),
      y: this.top - room("top"),
      width: this.right - this.left + room("left") + room("right"),
      height: this.bottom - this.top + room("top") + room("bottom"),
    };
  }

  /** Return the middle of a hole, in the window or around it; null when it does not show. */
  point(name) {
    const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(name);
    const col = this.geometry.columns.indexOf(letters);
    const row = this.geometry.rows.indexOf(digits);
    if (col < 0 || row < 0) return null;
    return [(col - this.geometry.box.left) * CELL, (row - this.geometry.box.top) * CELL];
  }

  /** Return the name of the hole at a place in the window: columns and rows from 0. */
  name(col, row) {
    return this.columns[col] + this.rows[row];
  }

  /** Draw everything below the pegs. */
  draw(parent) {
    const outline = this.#outline();
    const clip = svg("clipPath", { id: "surface" }, svg("defs", {}, parent));
    svg("path", { d: outline }, clip);
    const surface = svg("g", { "clip-path": "url(#surface)" }, parent);
    svg("path", { d: outline, class: "field" }, surface);
    this.#borderRows(surface);
    for (const ends of this.geometry.guides) {
      line(...ends.map((end) => end.map((place) => place * CELL)), "guide", surface);
    }
    const holes = svg("g", {}, surface);
    for (const name of this.geometry.holes) {
      const [cx, cy] = this.point(name);
      svg("circle", { cx, cy, r: 4.2, class: "hole" }, holes);
    }
    for (const side of this.cut) this.#beyond(side, surface);
    svg("path", { d: outline, class: "edge" }, parent);
    this.#goals(parent);
    this.#labels(parent);
  }

  /** Return the four edges, the way round clockwise. */
  #edges() {
    const { left, top, right, bottom } = this;
    return [
      ["top", [left, top], [right, top]],
      ["right", [right, top], [right, bottom]],
      ["bottom", [right, bottom], [left, bottom]],
      ["left", [left, bottom], [left, top]],
    ];
  }

  /** Return the surface as a path: straight at a border, torn where the board goes on. */
  #outline() {
    const points = this.#edges().flatMap(([side, from, to]) =>
      this.cut.has(side) ? this.#torn(from, to) : [from],
    );
    return `M${points.map((point) => point.join(" ")).join("L")}Z`;
  }

  #torn(from, to) {
    const length = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
    const teeth = Math.round(length / 13);
    const [dx, dy] = [(to[0] - from[0]) / teeth, (to[1] - from[1]) / teeth];
    // Tooth by tooth inwards: to the right of the way round.
    const inwards = (length / teeth) * 0.42;
    return Array.from({ length: teeth }, (_, tooth) => {
      const depth = tooth % 2 ? inwards * (0.7 + 0.3 * ((tooth * 7) % 3)) : 0;
      return [
        from[0] + dx * tooth - Math.sign(dy) * depth,
        from[1] + dy * tooth + Math.sign(dx) * depth,
      ];
    });
  }

  /** Tint the real border rows with their owner's colour, mitred at the corners. */
  #borderRows(parent) {
    const { left, top, right, bottom } = this;
    const inner = (side) => (this.cut.has(side) ? 0 : BORDER + HALF);
    const [x0, x1] = [left + inner("left"), right - inner("right")];
    const [y0, y1] = [top + inner("top"), bottom - inner("bottom")];
    const strips = {
      top: ["white", [left, top, right, top, x1, y0, x0, y0]],
      bottom: ["white", [left, bottom, right, bottom, x1, y1, x0, y1]],
      left: ["black", [left, top, left, bottom, x0, y1, x0, y0]],
      right: ["black", [right, top, right, bottom, x1, y1, x1, y0]],
    };
    for (const [side, [owner, points]] of Object.entries(strips)) {
      if (!this.cut.has(side)) svg("polygon", { points, class: `border-${owner}` }, parent);
    }
  }

  /** Dim what lies outside the window and say that the board goes on there. */
  #beyond(side, parent) {
    const { left, top, right, bottom } = this;
    const depth = BEYOND - HALF;
    const x = side === "right" ? right - depth : left;
    const y = side === "bottom" ? bottom - depth : top;
    const upright = side === "left" || side === "right";
    const width = upright ? depth : right - left;
    const height = upright ? bottom - top : depth;
    svg("rect", { x, y, width, height, class: "beyond" }, parent);
  }

  /** Draw a bar along each goal line in its owner's colour; dashed where it is no border. */
  #goals(parent) {
    const [width, height] = [this.columns, this.rows].map((all) => (all.length - 1) * CELL);
    const bars = {
      top: ["white", width, (along) => [along, -HALF]],
      bottom: ["white", width, (along) => [along, height + HALF]],
      left: ["black", height, (along) => [-HALF, along]],
      right: ["black", height, (along) => [width + HALF, along]],
    };
    for (const [side, [owner, length, at]] of Object.entries(bars)) {
      const bar = svg("g", { class: "goal", "data-owner": owner }, parent);
      for (const [from, to] of this.cut.has(side) ? dashes(length) : [[-RIM, length + RIM]]) {
        line(at(from - OUTLINE), at(to + OUTLINE), `goal-${owner}-edge`, bar);
        line(at(from), at(to), `goal-${owner}`, bar);
      }
    }
  }

  #labels(parent) {
    const group = svg("g", { class: "labels", "aria-hidden": "true" }, parent);
    const put = (x, y, content, attributes = {}) => {
      svg("text", { x, y, ...attributes }, group).textContent = content;
    };
    const away = this.pad / 2 + 1.5;
    this.columns.forEach((label, col) => {
      put(col * CELL, this.top - away, label);
      put(col * CELL, this.bottom + away, label);
    });
    this.rows.forEach((label, row) => {
      put(this.left - away, row * CELL, label);
      put(this.right + away, row * CELL, label);
    });
    const middle = [(this.left + this.right) / 2, (this.top + this.bottom) / 2];
    const far = this.pad + CELL * 0.24;
    const places = {
      top: [middle[0], this.top - far, 0],
      bottom: [middle[0], this.bottom + far, 0],
      left: [this.left - far, middle[1], -90],
      right: [this.right + far, middle[1], 90],
    };
    for (const side of this.cut) {
      const [x, y, turn] = places[side];
      put(x, y, "board continues", { class: "continues", transform: `rotate(${turn} ${x} ${y})` });
    }
  }
}
