/** A turn in the making: links and pegs removed, links added, and the peg, until it is committed. */

export class Turn {
  constructor() {
    this.clear();
  }

  clear() {
    this.off = new Set();
    this.on = new Set();
    this.lift = new Set();
    this.peg = null;
    /** Whether the Privilege is called: the next two moves are one turn. */
    this.call = false;
  }

  /** Whether anything is changed; a peg alone is an ordinary move. */
  get changed() {
    return this.off.size + this.on.size + this.lift.size > 0;
  }

  /** Take an own link off, or put it back; add one that is missing. Returns what to say. */
  link(board, name) {
    if (!name) return "You have no link in that direction.";
    if (board.isOwnLink(name)) {
      return toggle(this.off, name) ? `${name} will be removed.` : `${name} stays.`;
    }
    if (this.on.delete(name)) return `${name} will not be added.`;
    if (!board.mayAdd(name)) return `${name} is blocked by another link.`;
    this.on.add(name);
    return `${name} will be added.`;
  }

  /** Take an own peg off, or put it back. */
  lifted(name) {
    return toggle(this.lift, name) ? `The peg ${name} will be removed.` : `The peg ${name} stays.`;
  }

  /** What the judge is told besides the peg. */
  get changes() {
    const [off, on, lift] = [this.off, this.on, this.lift].map((names) => [...names]);
    return { off, on, lift };
  }
}

function toggle(set, name) {
  if (set.delete(name)) return false;
  set.add(name);
  return true;
}
