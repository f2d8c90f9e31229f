// The techniques of the search, each of which can be switched off to measure what it gains.
#pragma once

namespace twixt {

// None of them decides what a proof is: whatever is set here, a proven claim is true.
struct Options {
    bool replies_first = true; // replies that refuted before are tried before the pass
    bool killers = true;       // so are replies that refuted other nodes of the same budget
    bool one_move_test = true; // a single reply that lifts the distance above the budget refutes
    bool patterns = true;      // proofs are found again wherever their pattern fits
    bool failures = true;      // failed nodes are remembered
    bool deepening = true;     // answers are proved with smaller budgets first
    bool winners = true;       // moves that won lately with the same budget are tried first
    bool no_help = true;       // moves that leave a known refutation standing are skipped
    bool dual = true;          // the foe's own chain, quickly proved, limits the moves
    bool mend = true;          // answers whose links cross are made to agree
    bool split = true;         // a chain is proved as joints, each alone
    bool held_links = true;    // own links may cross until a proof says which of them it needs
    bool block_threats = true; // blocks: the foe's threats, quickly proved, limit the moves
    bool last_turn = true;     // blocks: only moves on every path found so far, with one turn left
    bool halves = true;        // a chain is proved as two halves, joined in one of its own chains
    bool exchange = true;      // a node that failed fails with another peg for one of the prover's
    int dual_own = 6;          // the dual is asked from these budgets on, prover to move
    int dual_foe = 5;          // and foe to move
    int halves_foe = 3;        // halves are tried from this budget on, foe to move
    int split_holes = 257;     // boards of so many holes or more are split first
};

} // namespace twixt
