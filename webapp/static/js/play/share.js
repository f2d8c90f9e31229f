/** Sharing a puzzle: its clean address, how it went, and the snippet for another page, to be copied or sent. */

import { byId, puzzle } from "./game.js";
import { resultOf } from "./result.js";

/** Let the dialog work, and all buttons that open it. */
export function openShare() {
  const dialog = byId("share");
  const result = byId("share-result");
  for (const button of document.querySelectorAll("[data-share]")) {
    button.addEventListener("click", () => {
      byId("shared").textContent = "";
      const { squares, solved } = resultOf(puzzle.id);
      byId("share-row").hidden = !solved;
      result.value = `${result.dataset.title} ${squares} ${byId("share-address").value}`;
      dialog.showModal();
    });
  }
  for (const button of dialog.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(byId(button.dataset.copy)));
  }
  const send = byId("share-send");
  send.hidden = !navigator.share;
  send.addEventListener("click", async () => {
    try {
      await navigator.share({ title: document.title, url: byId("share-address").value });
    } catch {
      // He thought better of it.
    }
  });
}

/** Copy what a field holds; where that is forbidden, leave it selected. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    byId("shared").textContent = "Copied.";
  } catch {
    byId("shared").textContent = "It could not be copied. It is selected, so that you can copy it yourself.";
  }
}
