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
/** Lead who has begun the course to its next board. The site keeps the progress of an account. */
function leadOn(link) {
  const boards = JSON.parse(link.dataset.boards);
  const done = solved();
  const next = boards.find(([id]) => !done.has(id));
  if (!next || next === boards[0]) return;
  link.href = next[1];
  link.textContent = "Go on with Learn TwixT";
  link.classList.add("primary");
}

const course = document.getElementById("course");
if (course) leadOn(course);
show();
