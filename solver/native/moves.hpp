// Which moves and replies a search looks at, and in what order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "paths.hpp"

namespace twixt {

inline constexpr int kMaxBudget = 64; // own pegs; more than any proof can carry

template <int N> class Moves {
public:
    Moves(const Arena<N>& arena, const Boards<N>& boards, Paths<N>& paths)
        : arena_(arena), boards_(boards), paths_(paths) {}

    // What won in one fight says little about another.
    void forget_wins() { last_wins_ = {}; }

    // Notes that a move won with `budget` pegs left.
    void won(int hole, int budget) {
        std::vector<std::uint64_t>& last = last_wins_[budget];
        last.resize(arena_.holes);
        last[hole] = ++wins_;
    }

    // Puts the moves that won lately with the same budget before the others.
    void winners_first(std::vector<int>& order, int budget) const {
        if (const auto& last = last_wins_[budget]; !last.empty())
            std::ranges::stable_sort(order, std::greater{}, [&](int hole) { return last[hole]; });
    }

    // Empty holes on paths of at most `budget` pegs, those on the shortest paths first.
    std::vector<int> candidates(const State<N>& s, int budget) {
        boards_.levels(s, 0, budget, from_);
        boards_.levels(s, 1, budget, to_);
        const Bits<N> empty = boards_.empties(s);
        std::vector<int> order;
        if (s.turn != Turn::later && from_[0].intersects(to_[0])) {
            // Connected by held links that do not stand yet: any peg will do, or a pass.
            const Bits<N> any = empty.any() ? empty : s.own & arena_.own.open;
            if (any.any())
                order.push_back(any.first());
            return order;
        }
        Bits<N> taken;
        for (int length = 1; length <= budget; ++length)
            for (int k = 1; k <= length; ++k) {
                const Bits<N> here = (from_[k] & to_[length + 1 - k] & empty).without(taken);
                taken |= here;
                here.each([&](int hole) { order.push_back(hole); });
            }
        return order;
    }

    // What a joint of so many pegs can depend on: the holes of its paths and those around.
    Bits<N> scope(const State<N>& t, int pegs) {
        boards_.levels(t, 0, pegs, from_);
        boards_.levels(t, 1, pegs, to_);
        Bits<N> live, reached = to_[0];
        for (int k = pegs; k >= 0; --k) {
            reached |= to_[std::min(pegs, pegs + 1 - k)];
            live |= from_[k] & reached;
        }
        const int width = (arena_.steps[0] - 1) / 2;
        for (int ring = 0; ring < kScopeRings; ++ring) {
            live |= live.up(1) | live.down(1);
            live |= live.up(width) | live.down(width);
        }
        return live;
    }

    // The moves after which a reply still leaves no path within the budget: all that lie on no
    // short path past the reply and make no link that the reply's links would have to cross.
    Bits<N> no_help(const State<N>& s, int reply, int budget) {
        const State<N> t = boards_.with_foe(s, reply);
        if (boards_.distance(t, budget - 1) < budget)
            return {};
        boards_.levels(t, 0, budget, from_);
        boards_.levels(t, 1, budget, to_);
        Bits<N> helps, reached;
        helps.set(reply);
        for (int k = budget; k >= 1; --k) {
            reached |= to_[budget + 1 - k];
            helps |= from_[k] & reached;
        }
        arena_.each_at(arena_.foe.slots, reply, [&](Slot slot, int other) {
            if (!s.foe.test(other))
                return;
            for (Slot c : arena_.crossings(slot)) {
                const int upper = c.upper, lower = arena_.lower(c);
                if (s.free[c.direction].test(upper) && s.own.test(upper) != s.own.test(lower))
                    helps.set(s.own.test(upper) ? lower : upper);
            }
        });
        return boards_.empties(s).without(helps);
    }

    // Looks for a single reply that lifts the distance above the budget; returns it or -1.
    int one_move_test(const State<N>& s, int budget) {
        if (paths_.shortest_path(s, budget, path_) > budget)
            return -1;
        Bits<N> danger = paths_.touch(s, path_);
        while (danger.any()) {
            const int reply = danger.first();
            danger.reset(reply);
            if (paths_.shortest_path(boards_.with_foe(s, reply), budget, path_) > budget)
                return reply;
            // A reply that does not touch this path leaves it whole.
            danger &= paths_.touch(s, path_);
        }
        return -1;
    }

    // The reply of a set after which the prover has furthest to go. require: replies.any()
    int most_dangerous(const State<N>& s, const Bits<N>& replies, int budget) const {
        int furthest = -1, reply = -1;
        replies.each([&](int hole) {
            const int distance = boards_.distance(boards_.with_foe(s, hole), budget);
            if (distance > furthest) {
                furthest = distance;
                reply = hole;
            }
        });
        return reply;
    }

private:
    static constexpr int kScopeRings = 2;

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    Paths<N>& paths_;
    std::vector<Bits<N>> from_, to_; // holes by their distance from either goal line
    Path<N> path_;
    std::array<std::vector<std::uint64_t>, kMaxBudget + 1> last_wins_; // by budget and hole
    std::uint64_t wins_ = 0;
};

} // namespace twixt
