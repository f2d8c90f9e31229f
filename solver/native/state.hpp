// A position as one prover sees it: the state that a search hands from node to node. Links are not
// chosen when a peg is placed: a slot is free or lost, and a proof says in the end which it needs.
#pragma once

#include <array>
#include <cstdint>

#include "arena.hpp"
#include "chains.hpp"

namespace twixt {

// Who may have linked what before the prover's next turn.
enum class Turn : std::uint8_t {
    // The start, prover to move: links that stand block him, pairs of pegs without one do not. Only
    // links that stand may be granted.
    real,
    // The start, foe to move, and what he may reply: he may have made every link he can, but for
    // those that a standing one crosses. Only links that stand may be granted.
    first,
    // The prover has moved: any held link may be granted.
    later,
};

// Pegs and the prover's free slots. A free slot between two own pegs is *held*: the prover
// could have made that link in time, and the proof decides later which links it needs.
template <int N> struct State {
    Bits<N> own, foe;
    Slots<N> free{};
    Turn turn = Turn::later;
    // What the prover is to join: an own peg, or -1 for the goal line of that number.
    std::array<int, 2> ends{-1, -1};
    // What follows from the rest; see `Boards::complete`.
    Slots<N> shut{}; // slots that held links cross
    Chains<N> chains;

    bool whole() const { return ends[0] < 0 && ends[1] < 0; }
};

} // namespace twixt
