/**
 * What can be done when a puzzle is solved or given up: beat the other defences, look at the
 * solution, see which holes it needs, and try out anything without a trace.
 */

import { ask } from "../core/ask.js";
import { hold } from "../core/hold.js";
import { mastery, masteryWords, noteMastery } from "../progress/mastery.js";
import { address, board, byId, other, puzzle, shown } from "./game.js";
import { openTree } from "./solution_tree.js";

/** Let the panel work. `page` has ways to show positions. */
export function openAfter(page) {
  const [panel, tree, credit] = [byId("after"), byId("tree"), byId("credit")];
  /** The classes of defences to the first move that solved it, and which are beaten. */
  let strategy = null;
  /** The turns of the solved line whose class could not be asked for; the button asks again. */
  let uncounted = null;
  /** Tells the last solving from those before, whose answers may come late. */
  let latest = null;

  // -- beating every defence ----------------------------------------------------------------

  /** Note which class the solved line belongs to. */
  async function solved(turns) {
    panel.hidden = false;
    uncounted = null;
    const mine = {};
    latest = mine;
    const [first, reply] = turns[0];
    if (!reply || puzzle.privilege) {
      byId("beat").hidden = true;
      return;
    }
    if (strategy?.first.move !== first.move) {
      credit.textContent = "Counting the kinds of defence…";
      const { found, problem } = await ask(`${address}/defences`, { line: [first.move] });
      if (latest !== mine) return;
      if (!found?.classes.length) {
        if (problem) uncounted = [[first, reply]];
        credit.textContent = problem ?? "";
        byId("beat").hidden = !problem;
        return;
      }
      strategy = { first, classes: found.classes, beaten: new Set(), zone: found.zone };
    }
    const { classes, beaten } = strategy;
    const [, , known, replies] = mastery()[puzzle.id] ?? [];
    for (const hole of known?.move === first.move ? [...replies, reply.hole] : [reply.hole]) {
      const at = classes.findIndex((each) => each.replies.includes(hole));
      if (at >= 0) beaten.add(at);
    }
    noteMastery(puzzle.id, classes.length, first, [...beaten].map((at) => classes[at].replies[0]));
    tally();
  }

  /** Say how many classes are beaten. */
  function tally() {
    const { first } = strategy;
    const [done, all] = [strategy.beaten.size, strategy.classes.length];
    const kinds = all === 1 ? "The only kind" : `All ${all} kinds`;
    credit.textContent = done === all
      ? `${kinds} of defence to ${first.name} ${all === 1 ? "is" : "are"} beaten.`
      : `${done} of ${all} kinds of defence to ${first.name} beaten.`;
    byId("beat").hidden = done === all;
  }

  async function beatNext() {
    const at = strategy.classes.findIndex((_, number) => !strategy.beaten.has(number));
    const [reply] = strategy.classes[at].steps;
    tally();
    // It lists the answers to what is asked now.
    if (!tree.hidden) toggleTree();
    await page.start([strategy.first.move, reply.move], `This time ${other} answers ${reply.name}. Your move.`);
    showBoard();
  }

  byId("beat").addEventListener("click", async () => {
    if (uncounted) {
      const release = hold(byId("beat"));
      await solved(uncounted);
      release();
    }
    if (strategy && !uncounted && !byId("beat").hidden) beatNext();
  });

  // -- the solution, and the holes it needs ---------------------------------------------------

  function toggleTree() {
    tree.hidden = !tree.hidden;
    byId("tree-open").setAttribute("aria-expanded", !tree.hidden);
    byId("copy").hidden = tree.hidden;
  }

  byId("tree-open").addEventListener("click", async () => {
    toggleTree();
    if (!tree.hidden && !tree.querySelector("[role=treeitem]")) await openTree(page, tree);
    tree.scrollIntoView({ block: "nearest" });
  });
  byId("copy").addEventListener("click", async () => {
    const text = shown().map((step) => step.name).join(" ");
    try {
      await navigator.clipboard.writeText(text);
      credit.textContent = `Copied: ${text}`;
    } catch {
      credit.textContent = text;
    }
  });
  byId("zone").addEventListener("click", async () => {
    const on = byId("zone").getAttribute("aria-pressed") !== "true";
    byId("zone").setAttribute("aria-pressed", on);
    if (!on) {
      board.shade([], "zone");
      return;
    }
    const { found, problem } = await ask(`${address}/defences`, { line: strategy ? [strategy.first.move] : [] });
    if (byId("zone").getAttribute("aria-pressed") !== "true") return;
    const first = found?.first ?? strategy?.first;
    if (problem || !found.zone.length) {
      byId("zone").setAttribute("aria-pressed", false);
      credit.textContent = problem ?? (found.over && first
        ? `After ${first.name} nothing more is needed: ${found.verdict}`
        : "Nothing is proved here, so no area can be shown.");
      return;
    }
    // The holes of the last hint would be taken for needed ones.
    board.shade([], "hinted");
    board.shade(found.zone, "zone");
    showBoard();
    credit.textContent = `Shaded: all that ${first.name} needs. ${other}’s moves elsewhere cannot stop it.`;
  });

  // -- trying out anything ----------------------------------------------------------------------

  byId("explore").addEventListener("click", () => {
    page.explore();
    showBoard();
  });

  /** These buttons stand below the board on a telephone: what they do is seen above. */
  function showBoard() {
    board.svg.scrollIntoView({ block: "nearest" });
  }

  /** Open the panel, with words if it has none of its own. */
  function open(words = "") {
    panel.hidden = false;
    credit.textContent ||= words;
  }

  /** Open the panel of a puzzle that was solved before; the button goes on with the kinds that are left. */
  function openAgain() {
    const [beaten, all, first, replies] = mastery()[puzzle.id] ?? [];
    const left = first && replies.length && beaten < all;
    open(`You have solved this puzzle before.${left ? ` ${masteryWords([beaten, all])}.` : ""}`);
    if (left) uncounted = [[first, { hole: replies[0] }]];
    byId("beat").hidden = !left;
  }

  function close() {
    board.shade([], "zone");
    byId("zone").setAttribute("aria-pressed", false);
  }
  return { solved, close, open, openAgain };
}
