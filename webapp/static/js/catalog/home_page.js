/** The first page: a puzzle is played there; the rest of what there is stands on its own page. */

import { main, show } from "../play/game.js";
import { noteVisit, solved } from "../progress/browser_progress.js";
import "../play/moves.js";
import "./knight.js";

if (main.dataset.new && solved().size) {
  // He was here before the cookie was: today's puzzle is for him.
  noteVisit();
  if (document.cookie.includes("solved=1")) location.reload();
}
show();
