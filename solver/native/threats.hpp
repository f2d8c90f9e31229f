// The foe's threats: patterns of his own chain, as a search that blocks it needs them. A move that
// meets none of them is not tried: threat-space search (Allis, van den Herik and Huntjens, Go-Moku
// and threat-space search, 1994) from the defender's side.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "prover.hpp"

namespace twixt {

// A search for the foe's chain in a game that is generous to the prover: every link the prover
// may hold stands. What it proves tells the prover where to move, and is never a verdict.
template <int N> class Threats {
public:
    // `arena` and `boards` are the prover's.
    Threats(const Arena<N>& arena, const Boards<N>& boards, const ArenaMasks& masks,
            std::size_t memory_bytes, const Options& options)
        : arena_(arena), boards_(boards), on_(options.block_threats),
          chaser_(swapped(masks), memory_bytes, inner(options)) {}

    std::uint64_t nodes() const { return chaser_.nodes(); }
    std::size_t memory_used() const { return chaser_.memory_used(); }
    bool full() const { return chaser_.full(); }
    bool make_room() { return chaser_.make_room(); }
    const Boards<N>& boards() const { return chaser_.boards(); }
    Paths<N>& paths() { return chaser_.paths(); }

    // The position as the foe's search sees it: every link the prover may hold stands.
    State<N> view(const State<N>& s) const {
        State<N> f = chaser_.boards().against(
            s.foe, s.own, s.turn == Turn::first ? arena_.own.links : arena_.between(s.free, s.own));
        chaser_.boards().complete(f);
        return f;
    }

    // The number of a pattern that the foe's position `f` contains, or -1.
    int known(const State<N>& f, bool foe_turn) { return on_ ? chaser_.known(f, foe_turn) : -1; }

    // The foe's proof of his chain with him to move, if it is known or so many nodes show it; else
    // -1.
    int find(const State<N>& f, std::uint64_t nodes, Watch::Run limits) {
        if (const int number = known(f, true); number >= 0 || nodes == 0 || !on_)
            return number;
        return chaser_.attempt(f, true, nodes, kMaxBudget, std::move(limits));
    }

    // The holes where a move may meet a threat of the foe.
    Bits<N> met_at(const State<N>& s, int threat) const {
        const Pattern<N>& p = chaser_.patterns()[threat];
        Bits<N> zone = p.zone;
        if (s.turn == Turn::real)
            // Pairs of the foe that are not linked yet may still be crossed.
            boards_.each_slot(p.links, [&](Slot link) { zone |= boards_.ends_across(s, link); });
        return zone;
    }

    // Moves, those first after which the foe has furthest to go and the prover least.
    std::vector<int> ordered(const State<N>& s, const State<N>& f, const Bits<N>& open) const {
        std::vector<std::pair<int, int>> scored;
        open.each([&](int hole) {
            const int theirs =
                chaser_.boards().distance(chaser_.boards().with_foe(f, hole), kFarthest);
            const int ours = boards_.distance(boards_.with_own(s, hole), kFarthest);
            scored.emplace_back(ours - 2 * theirs, hole);
        });
        std::stable_sort(scored.begin(), scored.end());
        std::vector<int> order;
        for (const auto& [score, hole] : scored)
            order.push_back(hole);
        return order;
    }

    // The reply after which the foe is nearest to his chain. require: replies.any()
    int most_dangerous(const State<N>& f, const Bits<N>& replies) const {
        TWIXT_REQUIRE(replies.any());
        int nearest = kFarthest + 2, reply = -1;
        replies.each([&](int hole) {
            const int distance =
                chaser_.boards().distance(chaser_.boards().with_own(f, hole), kFarthest);
            if (distance < nearest) {
                nearest = distance;
                reply = hole;
            }
        });
        return reply;
    }

private:
    static constexpr int kFarthest = 12; // pegs beyond which distances are all the same

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    const bool on_;
    Prover<N> chaser_;
};

} // namespace twixt
