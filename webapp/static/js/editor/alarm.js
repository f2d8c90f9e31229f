/** The live check: after each change a short search tells what the first moves of the drawing are. */

import { ask } from "../core/ask.js";
import { store, stored } from "../core/stored.js";
import { svg } from "../board/svg.js";

const KEY = "live check";
/** How long a drawing stands before it is looked at, in milliseconds. */
const CALM = 600;
/** As the legend on the page has them. */
const SIGNS = {
  key: ["K", "key"], wins: ["W", "reaches the goal"], try: ["✗", "marked as a key, but fails"],
};

/** Let drawings be looked at while the switch is on; `redraw` is called when something was found. */
export function alarmOf(main, redraw) {
  const [toggle, said, legend] = ["alarm", "alarm-said", "alarm-legend"].map((id) => document.getElementById(id));
  let timer = null;
  let asked = null;
  /** What was found, of which drawing. */
  let found = null;

  /** Look at a drawing, or at none if it breaks a rule. */
  function look(drawing) {
    const { title, author, source, copyright, tags, ...position } = drawing ?? {};
    const text = JSON.stringify(position);
    if (found && found.of !== text) found = null;
    if (found || (toggle.checked && timer && asked?.of === text)) return;
    clearTimeout(timer);
    asked?.abort.abort();
    asked = null;
    said.textContent = "";
    legend.hidden = !toggle.checked;
    if (!toggle.checked || !drawing) return;
    asked = { of: text, abort: new AbortController() };
    const mine = asked;
    timer = setTimeout(put, CALM);

    async function put() {
      said.textContent = "Looking at the first moves.";
      const answer = await ask(main.dataset.alarm, { drawing }, { signal: mine.abort.signal });
      if (asked !== mine) return;
      said.textContent = answer.found?.text ?? answer.problem;
      timer = answer.wait ? setTimeout(put, 1000 * answer.wait) : null;
      // What was lost is asked again with the next change, or when the connection is back.
      if (answer.wait || answer.lost) return;
      found = { of: text, holes: {}, ...answer.found };
      redraw();
    }
  }

  /** Draw what was found of the drawing that is shown. */
  function mark(board, layer) {
    for (const [hole, kind] of Object.entries(found?.holes ?? {})) {
      const at = board.place(hole);
      if (!at) continue;
      svg("circle", { cx: at[0], cy: at[1], r: 13, class: `mark mark-${kind}`, "data-found": hole }, layer);
      svg("text", { x: at[0], y: at[1], class: `mark-text mark-text-${kind}` }, layer).textContent = SIGNS[kind][0];
      board.cells.get(hole)?.setAttribute("aria-label", `${hole}, ${SIGNS[kind][1]}`);
    }
  }

  toggle.checked = stored(KEY) === "on";
  toggle.addEventListener("change", () => {
    store(KEY, toggle.checked ? "on" : "off");
    found = null;
    redraw();
  });
  addEventListener("online", redraw);
  return { look, mark };
}
