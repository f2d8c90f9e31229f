/** What answers of a review mean, and what is said of all together. */

import { counted } from "../core/counted.js";

/** Effects of moves that gave away what was proven for their player, and of those that may have. */
export const GIVEN_AWAY = ["throws the win away", "throws the draw away"];
export const NOT_TAKEN = "leaves the proven win";

/** Whether a move gave away what was proven for its player, or may have. */
export function mayGiveAway({ effect }) {
  return GIVEN_AWAY.includes(effect) || effect === NOT_TAKEN;
}

const OTHER = { white: "black", black: "white" };

/** Who is proven to win a position, or null. */
export function winner({ value, to_move: mover }) {
  return { win: mover, loss: OTHER[mover] }[value] ?? null;
}

/** Whether it is proven that one side does not win, and open what it comes to. */
export function isPartlyProven({ value }) {
  return ["at least a draw", "at most a draw"].includes(value);
}

/** Say what came out so far; `left` positions were not looked at. */
export function summary(answers, left) {
  const known = answers.filter(Boolean);
  const proven = known.filter((each) => winner(each) || each.value === "draw").length;
  const thrown = known.filter((each) => GIVEN_AWAY.includes(each.effect)).length;
  const missed = known.filter((each) => each.effect === NOT_TAKEN).length;
  const parts = [`Proven: ${proven} of ${counted(answers.length, "position")}.`];
  if (thrown) parts.push(`${counted(thrown, "move")} threw a proven win or draw away.`);
  if (missed) {
    const played = missed === 1 ? "the move played also wins" : "the moves played also win";
    parts.push(`At ${counted(missed, "move")} a proven win was available; whether ${played} is open.`);
  }
  if (!thrown && !missed) parts.push("No move threw a proven win or draw away.");
  if (left) parts.push(`${counted(left, "position")} not looked at yet.`);
  const swaps = known.filter((each) => each.swap).length;
  if (swaps) parts.push(`${counted(swaps, "position")} not searched: the sides may be swapped there.`);
  const partly = known.filter(isPartlyProven).length;
  if (partly) parts.push(`${counted(partly, "position")} partly proven: one side cannot win.`);
  const open = known.length - proven - partly - swaps;
  if (open) parts.push(`${counted(open, "position")} open: no proof was found within the limits.`);
  return parts.join(" ");
}
