// The techniques of the search, each of which can be switched off to measure what it gains. None of
// them decides what a proof is: whatever is set here, a proven claim is true.
// The ablation in docs/experiments.md says what each saves.
#pragma once

namespace twixt {

// The one list of them: OPTION(type, name, default, meaning). The fields, the class of Python and
// its help are made of it.
#define TWIXT_OPTIONS(OPTION)                                                                      \
    OPTION(bool, replies_first, true, "Replies that refuted before are tried before the pass.")    \
    OPTION(bool, killers, true, "So are replies that refuted other nodes of the same budget.")     \
    OPTION(bool, one_move_test, true,                                                              \
           "A single reply that lifts the distance above the budget refutes.")                     \
    OPTION(bool, patterns, true, "Proofs are found again wherever their pattern fits.")            \
    OPTION(bool, failures, true, "Failed nodes are remembered.")                                   \
    OPTION(bool, deepening, true, "Answers are proved with smaller budgets first.")                \
    OPTION(bool, winners, true, "Moves that won lately with the same budget are tried first.")     \
    OPTION(bool, no_help, true, "Moves that leave a known refutation standing are skipped.")       \
    OPTION(bool, dual, true, "The opponent's own chain, quickly proved, limits the moves.")        \
    OPTION(bool, mend, true, "Answers whose links cross are made to agree.")                       \
    OPTION(bool, split, true, "A chain is proved as joints, each alone.")                          \
    OPTION(bool, held_links, true,                                                                 \
           "Own links may cross until a proof says which of them it needs.")                       \
    OPTION(bool, block_threats, true,                                                              \
           "Blocks: the opponent's threats, quickly proved, limit the moves.")                     \
    OPTION(bool, last_turn, true,                                                                  \
           "Blocks: with one turn left, only moves that stop every path found so far.")            \
    OPTION(bool, walls, true, "Blocks: budgets and moves follow the shortest walls, at first.")    \
    OPTION(bool, halves, true,                                                                     \
           "A chain is proved as two halves, joined in one of its own chains.")                    \
    OPTION(bool, exchange, true,                                                                   \
           "A node that failed fails with another peg for one of the prover's.")                   \
    OPTION(bool, prior, true,                                                                      \
           "Moves are sorted by a trained network, and unlikely ones get fewer pegs.")             \
    OPTION(int, prior_pegs, 5, "Least budget, in pegs, at which the prior is asked.")              \
    OPTION(int, dual_own, 6,                                                                       \
           "Least budget, in pegs, at which the dual is asked with the prover to move.")           \
    OPTION(int, dual_foe, 5, "The same with the opponent to move.")                                \
    OPTION(int, halves_foe, 3, "The same for halves; one peg more with the prover to move.")       \
    OPTION(int, split_holes, 257, "Boards of so many holes or more are split first.")

struct Options {
#define TWIXT_FIELD(type, name, value, meaning) type name = value;
    TWIXT_OPTIONS(TWIXT_FIELD)
#undef TWIXT_FIELD
};

// Those of a search that serves another one.
inline Options inner(Options options) {
    options.dual = options.halves = false;
    return options;
}

} // namespace twixt
