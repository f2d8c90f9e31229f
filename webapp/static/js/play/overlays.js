/**
 * Switches that draw something more on the board of every position: the basic setups, which are
 * pairs of pegs that a third one can join in two ways, and the threats, which are holes where one
 * more peg joins the goal lines.
 */

import { ask } from "../core/ask.js";
import { store, stored } from "../core/stored.js";
import { address, board, byId, shown } from "./game.js";

/** What is drawn, by the name of its switch, and how it is said. */
const OVERLAYS = {
  setups: {
    title: "Setups",
    draw: (found) => board.drawSetups(found),
    one: ({ name, pegs }) => `${name} ${pegs.join(" and ")}`,
  },
  threats: {
    title: "Threats",
    draw: (found) => board.drawThreats(found),
    one: ({ hole }) => hole,
  },
};

/** What was answered, by the line that leads to the position. */
const known = new Map();

/** Draw what is switched on; the switches are kept in this browser. */
export function openOverlays() {
  for (const name of Object.keys(OVERLAYS)) {
    byId(name).checked = stored(name) === "on";
    byId(name).addEventListener("change", () => {
      store(name, byId(name).checked ? "on" : null);
      draw();
    });
  }
  board.addEventListener("show", draw);
}

const on = (name) => byId(name).checked;
const line = () => shown().map((step) => step.move);

async function draw() {
  const here = line().join(" ");
  if (!known.has(here) && Object.keys(OVERLAYS).some(on)) {
    const { found, problem } = await ask(`${address}/setups`, { line: line() });
    // The board may show another position by now.
    if (here !== line().join(" ")) return;
    if (problem) {
      say(problem);
      return;
    }
    known.set(here, found);
  }
  const words = [];
  for (const [name, { title, draw: drawn, one }] of Object.entries(OVERLAYS)) {
    const found = on(name) ? known.get(here)[name] : [];
    drawn(found);
    if (on(name)) words.push(`${title}. ${inWords(found, one)}`);
  }
  say(words.join(" "));
}

function say(text) {
  byId("overlay-words").hidden = !text;
  byId("overlay-words").textContent = text;
}

function inWords(found, one) {
  const sides = [["white", "White"], ["black", "Black"]].map(([side, name]) => {
    const own = found.filter((each) => each.side === side);
    return own.length ? `${name}: ${own.map(one).join(", ")}.` : "";
  });
  return sides.filter(Boolean).join(" ") || "None here.";
}
