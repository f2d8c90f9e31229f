/** The graph of a review: a bar for each position, up for White, down for Black. */

import { line, svg } from "../board/svg.js";
import { GIVEN_AWAY, NOT_TAKEN, isPartlyProven, mayGiveAway, winner } from "./words.js";

const HEIGHT = 96;
const MIDDLE = HEIGHT / 2;
const BAR = 36;
const MARK = 6;

/** Draw a graph into an element; `go` gets the number of a position that is clicked. */
export function graphOf(place, go) {
  const drawing = svg("svg", { role: "img", height: HEIGHT }, place);
  let [plies, answers, at] = [[], [], 0];

  function draw() {
    const width = place.clientWidth;
    const step = width / Math.max(plies.length, 1);
    drawing.setAttribute("viewBox", `0 0 ${Math.max(width, 1)} ${HEIGHT}`);
    drawing.setAttribute("aria-label", words(answers));
    drawing.replaceChildren();
    svg("rect", { x: at * step, y: 0, width: step, height: HEIGHT, class: "now" }, drawing);
    line([0, MIDDLE], [width, MIDDLE], "axis", drawing);
    answers.forEach((answer, number) => answer && bar(answer, number * step, step));
  }

  function bar(answer, x, step) {
    const gap = Math.min(step / 5, 2);
    const who = winner(answer);
    if (who) {
      const y = who === "white" ? MIDDLE - BAR : MIDDLE;
      svg("rect", {
        x: x + gap, y, width: step - 2 * gap, height: BAR, class: `bar bar-${who}`,
        "data-ply": answer.ply,
      }, drawing);
    } else {
      const [from, to] = [[x + gap, MIDDLE], [x + step - gap, MIDDLE]];
      line(from, to, answer.value === "draw" ? "drawn" : "still-open", drawing).dataset.ply = answer.ply;
    }
    if (mayGiveAway(answer)) {
      const size = Math.min(MARK, step);
      const y = who === "black" ? HEIGHT - size : 0;
      svg("rect", {
        x: x + (step - size) / 2, y, width: size, height: size, class: answer.effect === NOT_TAKEN ? "mark not-taken" : "mark",
        "data-mark": answer.ply,
      }, drawing);
    }
  }

  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const number = Math.floor(((event.clientX - box.left) / box.width) * plies.length);
    go(Math.min(Math.max(number, 0), plies.length - 1));
  });
  new ResizeObserver(draw).observe(place);

  return {
    /** Show answers so far, by position, and the position that is on the board. */
    show(all, known, now) {
      [plies, answers, at] = [all, known, now];
      draw();
    },
  };
}

/** Say what the graph shows. */
function words(answers) {
  const known = answers.filter(Boolean);
  const numbers = (kept) => runs(known.filter(kept).map(({ ply }) => ply + 1));
  const parts = [
    ["Proven for White", numbers((each) => winner(each) === "white")],
    ["Proven for Black", numbers((each) => winner(each) === "black")],
    ["Proven draw", numbers((each) => each.value === "draw")],
    ["Partly proven", numbers(isPartlyProven)],
    ["Open", numbers((each) => !winner(each) && each.value !== "draw" && !isPartlyProven(each))],
    ["Given away by moves", numbers((each) => GIVEN_AWAY.includes(each.effect))],
    ["Not taken by moves", numbers((each) => each.effect === NOT_TAKEN)],
  ].filter(([, found]) => found);
  if (!parts.length) return "Graph of the review: nothing is judged yet.";
  return `Graph of the review, positions by the number of the next move. ${parts.map((part) => part.join(": ")).join(". ")}.`;
}

/** Write ascending numbers shortly: `1 to 3, 7`. */
function runs(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? from : `${from} to ${to}`)).join(", ");
}
