// What both searches are made of: a position, the patterns proved so far, and the limits of a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "check.hpp"
#include "options.hpp"
#include "rules.hpp"
#include "watch.hpp"

namespace twixt {

// Prover and Blocker differ in their leaves, in what refutes a node, and in the order of moves.
// Both deepen by the prover's turns (`budget`), keep what they prove in one store of patterns, and
// find it again in two indexes: `mine_` with the prover to move, `theirs_` with the foe to move.
template <int N> class Search {
public:
    std::uint64_t nodes() const { return watch_.nodes(); }
    int budget() const { return budget_; }
    // The number of the pattern that proves the position; -1 as long as there is none.
    int root() const { return root_; }
    const Patterns<N>& patterns() const { return patterns_; }
    const Rules<N>& rules() const { return rules_; }
    const Boards<N>& boards() const { return boards_; }
    const Arena<N>& arena() const { return arena_; }

    int store(Pattern<N>&& pattern) { return patterns_.add(std::move(pattern)); }

    // The own links a proof may take for granted in a state.
    Slots<N> granted(const State<N>& s) const {
        return s.turn == Turn::later ? arena_.between(s.free, s.own) : arena_.own.links;
    }

    // True when a pattern says something of a state: what it needs is there.
    bool holds(int number, const State<N>& s) const {
        const Pattern<N>& p = patterns_[number];
        return p.ends == s.ends && p.pegs.within(s.own) && !p.zone.intersects(s.foe) &&
               twixt::within(p.links, granted(s));
    }

protected:
    // `buckets` are those of each index.
    Search(const ArenaMasks& masks, std::size_t memory_bytes, const Options& options, int buckets)
        : arena_(masks), boards_(arena_, options.held_links), rules_(arena_, boards_),
          mine_(arena_, buckets), theirs_(arena_, buckets), memory_(memory_bytes),
          options_(options) {}

    void begin(const Standing& standing, bool prover_to_move) {
        arena_.place(standing);
        own_turn_ = prover_to_move;
        budget_ = 0;
        root_ = -1;
    }

    // The largest budget of use: one more than the prover can place, since with no hole left he
    // may still link what stands.
    int most(const State<N>& root) const {
        return std::min(kMaxBudget, boards_.empties(root).count() + 1);
    }

    // Calls `look`, which returns how it ended, within the limits. Where the memory is full
    // `make_room` is called, and `look` again if there is some then.
    // ensure: proven means `root()` is the number of a pattern
    template <class Look, class MakeRoom>
    Status within(std::uint64_t nodes, Watch::Run limits, Look look, MakeRoom make_room) {
        watch_.start(nodes, std::move(limits));
        root_ = -1;
        for (;;)
            try {
                const Status status = look();
                TWIXT_ENSURE((status == Status::proven) == (root_ >= 0));
                return status;
            } catch (const Stop& stop) {
                if (root_ >= 0)
                    return Status::proven;
                if (stop.status != Status::memory || !make_room())
                    return stop.status;
            }
    }

    Arena<N> arena_;
    Boards<N> boards_;
    Rules<N> rules_;
    Patterns<N> patterns_;
    PatternIndex<N> mine_, theirs_;
    const std::size_t memory_;
    const Options options_;
    bool own_turn_ = true;
    int budget_ = 0, root_ = -1;
    Watch watch_;
};

} // namespace twixt
