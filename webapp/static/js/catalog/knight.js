/** The small moving picture of how pegs link: shown once, and again on request. */

/** Kept from the beginning: the browser forgets those that have ended. */
const motions = document.getElementById("knight").getAnimations({ subtree: true });

document.getElementById("knight-again").addEventListener("click", () => {
  for (const motion of motions) {
    motion.cancel();
    motion.play();
  }
});
