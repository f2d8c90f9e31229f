// Halves: a chain across the board as a middle chain joined to either goal line, each half proved
// alone. Where no reply hits both they hold side by side; else few replies are left to search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "failures.hpp"
#include "moves.hpp"
#include "options.hpp"
#include "parts.hpp"

namespace twixt {

template <int N> class Halves {
public:
    // What two halves prove of a state with the foe to move.
    struct Found {
        int number = -1;          // a pattern of the whole, if no reply hits both
        std::vector<int> answers; // or else patterns with the prover to move, by moves in a half
        Bits<N> both;             // and the replies that hit both
    };

    // Counts the nodes spent at a node of the search, also where the search is stopped.
    class Tally {
    public:
        Tally(Prover<N>& prover, std::uint64_t key)
            : prover_(prover), key_(key ^ kOwnKey), before_(prover.failures_.find(key_).effort),
              start_(prover.watch_.nodes()) {}
        Tally(const Tally&) = delete;
        Tally& operator=(const Tally&) = delete;
        ~Tally() {
            constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
            const std::uint64_t all = before_ + prover_.watch_.nodes() - start_;
            prover_.failures_.store({key_, 0, -1, static_cast<std::uint32_t>(std::min(all, most))});
        }

        std::uint64_t before() const { return before_; }

    private:
        static constexpr std::uint64_t kOwnKey = 0xD6E8FEB86659FD93u; // none of a failure's keys

        Prover<N>& prover_;
        const std::uint64_t key_, before_, start_;
    };

    explicit Halves(Prover<N>& prover) : prover_(prover) {}

    // Tells whether a state with the foe to move is looked at: one of the whole claim, after the
    // prover's first turn.
    bool ready(const State<N>& s, int budget) const {
        const Options& options = prover_.options_;
        return options.halves && !crowded_ && budget >= options.halves_foe && s.whole() &&
               s.turn == Turn::later && !prover_.parts_.crowded() &&
               prover_.arena_.self_contained();
    }

    // No more halves: proved again after every loss of memory, they would take all nodes.
    void give_up() { crowded_ = true; }

    // Looks for halves that are proved already and, where the state took many nodes before, spends
    // a share of them on others.
    Found look(const State<N>& s, int budget, std::uint64_t effort) {
        Found found;
        const bool search = effort >= static_cast<std::uint64_t>(prover_.options_.halves_effort);
        if (!search && !any_)
            return found;
        const std::uint64_t nodes = search ? std::max(kLeast, effort / kShare) : 0;
        const int most = prover_.longest(budget);
        std::array<int, 2> best{};
        std::array<State<N>, 2> states;
        int fewest = kMostShared + 1;
        for (const auto& halved : middle(s, budget)) {
            const std::array<int, 2> halves = proved(halved, budget, nodes);
            if (halves[0] < 0 || halves[1] < 0)
                continue;
            if (const int number = side_by_side(s, halves, most); number >= 0)
                return {number, {}, {}};
            const Bits<N> both = prover_.patterns_[halves[0]].zone &
                                 prover_.patterns_[halves[1]].zone & prover_.boards_.replies(s);
            if (both.none() || both.count() >= fewest)
                continue;
            fewest = both.count();
            found.both = both;
            best = halves;
            states = halved;
        }
        if (found.both.none())
            return found;
        move(s, best, most, found.answers);
        // Where one half holds although the foe has such a hole, the prover answers in the other.
        found.both.each([&](int hole) {
            for (const int i : {0, 1}) {
                std::array<int, 2> halves = best;
                halves[i] = half(prover_.boards_.with_foe(states[i], hole), nodes / 2);
                if (halves[i] < 0 || found.number >= 0)
                    continue;
                found.number = side_by_side(s, halves, most);
                move(prover_.boards_.with_foe(s, hole), halves, most, found.answers);
            }
        });
        return found;
    }

private:
    // The states in which one of the chains that touch neither goal line is to be joined to
    // either; for chains that are nearest to both.
    std::vector<std::array<State<N>, 2>> middle(const State<N>& s, int budget) const {
        std::vector<std::array<int, 2>> chains; // pegs to both lines, and a peg
        for (Bits<N> rest = s.own; rest.any();) {
            const Bits<N> chain = chain_of(s, rest.first());
            rest = rest.without(chain);
            // The same peg as long as the chain grows.
            const Bits<N> old = chain & prover_.arena_.own.pegs;
            const int peg = (old.any() ? old : chain).first();
            const auto [one, two] = halved(s, peg);
            const int pegs = prover_.boards_.distance(one, budget);
            const int others = prover_.boards_.distance(two, budget);
            if (pegs > 0 && others > 0 && pegs + others <= budget)
                chains.push_back({pegs + others, peg});
        }
        std::sort(chains.begin(), chains.end());
        std::vector<std::array<State<N>, 2>> nearest;
        for (std::size_t i = 0; i < std::min(chains.size(), kChains); ++i)
            nearest.push_back(halved(s, chains[i][1]));
        return nearest;
    }

    static std::array<State<N>, 2> halved(const State<N>& s, int peg) {
        std::array<State<N>, 2> states{s, s};
        states[0].ends = {-1, peg};
        states[1].ends = {peg, -1};
        return states;
    }

    Bits<N> chain_of(const State<N>& s, int peg) const {
        Bits<N> chain;
        chain.set(peg);
        Bits<N> front = chain;
        prover_.boards_.absorb(prover_.boards_.usable(s), s.own, front, chain);
        return chain;
    }

    // Patterns of both halves; -1 for one that is not proved.
    std::array<int, 2> proved(const std::array<State<N>, 2>& states, int budget,
                              std::uint64_t nodes) {
        std::array<int, 2> numbers{half(states[0], 0), half(states[1], 0)};
        // The nearer one first: without it the other is of no use.
        const int nearer = prover_.boards_.distance(states[1], budget) <
                           prover_.boards_.distance(states[0], budget);
        for (const int i : {nearer, 1 - nearer}) {
            if (numbers[i] < 0)
                numbers[i] = half(states[i], numbers[1 - i] < 0 ? nodes / 2 : nodes);
            if (numbers[i] < 0)
                break;
        }
        return numbers;
    }

    // Returns a pattern of a half, or -1. One that was given up is tried again when there are more
    // nodes for it than it took so far.
    int half(const State<N>& t, std::uint64_t nodes) {
        const Bits<N> chain = chain_of(t, std::max(t.ends[0], t.ends[1]));
        std::array<Bits<N>, 2> chains;
        chains[t.ends[0] < 0] = chain;
        if (const int hit =
                prover_.splitter_.theirs.find(t, chains, prover_.granted(t), prover_.patterns_);
            hit >= 0 || nodes == 0)
            return hit;
        const int distance = prover_.boards_.distance(t, kMostPegs);
        if (distance > kMostPegs)
            return -1;
        const int most = distance + kSlack;
        prover_.scope_ = prover_.moves_.scope(t, most);
        const std::uint64_t key = state_key(prover_.arena_, t, false, prover_.scope_);
        const Failure known = prover_.failures_.find(key);
        if (known.budget >= most || known.effort >= nodes)
            return -1;
        const auto killers = prover_.killers_;
        const std::uint64_t before = prover_.watch_.nodes();
        int number = -1, budget = std::max(distance, known.budget + 1);
        prover_.watch_.within(nodes, [&] {
            for (; budget <= most && number < 0; ++budget)
                number = prover_.prove_foe(t, budget);
        });
        prover_.killers_ = killers;
        any_ |= number >= 0;
        if (number < 0)
            prover_.fail(key, budget - 1, -1, known.effort + prover_.watch_.nodes() - before);
        return number;
    }

    // The pattern of two halves that do not clash; -1 if they do.
    int side_by_side(const State<N>& s, const std::array<int, 2>& halves, int most) {
        if (prover_.parts_.clash(halves[0], halves[1]))
            return -1;
        const int number = prover_.parts_.side_by_side(s, {halves[0], halves[1]});
        return number >= 0 && prover_.patterns_[number].depth <= most ? number : -1;
    }

    // Adds patterns of a state with the prover to move: by each move in one half that answers a
    // reply there, if the halves do not clash afterwards.
    void move(const State<N>& s, const std::array<int, 2>& halves, int most,
              std::vector<int>& patterns) {
        for (const int i : {0, 1})
            for (int child : prover_.patterns_[halves[i]].children) {
                const Pattern<N>& move = prover_.patterns_[child];
                const int other = halves[1 - i];
                if (move.kind != Kind::move || move.zone.intersects(s.foe) ||
                    prover_.patterns_[other].zone.intersects(s.foe) ||
                    !prover_.boards_.empties(s).test(move.hole) ||
                    prover_.parts_.clash(move.children.front(), other) ||
                    !prover_.rules_.uncrossed(prover_.parts_.links(child),
                                              prover_.parts_.links(other)))
                    continue;
                std::vector<int> parts{halves[0], halves[1]};
                parts[i] = child;
                if (const int number = prover_.parts_.moved(s, parts, i);
                    number >= 0 && prover_.patterns_[number].depth <= most)
                    patterns.push_back(number);
            }
    }

    static constexpr std::size_t kChains = 3;  // tried in one state
    static constexpr int kMostShared = 6;      // holes that may hit both halves
    static constexpr int kSlack = 3;           // pegs of a half beyond its distance
    static constexpr int kMostPegs = 16;       // of the shortest path of a half
    static constexpr std::uint64_t kShare = 4; // of the nodes a state took before, for a chain
    static constexpr std::uint64_t kLeast = 400;

    Prover<N>& prover_;
    bool any_ = false;     // some half was proved
    bool crowded_ = false; // the memory was full
};

} // namespace twixt
