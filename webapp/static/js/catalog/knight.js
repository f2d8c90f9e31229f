/** The small moving picture of how pegs link: shown once, and again on request. */

document.getElementById("knight-again").addEventListener("click", () => {
  // A new drawing moves from its beginning, and the browser forgets motions that have ended.
  const drawing = document.querySelector("#knight svg");
  drawing.replaceWith(drawing.cloneNode(true));
});
