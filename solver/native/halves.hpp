// Halves: a chain across the board as a middle chain joined to either goal line, each half proved
// alone. Where no reply hits both they hold side by side: the "and" of virtual connections in Hex.
// On whole boards the joints of the split are halved in the same way, between their own ends.
// docs/experiments.md says what halves save.
// Invariant: a pattern of both is made by `Parts` alone, where the zones share no hole, no link
// that one half needs or makes crosses one of the other's, and needed links join the two middle
// pegs. A half that was proved with holes given to the foe holds without them: patterns name all
// they need.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "moves.hpp"
#include "options.hpp"
#include "parts.hpp"
#include "scoped.hpp"

namespace twixt {

template <int N> class Halves {
public:
    explicit Halves(Prover<N>& prover) : prover_(prover) {}

    // Tells whether a state is looked at: one of the whole claim, or of a joint of a whole board,
    // after the prover's first turn.
    bool ready(const State<N>& s, int budget, bool own_turn) const {
        const Options& options = prover_.options_;
        return options.halves && !gave_up_ && budget - own_turn >= options.halves_foe &&
               (s.whole() || prover_.splitter_.ready()) && s.turn == Turn::later &&
               !prover_.no_splits_ && prover_.arena_.self_contained();
    }

    // No more halves of this position: proved again after every loss of memory, they would take all
    // nodes.
    void give_up() { gave_up_ = true; }
    void begin() { gave_up_ = false; }

    // Looks for two halves that hold side by side; returns the number of a pattern of the whole,
    // or -1. With the prover to move he may do so in one of them.
    int look(const State<N>& s, int budget, bool own_turn) {
        for (const Middle& middle : middles(s, budget)) {
            const int slack = std::min(kSlack, budget - middle.pegs[0] - middle.pegs[1]);
            const int nearer = middle.pegs[1] < middle.pegs[0];
            std::array<int, 2> halves{-1, -1};
            int moved = -1; // the half in which the prover moves
            Bits<N> taken;
            for (const int i : {nearer, 1 - nearer}) {
                halves[i] = half(middle.states[i], 1 - i, middle.pegs[i] + slack, taken, false);
                if (halves[i] >= 0)
                    taken |= prover_.patterns_[halves[i]].zone;
                else if (own_turn && moved < 0)
                    moved = i;
                else
                    break;
            }
            if (moved >= 0 && halves[1 - moved] >= 0)
                halves[moved] =
                    half(middle.states[moved], 1 - moved, middle.pegs[moved] + slack, taken, true);
            if (halves[0] < 0 || halves[1] < 0)
                continue;
            for (const int i : {1 - nearer, nearer})
                make_apart(s, middle.states[i], 1 - i, middle.pegs[i] + slack + 1, i == moved,
                           halves[i], halves[1 - i]);
            if (const int number = side_by_side(s, halves, moved, own_turn);
                number >= 0 && prover_.patterns_[number].depth <= prover_.longest(budget))
                return number;
        }
        return -1;
    }

private:
    // A chain that touches neither end, as the middle of the whole: the states in which it is to be
    // joined to either, and the pegs that this takes at least.
    struct Middle {
        std::array<State<N>, 2> states;
        std::array<int, 2> pegs;
    };

    // The chains that are nearest to both ends.
    std::vector<Middle> middles(const State<N>& s, int budget) const {
        std::vector<std::pair<int, int>> chains; // pegs to both ends, and a peg
        for (Bits<N> rest = s.own; rest.any();) {
            const Bits<N> chain = chain_of(s, rest.first());
            rest = rest.without(chain);
            // The same peg as long as the chain grows.
            const Bits<N> old = chain & prover_.arena_.own.pegs;
            const int peg = (old.any() ? old : chain).first();
            const auto [one, other] = middle(s, peg, budget).pegs;
            if (one > 0 && other > 0 && one + other <= budget)
                chains.emplace_back(one + other, peg);
        }
        std::sort(chains.begin(), chains.end());
        std::vector<Middle> found;
        for (std::size_t i = 0; i < std::min(chains.size(), kChains); ++i)
            found.push_back(middle(s, chains[i].second, budget));
        return found;
    }

    Middle middle(const State<N>& s, int peg, int budget) const {
        Middle middle{{s, s}, {}};
        middle.states[0].ends[1] = peg;
        middle.states[1].ends[0] = peg;
        for (const int i : {0, 1})
            middle.pegs[i] = prover_.boards_.distance(middle.states[i], budget);
        return middle;
    }

    Bits<N> chain_of(const State<N>& s, int peg) const {
        Bits<N> chain;
        chain.set(peg);
        Bits<N> front = chain;
        prover_.boards_.absorb(prover_.boards_.usable(s), s.own, front, chain);
        return chain;
    }

    // Where a reply hits both halves, proves one again without those holes, if that can be.
    void make_apart(const State<N>& s, const State<N>& joined, int inner, int most, bool own_turn,
                    int& one, int other) {
        const Bits<N> replies = prover_.boards_.replies(s);
        const Bits<N> zone = prover_.patterns_[other].zone & prover_.arena_.foe.open;
        int number = one;
        for (int round = 0; round < kRounds && number >= 0; ++round) {
            const Bits<N> shared = zone & prover_.patterns_[number].zone;
            if (shared.none() || !shared.within(replies))
                return;
            State<N> t = joined;
            (round ? zone & replies : shared).each([&](int hole) {
                t = prover_.boards_.with_foe(t, hole);
            });
            number = half(t, inner, most, {}, own_turn);
            if (number >= 0 && !zone.intersects(prover_.patterns_[number].zone))
                one = number;
        }
    }

    // Returns a pattern of a half, or -1. The search has budgets up to `most`; a known pattern may
    // need more pegs. `inner` is the end at which it meets the other half.
    int half(const State<N>& t, int inner, int most, const Bits<N>& focus, bool own_turn) {
        // The whole has its own ends: only in the middle will any peg of the chain do.
        std::array<Bits<N>, 2> chains;
        chains[inner] = chain_of(t, t.ends[inner]);
        if (t.ends[1 - inner] >= 0)
            chains[1 - inner].set(t.ends[1 - inner]);
        const auto& index = own_turn ? prover_.splitter_.mine : prover_.splitter_.theirs;
        if (const int hit = index.find(t, chains, prover_.granted(t), prover_.patterns_);
            prover_.splitter_.fits(hit))
            return hit;
        const int distance = prover_.boards_.distance(t, most);
        if (distance > most)
            return -1;
        const Scoped scope(prover_.scope_, prover_.moves_.scope(t, most));
        const auto killers = prover_.moves_.all_killers();
        int number = -1, budget = distance;
        const std::uint64_t nodes = prover_.splitter_.ready() ? kJointNodes : kNodes;
        prover_.watch_.within(nodes << 2 * std::max(0, std::min(most, kLargest) - 2), [&] {
            for (; budget <= most && number < 0; ++budget)
                number = own_turn ? prover_.prove_own(t, budget, nullptr, focus)
                                  : prover_.prove_foe(t, budget);
        });
        prover_.moves_.restore(killers);
        return number;
    }

    // The pattern of two halves that do not clash; -1 if they do.
    int side_by_side(const State<N>& s, const std::array<int, 2>& halves, int moved,
                     bool own_turn) {
        if (prover_.parts_.clash(halves[0], halves[1]))
            return -1;
        return own_turn ? prover_.parts_.moved(s, {halves[0], halves[1]}, moved)
                        : prover_.parts_.side_by_side(s, {halves[0], halves[1]});
    }

    static constexpr std::size_t kChains = 6;   // tried in one state
    static constexpr int kSlack = 2;            // pegs of a half beyond its distance
    static constexpr int kRounds = 2;           // a half is proved again without what it shares
    static constexpr std::uint64_t kNodes = 40; // for a half of two pegs; for each more four times
    static constexpr std::uint64_t kJointNodes = 640; // for the half of a joint
    static constexpr int kLargest = 9;                // as many, up to this

    Prover<N>& prover_;
    bool gave_up_ = false; // the memory was full since `begin`
};

} // namespace twixt
