/** Numbers with their nouns. */

/** Return `1 peg`, `2 pegs`. */
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
