/** Own collections: puzzles are dragged into order. The buttons do the same without a mouse. */

import { ask } from "../core/ask.js";

const status = document.getElementById("status");

for (const list of document.querySelectorAll("[data-order]")) {
  let dragged = null;
  /** Orders are saved one after the other: the last one drawn is the last one written. */
  let saving = Promise.resolve();
  /** What stood after it before the drag, and whether it was let go on the list. */
  let [next, dropped] = [null, false];
  const ids = () => [...list.querySelectorAll("[data-puzzle]")].map((item) => item.dataset.puzzle);

  list.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("[data-puzzle]");
    [next, dropped] = [dragged?.nextElementSibling ?? null, false];
    dragged?.classList.add("dragged");
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("[data-puzzle]");
    if (!dragged) return;
    event.preventDefault();
    if (!over || over === dragged) return;
    const { top, height } = over.getBoundingClientRect();
    over[event.clientY < top + height / 2 ? "before" : "after"](dragged);
  });
  list.addEventListener("drop", (event) => {
    event.preventDefault();
    dropped = true;
  });
  list.addEventListener("dragend", () => {
    if (!dragged) return;
    dragged.classList.remove("dragged");
    // By Escape, or let go elsewhere.
    if (!dropped) list.insertBefore(dragged, next);
    const [moved, behind] = [dragged, next];
    dragged = null;
    if (!dropped) return;
    saving = saving.then(async () => {
      const { problem } = await ask(list.dataset.order, { puzzles: ids() });
      if (problem) list.insertBefore(moved, behind);
      status.classList.toggle("problem", Boolean(problem));
      status.textContent = problem ?? "The new order is saved.";
    });
  });
}
