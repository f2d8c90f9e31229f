// Parts of a chain that are proved alone and hold side by side: one pattern of them all.
#pragma once

#include <optional>
#include <vector>

#include "below.hpp"
#include "derive.hpp"

namespace twixt {

template <int N> class Prover;

template <int N> class Parts {
public:
    explicit Parts(Prover<N>& prover) : prover_(prover), below_(prover.patterns_) {}

    // Tells whether a proof can be played to its end where the prover has so many holes left. With
    // none he passes, and two passes end the game, whatever links another part has to make.
    bool lasts(int number, int holes) {
        const auto& span = below_.span(number);
        return !span.split || holes >= 2 * span.turns;
    }

    // True when the proof found has parts side by side for which too few holes are left; no such
    // proof is looked for or found again.
    bool refuses(const State<N>& root) {
        if (lasts(prover_.root_, prover_.boards_.empties(root).count()))
            return false;
        crowded_ = true;
        prover_.mine_ = prover_.theirs_ = PatternIndex<N>(prover_.arena_);
        prover_.root_ = prover_.budget_ = -1;
        return true;
    }

    bool crowded() const { return crowded_; }

    // The links that a proof needs or makes anywhere.
    const Slots<N>& links(int number) { return below_.links(number); }

    // True when one foe peg could hurt two parts, or links of theirs could cross.
    bool clash(int one, int two) {
        return prover_.patterns_[one].zone.intersects(prover_.patterns_[two].zone) ||
               !prover_.rules_.uncrossed(links(one), links(two));
    }

    // The pattern of parts that do not clash, foe to move; -1 if their chains cannot be linked.
    int side_by_side(const State<N>& s, const std::vector<int>& parts) {
        Pattern<N> p;
        p.kind = Kind::split;
        p.ends = s.ends;
        const auto add = [&](const Pattern<N>& part) {
            p.pegs |= part.pegs;
            for (int d = 0; d < kDirections; ++d)
                p.links[d] |= part.links[d];
        };
        Slots<N> between{}; // links of the chains where two parts meet
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) {
                State<N> t = s;
                t.free = prover_.granted(s);
                t.ends = {prover_.patterns_[parts[i - 1]].ends[1],
                          prover_.patterns_[parts[i]].ends[0]};
                if (t.ends[0] != t.ends[1]) {
                    prover_.boards_.complete(t);
                    std::optional<Pattern<N>> chain;
                    if (prover_.boards_.distance(t, 0) == 0)
                        chain = prover_.leaf(t);
                    if (!chain)
                        return -1;
                    add(*chain);
                    for (int d = 0; d < kDirections; ++d)
                        between[d] |= chain->links[d];
                }
            }
            const Pattern<N>& part = prover_.patterns_[parts[i]];
            p.zone |= part.zone;
            p.depth += part.depth;
            add(part);
        }
        for (int number : parts)
            if (!prover_.rules_.uncrossed(between, links(number)))
                return -1;
        if (!prover_.rules_.uncrossed(p.links, p.links))
            return -1;
        p.children = parts;
        return prover_.store(std::move(p));
    }

    // The same with the prover to move: in the part of this place among them, a move, or anywhere
    // (-1).
    int moved(const State<N>& s, std::vector<int> parts, int place) {
        const int move = place < 0 ? -1 : parts[place];
        State<N> t = s;
        if (move >= 0) {
            t = prover_.boards_.with_own(s, prover_.patterns_[move].hole);
            parts[place] = prover_.patterns_[move].children.front();
        }
        const int number = side_by_side(t, parts);
        if (number < 0)
            return -1;
        const int hole = move < 0 ? idle(s, number) : prover_.patterns_[move].hole;
        if (hole < 0)
            return -1;
        const Slots<N> made = move < 0 ? Slots<N>{} : prover_.patterns_[move].made;
        auto pattern = prover_.rules_.move(s, hole, prover_.patterns_[number], number, made);
        if (!pattern || !prover_.rules_.uncrossed(pattern->links, pattern->links))
            return -1;
        return prover_.store(std::move(*pattern));
    }

    // Forgets what is known by the numbers of patterns, which change.
    void clear() { below_.clear(); }

    std::size_t bytes() const { return below_.bytes(); }

private:
    // A hole for a peg that is not needed, in the zone of a pattern if that can be; -1 if none.
    int idle(const State<N>& s, int number) const {
        const Bits<N> empty = prover_.boards_.empties(s);
        const Bits<N> zone = empty & prover_.patterns_[number].zone;
        const Bits<N> own = s.own & prover_.arena_.own.open;
        for (const Bits<N>& holes : {zone, empty, own})
            if (holes.any())
                return holes.first();
        return -1;
    }

    Prover<N>& prover_;
    Below<N> below_;
    bool crowded_ = false;
};

} // namespace twixt
