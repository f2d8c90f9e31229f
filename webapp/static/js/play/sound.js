/** Sounds, if they are wanted: a knock for each peg that is placed, two notes for a chain that wins. */

import { store, stored } from "../core/stored.js";
import { board, byId, game } from "./game.js";

let audio = null;
let pegs = null;

/** Let the switch work; it is kept in this browser. Without it nothing is ever heard. */
export function openSound() {
  const box = byId("sound");
  box.checked = stored("sound") === "on";
  box.addEventListener("change", () => {
    store("sound", box.checked ? "on" : null);
    if (box.checked) knock();
  });
  board.addEventListener("show", () => {
    const { white, black, chain } = board.state;
    const before = pegs;
    pegs = white.length + black.length;
    // A step back, or a jump to another position, is not a move; nor is what the address brings back.
    if (!box.checked || game.following || before === null || pegs <= before || pegs > before + 2) return;
    knock();
    if (chain.length) for (const [at, pitch] of [523, 784].entries()) note(pitch, 0.15 + at * 0.14, 0.5);
  });
}

function knock() {
  note(180, 0, 0.09, "triangle");
}

/** Play a note that dies away: hertz, seconds from now, seconds long. */
function note(pitch, start, length, shape = "sine") {
  audio ??= new AudioContext();
  const [tone, loud] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + start;
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, from);
  loud.gain.setValueAtTime(0.18, from);
  loud.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(loud).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}
