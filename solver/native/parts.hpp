// Parts of a chain that are proved alone and hold side by side: one pattern of them all. The one
// place where patterns of a split are made.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "rules.hpp"
#include "whole_proofs.hpp"

namespace twixt {

template <int N> class Prover;

template <int N> class Parts {
public:
    explicit Parts(Prover<N>& prover) : prover_(prover), proofs_(prover.patterns()) {}

    // Tells whether a proof can be played to its end where the prover has so many holes left. With
    // none he passes, and two passes end the game, whatever links another part has to make.
    bool lasts(int number, int holes) {
        const auto& span = proofs_.span(number);
        const bool first = prover_.patterns()[number].kind == Kind::move;
        return !span.split || holes >= 2 * span.turns - first;
    }

    // The links that a proof needs or makes anywhere.
    const Slots<N>& links(int number) { return proofs_.links(number); }

    // True when one foe peg could hurt two parts, or links of theirs could cross.
    bool clash(int one, int two) {
        return prover_.patterns()[one].zone.intersects(prover_.patterns()[two].zone) ||
               !prover_.rules().uncrossed(links(one), links(two));
    }

    // The pattern of parts that do not clash, foe to move; -1 if their chains cannot be linked.
    // require: they begin and end at the ends of the state
    int side_by_side(const State<N>& s, const std::vector<int>& parts) {
        TWIXT_REQUIRE(prover_.patterns()[parts.front()].ends[0] == s.ends[0] &&
                      prover_.patterns()[parts.back()].ends[1] == s.ends[1]);
        Pattern<N> p;
        p.kind = Kind::split;
        p.ends = s.ends;
        const auto add = [&](const Pattern<N>& part) {
            p.pegs |= part.pegs;
            take_in(p.links, part.links);
        };
        Slots<N> between{}; // links of the chains where two parts meet
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) {
                State<N> t = s;
                t.free = prover_.granted(s);
                t.ends = {prover_.patterns()[parts[i - 1]].ends[1],
                          prover_.patterns()[parts[i]].ends[0]};
                if (t.ends[0] != t.ends[1]) {
                    prover_.boards().complete(t);
                    std::optional<Pattern<N>> chain;
                    if (prover_.boards().distance(t, 0) == 0)
                        chain = prover_.leaf(t);
                    if (!chain)
                        return -1;
                    add(*chain);
                    take_in(between, chain->links);
                }
            }
            const Pattern<N>& part = prover_.patterns()[parts[i]];
            p.zone |= part.zone;
            p.depth += part.depth;
            add(part);
        }
        for (int number : parts)
            if (!prover_.rules().uncrossed(between, links(number)))
                return -1;
        if (!prover_.rules().uncrossed(p.links, p.links))
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
            t = prover_.boards().with_own(s, prover_.patterns()[move].hole);
            parts[place] = prover_.patterns()[move].children.front();
        }
        const int number = side_by_side(t, parts);
        if (number < 0)
            return -1;
        const int hole = move < 0 ? idle(s, number) : prover_.patterns()[move].hole;
        if (hole < 0)
            return -1;
        const Slots<N> made = move < 0 ? Slots<N>{} : prover_.patterns()[move].made;
        auto pattern = prover_.rules().move(s, hole, prover_.patterns()[number], number, made);
        if (!pattern)
            return -1;
        return prover_.store(std::move(*pattern));
    }

    // Forgets what is known by the numbers of patterns, which change.
    void clear() { proofs_.clear(); }

    std::size_t bytes() const { return proofs_.bytes(); }

private:
    // A hole for a peg that is not needed, in the zone of a pattern if that can be; -1 if none.
    int idle(const State<N>& s, int number) const {
        const Bits<N> empty = prover_.boards().empties(s);
        const Bits<N> zone = empty & prover_.patterns()[number].zone;
        const Bits<N> own = s.own & prover_.arena().own.open;
        for (const Bits<N>& holes : {zone, empty, own})
            if (holes.any())
                return holes.first();
        return -1;
    }

    Prover<N>& prover_;
    WholeProofs<N> proofs_;
};

} // namespace twixt
