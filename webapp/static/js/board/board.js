/**
 * The board: takes over the drawing that the server made, shows states on it and tells which hole
 * or link was chosen. It knows no rules: which holes are open, which links a peg there could have
 * and what would cross them stands in the state.
 *
 * Events: `show` (another state), `play` (detail: hole), `shut` (detail: a hole clicked while none may
 * be played), `preview` (detail: hole or null), `chosen` (detail: hole, by the first tap of a finger),
 * `link` (detail: link) and `peg` (detail: own peg).
 */

import { keysOf } from "./keyboard.js";
import { drawPreview } from "./link_preview.js";
import { pointersOf } from "./pointer.js";
import { line, svg } from "./svg.js";

const NOTHING = { off: new Set(), on: new Set(), lift: new Set(), peg: null };

export class Board extends EventTarget {
  #places = new Map();
  #layers = {};
  #state = null;
  #open = false;
  #preview = null;
  #staged = NOTHING;

  /** Take over a drawing. `side` is the player's. */
  constructor(drawing, side) {
    super();
    this.svg = drawing;
    this.side = side;
    this.width = Number(drawing.dataset.cellWidth);
    for (const hole of drawing.querySelectorAll(".hole")) {
      this.#places.set(hole.dataset.hole, [hole.cx.baseVal.value, hole.cy.baseVal.value]);
    }
    this.rows = [...drawing.querySelectorAll('[role="row"]')].map((row) => [...row.children]);
    this.cells = new Map(this.rows.flat().map((cell) => [cell.dataset.cell, cell]));
    for (const name of ["links", "pegs", "marks"]) {
      this.#layers[name] = drawing.querySelector(`g.${name}`);
    }
    this.#layers.preview = this.#layers.links.cloneNode(false);
    this.#layers.preview.setAttribute("class", "preview");
    this.#layers.links.after(this.#layers.preview);
    for (const name of ["setups", "threats"]) {
      this.#layers[name] = svg("g", { class: name });
      this.#layers.links.before(this.#layers[name]);
    }
    new ResizeObserver(() => this.fitText()).observe(drawing);
    this.keys = keysOf(this);
    pointersOf(this);
  }

  /** The hole whose peg is shown in advance, or null. */
  get previewed() {
    return this.#preview;
  }

  /** Whether the player may choose. */
  get open() {
    return this.#open;
  }

  /** Whether the peg is chosen already, so that a mouse that passes changes nothing. */
  get holding() {
    return this.#staged.peg !== null;
  }

  /** The state that is shown. */
  get state() {
    return this.#state;
  }

  /** The middle of a hole on the drawing. */
  place(hole) {
    return this.#places.get(hole);
  }

  /**
   * Show a state. `open` lets the player choose a hole; `last` (a step) is marked;
   * `numbers` maps holes to the number of their move; `staged` is a turn in the making.
   */
  show(state, { open = false, last = null, numbers = new Map(), staged = NOTHING } = {}) {
    this.#state = state;
    this.#open = open;
    this.#staged = staged;
    this.svg.classList.toggle("open", open);
    this.svg.classList.remove("waiting");
    for (const layer of Object.values(this.#layers)) layer.replaceChildren();
    const chain = new Set(state.chain);
    this.svg.classList.toggle("won", chain.size > 0);
    for (const side of ["white", "black"]) {
      for (const link of state[`${side}_links`]) {
        const drawn = this.drawLink(link, side, this.#layers.links);
        if (last?.made.includes(link)) drawn?.classList.add("arriving", this.#growth(link, last.hole));
        if (chain.has(link.split("-")[0])) drawn?.classList.add("winning");
        if (side === this.side && this.isOff(link)) drawn?.classList.add("link-removed");
      }
      for (const hole of state[side]) {
        const drawn = this.drawPeg(hole, side, this.#layers.pegs);
        if (hole === last?.hole) drawn?.classList.add("arriving");
        if (chain.has(hole)) drawn?.classList.add("winning");
        if (staged.lift.has(hole)) drawn?.classList.add("peg-lifted");
      }
      for (const goal of this.svg.querySelectorAll(`.goal[data-owner="${side}"]`)) {
        goal.classList.toggle("to-move", state.to_move === side);
      }
    }
    this.#mark(last, numbers);
    this.#label();
    this.preview(staged.peg);
    this.dispatchEvent(new CustomEvent("show"));
  }

  /** Draw setups under the links: a ring of four links through two pegs and two holes. */
  drawSetups(setups) {
    this.#layers.setups.replaceChildren();
    for (const { side, name, pegs, holes } of setups) {
      const corners = [pegs[0], holes[0], pegs[1], holes[1]].map((hole) => this.#places.get(hole));
      if (!corners.every(Boolean)) continue;
      const ring = svg("polygon", {
        points: corners.join(" "), class: `setup setup-${this.colour(side)}`, "data-setup": name,
      }, this.#layers.setups);
      svg("title", {}, ring).textContent = `${name}: ${pegs.join(" and ")}`;
      for (const [x, y] of [corners[1], corners[3]]) {
        svg("circle", { cx: x, cy: y, r: this.width / 5, class: "setup-hole" }, this.#layers.setups);
      }
    }
  }

  /** Draw threats under the links: a ring in the hole, and the links that a peg there gets. */
  drawThreats(threats) {
    this.#layers.threats.replaceChildren();
    for (const { side, hole, links } of threats) {
      const at = this.#places.get(hole);
      if (!at) continue;
      const group = svg("g", { class: "threat", "data-side": side }, this.#layers.threats);
      svg("title", {}, group).textContent = `${hole} joins the goal lines`;
      for (const link of links) {
        const ends = this.ends(link);
        if (ends.every(Boolean)) line(...ends, "threat-link", group);
      }
      svg("circle", { cx: at[0], cy: at[1], r: this.width / 3, class: "threat-hole" }, group);
    }
  }

  /** Show a peg with its links before it is played; null takes it away. */
  preview(hole) {
    this.#preview = hole;
    this.svg.classList.remove("waiting");
    drawPreview(this, this.#layers.preview, hole, this.#staged);
    this.dispatchEvent(new CustomEvent("preview", { detail: hole }));
  }

  /** Keep showing a chosen move, if it is a plain one, while it is being judged. */
  wait(hole) {
    this.#open = false;
    this.svg.classList.remove("open");
    this.preview(hole in this.#state.moves ? hole : null);
    this.svg.classList.add("waiting");
  }

  /** Put the keyboard's cursor on the board. */
  focus() {
    this.keys.focus();
  }

  /** Give the cells of some holes a class, and take it from all others; labels say which are in a `zone`. */
  shade(holes, name) {
    const wanted = new Set(holes);
    for (const [hole, cell] of this.cells) cell.classList.toggle(name, wanted.has(hole));
    if (name === "zone" && this.#state) this.#label();
  }

  /** Tell whether a link could be removed, or put back, by the player now. */
  isOwnLink(link) {
    return this.#open && this.#state.removal && this.#state[`${this.side}_links`].includes(link);
  }

  /** The links that a peg in a hole could have to pegs that stay, each with what would cross it. */
  linksOf(hole) {
    return Object.entries(this.#state.moves[hole]).filter(([link]) => !this.isOff(link));
  }

  /** Return which of some links stand, with the turn in the making. */
  standing(links) {
    const present = new Set([...this.#state.white_links, ...this.#state.black_links]);
    return links.filter(
      (link) => this.#staged.on.has(link) || (present.has(link) && !this.isOff(link)),
    );
  }

  /** Tell whether a link may be added between pegs that stand. */
  mayAdd(link) {
    const crossing = this.#state.slots[link];
    return Boolean(crossing) && !this.isOff(link) && this.standing(crossing).length === 0;
  }

  /** Tell whether the turn in the making takes a link off. */
  isOff(link) {
    return this.#staged.off.has(link) || link.split("-").some((hole) => this.#staged.lift.has(hole));
  }

  /** The links in sight that may be added so, those of the turn in the making among them. */
  get addable() {
    const seen = Object.keys(this.#state.slots).filter((link) => this.ends(link).every(Boolean));
    return seen.filter((link) => this.mayAdd(link));
  }

  // -- drawing --------------------------------------------------------------------------

  /** The colour a side is drawn in. */
  colour(side) {
    if (this.svg.dataset.view !== "transposed") return side;
    return side === "white" ? "black" : "white";
  }

  /** Draw a link into a layer; null where it is out of sight. */
  drawLink(name, side, parent) {
    const [one, two] = this.ends(name);
    if (!one || !two) return null;
    const towards = this.#unturned(two[0] - one[0], two[1] - one[1]);
    const [x, y] = towards[0] > 0 ? one : two;
    const [right, down] = towards.map((along) => Math.round(along / this.width) * Math.sign(towards[0]));
    const step = `${right}-${down > 0 ? "down" : "up"}-${Math.abs(down)}`;
    const far = name.split("-").some((hole) => !this.cells.has(hole)) ? " outside" : "";
    return svg("use", {
      href: `#link-${this.colour(side)}-${step}`, x, y,
      class: `link${far}`, "data-link": name, "data-side": side,
    }, parent);
  }

  /** The class of a link of the last move, which grows from its new peg. */
  #growth(link, hole) {
    const [one, two] = this.ends(link);
    if (!one || !two) return "grows";
    const left = this.#unturned(two[0] - one[0], two[1] - one[1])[0] > 0 ? 0 : 1;
    return link.split("-")[left] === hole ? "grows" : "grows-back";
  }

  /** Draw a peg into a layer; null where it is out of sight. */
  drawPeg(hole, side, parent) {
    const place = this.#places.get(hole);
    if (!place) return null;
    const colour = this.colour(side);
    const far = this.cells.has(hole) ? "" : " outside";
    return svg("use", {
      href: `#peg-${colour}`, x: place[0], y: place[1],
      class: `peg peg-${colour}${far}`, "data-hole": hole, "data-side": side,
    }, parent);
  }

  /** What a way on the drawing is before the drawing is turned. */
  #unturned(x, y) {
    const turn = -Number(this.svg.dataset.turn ?? 0);
    return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
  }

  /** The places of a link's ends. */
  ends(link) {
    return link.split("-").map((hole) => this.#places.get(hole));
  }

  #mark(last, numbers) {
    for (const link of last?.removed ?? []) {
      this.drawLink(link, last.side, this.#layers.marks)?.classList.add("link-removed");
    }
    if (last?.hole) {
      const [x, y] = this.#places.get(last.hole);
      svg("use", { href: "#last-peg", x, y, class: "last", "data-last": last.hole }, this.#layers.marks);
    }
    for (const [hole, number] of numbers) {
      const side = ["white", "black"].find((each) => this.#state[each].includes(hole));
      if (!side) continue; // Its peg was taken off (3M).
      const [x, y] = this.#places.get(hole);
      const kind = `number number-${this.colour(side)}`;
      svg("text", { x, y, class: kind }, this.#layers.marks).textContent = number;
    }
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
    for (const [name, cell] of this.cells) {
      let words = "empty";
      cell.classList.toggle("occupied", white.has(name) || black.has(name));
      if (white.has(name) || black.has(name)) {
        words = white.has(name) ? "white peg" : "black peg";
        const ends = linked.get(name);
        if (ends) words += `, linked to ${ends.join(" and ")}`;
      } else if (!this.#places.has(name)) words = "no hole";
      else if (this.#open && !(name in this.#state.moves)) words = "not open to you";
      else if (this.#open) words += this.#promise(name);
      if (cell.matches(".zone:not(.occupied)")) words += ", needed";
      cell.setAttribute("aria-label", `${name}, ${words}`);
    }
  }

  /** Say which links a peg in a hole would have, and what blocks the others. */
  #promise(hole) {
    const far = (link) => link.split("-").find((end) => end !== hole);
    const [made, blocked] = [[], []];
    for (const [link, crossing] of this.linksOf(hole)) {
      const blockers = this.standing(crossing);
      if (blockers.length) blocked.push(`${far(link)} is blocked by ${blockers.join(" and ")}`);
      else made.push(far(link));
    }
    const links = made.length ? `, would link to ${made.join(" and ")}` : "";
    return [links, ...blocked].join(", ");
  }

  /** Keep labels at about 14 pixels, however large a cell is on the screen. */
  fitText() {
    const scale = this.svg.getScreenCTM()?.a ?? 0;
    if (!scale) return;
    const size = Math.min(Math.max(14.2 / scale, 11), this.#pad() * 0.78);
    this.svg.setAttribute("font-size", size.toFixed(1));
    this.svg.classList.toggle("coarse", this.width * scale < 34);
  }

  #pad() {
    return this.width * Math.max(0.76, Math.max(this.rows.length, this.rows[0].length) / 22);
  }
}
