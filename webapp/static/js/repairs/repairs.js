/** The button of a report that looks for changes to the puzzle, each proved to leave it sound. */

import { ask } from "../core/ask.js";
import { hold } from "../core/hold.js";
import { handOver } from "../editor/handed.js";

const part = document.getElementById("repairs");
const [button, said, list] = ["button", "[role=status]", "ol"].map((each) => part?.querySelector(each));

/** What is said where no change was found, and another search would try the same ones. */
const ALL_TRIED = {
  cooked: "No repair found: the most promising changes of one peg were tried, and none makes the puzzle sound with the same key.",
  sound: "No peg can go: without any one of them the puzzle is not sound with the same key.",
};

button?.addEventListener("click", async () => {
  const release = hold(button);
  list.replaceChildren();
  said.textContent = "Looking. This takes some seconds.";
  const { found, problem } = await ask(part.dataset.address, { sgf: part.dataset.sgf });
  release();
  said.textContent = problem ?? inWords(found);
  list.replaceChildren(...(found?.changes ?? []).map(item));
});

function inWords({ verdict, keys, changes, ended }) {
  if (!["cooked", "sound"].includes(verdict)) {
    return "The time was too short to check the puzzle itself. Try again: what was proved is kept.";
  }
  if (changes.length) {
    return `Proved: with ${changes.length === 1 ? "this change" : "any one of these changes"} the puzzle is sound, with ${keys}.`;
  }
  if (ended) return ALL_TRIED[verdict];
  return "None found in this time. Try again: what was proved is kept, so the next search goes further.";
}

/** A change: its words, the boards before and after, and the way to the editor. */
function item({ words, before, after, drawing }) {
  const found = document.createElement("li");
  const title = document.createElement("h3");
  title.textContent = words;
  found.append(title, ...[["Before", before], ["After", after]].map(board));
  if (drawing) {
    const use = part.querySelector("template").content.firstElementChild.cloneNode(true);
    use.addEventListener("click", () => {
      if (!handOver({ ...drawing, tags: JSON.parse(part.dataset.tags) })) {
        said.textContent = "This browser cannot store the drawing, so the editor cannot open it.";
        return;
      }
      location.assign(part.dataset.editor);
    });
    found.append(use);
  }
  return found;
}

function board([name, svg]) {
  const figure = document.createElement("figure");
  figure.innerHTML = svg;
  const caption = document.createElement("figcaption");
  caption.textContent = name;
  figure.append(caption);
  return figure;
}
