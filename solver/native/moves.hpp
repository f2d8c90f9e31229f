// Which moves and replies a search looks at, and what the failure of some says about others.
// Replies that refuted and moves that won come first, by budget: killers (Akl and Newborn, ACM
// 1977) and the history heuristic (Schaeffer, ICCA Journal 6, 1983). Both order only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "failures.hpp"
#include "paths.hpp"
#include "pattern.hpp"

namespace twixt {

template <int N> class Moves {
public:
    // What the test of single replies found.
    struct Test {
        int refuter = -1; // a reply that lifts the distance above the budget
        int worst = -1;   // else the one after which the prover has furthest to go
        Bits<N> critical; // where a shortest path can be hurt
    };

    Moves(const Arena<N>& arena, const Boards<N>& boards) : arena_(arena), boards_(boards) {
        forget();
    }

    // What won or refuted in one fight says little about another.
    void forget() {
        killers_.fill({-1, -1, -1, -1});
        winners_.fill({-1, -1});
        wins_.assign(arena_.holes, 0);
        refutations_.assign(arena_.holes, 0);
    }

    // Notes that a move won with `budget` pegs left.
    void won(int hole, int budget) {
        TWIXT_REQUIRE(0 <= budget && budget <= kMaxBudget);
        wins_[hole] += budget * budget;
        auto& [newest, older] = winners_[budget];
        if (newest != hole) {
            older = newest;
            newest = hole;
        }
    }

    // Notes that a reply refuted where `budget` pegs were left; `by_itself` if nothing had to be
    // searched.
    void refuted(int reply, int budget, bool by_itself) {
        TWIXT_REQUIRE(0 <= budget && budget <= kMaxBudget);
        if (!by_itself)
            refutations_[reply] += budget * budget;
        auto& killers = killers_[budget];
        const auto old = std::find(killers.begin(), killers.end() - 1, reply);
        std::copy_backward(killers.begin(), old, old + 1);
        killers.front() = reply;
    }

    // Replies that refuted lately at this budget.
    const std::array<int, 4>& killers(int budget) const { return killers_[budget]; }

    // The view after a reply. It holds until the next call.
    View<N> after(const State<N>& s, const View<N>& v, int reply) {
        if (s.turn == Turn::first || !arena_.own.exits.empty()) {
            replied_ = boards_.with_foe(s, reply);
            return boards_.view(replied_);
        }
        return boards_.view_after(s, v, reply);
    }

    // Holes on paths of at most `pegs` own pegs, by the floods from both ends.
    Bits<N> on_paths(const Flood<N>& from, const Flood<N>& to, int pegs) const {
        Bits<N> on;
        for (int k = 1; k <= pegs; ++k)
            on |= from.level[k] & to.reached[pegs + 1 - k];
        return on;
    }

    Bits<N> on_paths(const View<N>& v, int pegs) {
        boards_.flood(v, 0, pegs, ahead_);
        if (ahead_.distance > pegs)
            return {};
        boards_.flood(v, 1, pegs, back_);
        return on_paths(ahead_, back_, pegs) & v.empty;
    }

    // What a joint of so many pegs can depend on: the holes of its paths and those around.
    Bits<N> scope(const State<N>& t, int pegs) {
        const View<N> v = boards_.view(t);
        boards_.flood(v, 0, pegs, ahead_);
        boards_.flood(v, 1, pegs, back_);
        Bits<N> live = (ahead_.level[0] & back_.reached[pegs]) | on_paths(ahead_, back_, pegs);
        const int width = (arena_.steps[0] - 1) / 2;
        for (int ring = 0; ring < kScopeRings; ++ring) {
            live |= live.up(1) | live.down(1);
            live |= live.up(width) | live.down(width);
        }
        return live;
    }

    // Looks for a single reply that lifts the distance above the budget. `from` is the flood from
    // the first goal line.
    Test test_replies(const State<N>& s, const View<N>& v, const Flood<N>& from, int budget) {
        Test test;
        Bits<N> danger = touch(s, v, from, {});
        test.critical = danger;
        std::uint64_t worst = 0;
        std::size_t next = 0;
        const auto& killers = killers_[budget];
        while (danger.any()) {
            int reply = -1;
            for (; next < killers.size() && reply < 0; ++next)
                if (killers[next] >= 0 && danger.test(killers[next]))
                    reply = killers[next];
            if (reply < 0)
                reply = danger.first();
            const View<N> w = after(s, v, reply);
            boards_.flood(w, 0, budget, ahead_, false);
            if (ahead_.distance > budget) {
                test.refuter = reply;
                return test;
            }
            const std::uint64_t score =
                1 + ahead_.distance * kFar + std::min<std::uint64_t>(kFar - 1, refutations_[reply]);
            if (score > worst) {
                worst = score;
                test.worst = reply;
            }
            // A reply that does not touch this path leaves it whole.
            danger &= touch(s, w, ahead_, danger);
            danger.reset(reply);
        }
        return test;
    }

    // The holes where one foe peg alone can hurt a shortest path: its empty holes, and the free
    // end of every crossing slot whose other end is the foe's. Where there is a choice the path
    // keeps out of `avoid`. `from` is the view's flood from the first goal line.
    Bits<N> touch(const State<N>& s, const View<N>& v, const Flood<N>& from,
                  const Bits<N>& avoid) const {
        Bits<N> zone;
        int pegs = from.distance;
        if (pegs > from.cap || pegs == 0)
            return zone;
        const auto pick = [&](const Bits<N>& holes) {
            const Bits<N> better = holes.without(avoid);
            return better.any() ? better.first() : holes.first();
        };
        Slots<N> crossed{};
        const auto cross = [&](Slot slot) { take_in(crossed, arena_.crossings(slot)); };
        const auto leave = [&](int end, int hole) {
            if (const auto exits = boards_.exits(s, end, hole); !exits.empty())
                cross(exits.front());
        };
        Bits<N> step = from.level[pegs] & v.lines[1];
        int last = -1; // the hole before in the path, none at its end
        for (bool first = true;; first = false) {
            int hole;
            if (const Bits<N> holes = step & v.empty; holes.any()) {
                hole = pick(holes);
                if (first)
                    leave(1, hole);
                if (last >= 0)
                    cross(arena_.slot_between(v.use, last, hole));
            } else {
                const int peg = step.first();
                if (first)
                    leave(1, peg);
                if (last >= 0)
                    cross(arena_.slot_between(v.use, last, peg));
                if (pegs == 0) {
                    leave(0, peg);
                    break;
                }
                Bits<N> chain;
                chain.set(peg);
                boards_.gather(v, chain);
                hole = pick(boards_.spread(v.use, chain) & from.level[pegs] & v.empty);
                const int joined = (boards_.spread_one(v.use, hole) & chain).first();
                cross(arena_.slot_between(v.use, hole, joined));
            }
            zone.set(hole);
            last = hole;
            if (pegs == 1 && v.lines[0].test(hole)) {
                leave(0, hole);
                break;
            }
            step = boards_.spread_one(v.use, hole) & from.level[--pegs];
        }
        zone |= boards_.far_ends(s, v.foe, crossed);
        return zone & arena_.foe.open.without(v.own).without(v.foe);
    }

    // Adds to a refutation a reply and the holes from which the prover could have stopped its
    // links that cut something.
    void blame(const State<N>& s, int reply, Refutation<N>& why) const {
        Bits<N> holes;
        holes.set(reply);
        arena_.each_at(arena_.foe.slots, reply, [&](Slot slot, int other) {
            if (!s.foe.test(other) || boards_.blocked(s, slot))
                return;
            boards_.each_slot(both(arena_.crossings(slot), s.free), [&](Slot c) {
                const int upper = c.upper, lower = arena_.lower(c);
                const bool own_up = s.own.test(upper), own_low = s.own.test(lower);
                if (own_up && own_low)
                    return;
                if (own_up)
                    holes.set(lower);
                else if (own_low)
                    holes.set(upper);
                else if (!holes.test(upper) && !holes.test(lower) && !why.replies.test(upper) &&
                         !why.replies.test(lower))
                    holes.set(upper);
            });
        });
        why.replies |= holes;
        why.zone |= holes;
    }

    // What a reply that leaves more than `pegs` own pegs to go says about other moves.
    Refutation<N> by_distance(const State<N>& s, const View<N>& after, int reply, int pegs) {
        Refutation<N> why{{}, on_paths(after, pegs)};
        blame(s, reply, why);
        return why;
    }

    // How many holes are of use for paths of so many pegs, each counted for each distance.
    int room(const Flood<N>& from, const Flood<N>& to, int pegs) const {
        int sum = 0;
        for (int k = 1; k <= pegs; ++k)
            sum += (from.level[k] & to.reached[pegs + 1 - k]).count();
        return sum;
    }

    // Moves of a set, each with a score: more for those that won lately at this budget, and for
    // those on the shortest paths. The caller sorts them.
    std::vector<std::pair<int, int>> scored(const Bits<N>& moves, const Bits<N>& shortest,
                                            int budget) const {
        std::vector<std::pair<int, int>> order; // score and hole
        moves.each([&](int hole) {
            int score = std::min<std::uint64_t>(kMostWins, wins_[hole] >> 4);
            if (shortest.test(hole))
                score += kShortest;
            if (hole == winners_[budget][0])
                score += 3000;
            else if (hole == winners_[budget][1])
                score += 2500;
            order.emplace_back(score, hole);
        });
        return order;
    }

    using Killers = std::array<std::array<int, 4>, kMaxBudget + 1>;
    const Killers& all_killers() const { return killers_; }
    void restore(const Killers& killers) { killers_ = killers; }

    std::uint64_t refutations(int reply) const { return refutations_[reply]; }

private:
    static constexpr int kScopeRings = 2;
    static constexpr int kShortest = 1000, kMostWins = 900;
    static constexpr std::uint64_t kFar = 100'000; // what a peg of distance weighs

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    Flood<N> ahead_, back_;
    State<N> replied_;
    Killers killers_;
    std::array<std::array<int, 2>, kMaxBudget + 1> winners_;
    std::vector<std::uint64_t> wins_, refutations_; // by hole
};

} // namespace twixt
