// The proof rules: from a child's pattern to its parent's, for moves and for replies, as
// docs/proofs.md defines them and both checkers check them. Chains are made into patterns here,
// too; cuts are in cut.hpp, splits in parts.hpp. The reply rule is the "or" of virtual connections
// in Hex (Anshelevich, Artificial Intelligence 134, 2002) with links added: children whose zones
// share no open hole, and whose links do not cross.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "paths.hpp"
#include "pattern.hpp"

namespace twixt {

template <int N> class Rules {
public:
    Rules(const Arena<N>& arena, const Boards<N>& boards) : arena_(arena), boards_(boards) {}

    bool uncrossed(const Slots<N>& one, const Slots<N>& two) const {
        return crossing(one, two) == Slots<N>{};
    }

    bool crosses(Slot slot, const Slots<N>& links) const {
        return intersect(arena_.crossings(slot), links);
    }

    // The links of `one` that cross a link of `two`; none where own links may cross.
    Slots<N> crossing(const Slots<N>& one, const Slots<N>& two) const {
        Slots<N> found{};
        if (!arena_.own_links_cross)
            boards_.each_slot(one, [&](Slot slot) {
                if (crosses(slot, two))
                    found[slot.direction].set(slot.upper);
            });
        return found;
    }

    // The pattern of a chain that joins the goal lines by held links, if the chain does not
    // cross itself and leaves the foe no path.
    std::optional<Pattern<N>> leaf(const State<N>& s, const Path<N>& path) const {
        Pattern<N> p;
        p.ends = s.ends;
        for (Slot slot : path.slots)
            add_link(p, slot);
        p.pegs.set(path.last);
        if (!uncrossed(p.links, p.links))
            return std::nullopt;
        if (arena_.has_scenery && foe_has_path(p.pegs, p.links)) {
            // Links to outside pegs let a chain pass round another: take in all that stands.
            p.pegs = s.own;
            const Slots<N> all = arena_.between(s.free, s.own);
            boards_.each_slot(all, [&](Slot slot) {
                if (arena_.own_links_cross || !crosses(slot, p.links))
                    p.links[slot.direction].set(slot.upper);
            });
            if (foe_has_path(p.pegs, p.links))
                return std::nullopt;
        }
        return p;
    }

    // The pattern before the prover's move: peg `hole`, make what the child needs of the new
    // peg and of `forced`, and every link that does not stand yet at the start. Of the holes that
    // may serve in the zone, those outside `focus` come first. Nothing if the foe may hold a link
    // across a new one, or if the links that the pattern needs cross.
    // require: the child joins the ends of the state
    std::optional<Pattern<N>> move(const State<N>& s, int hole, const Pattern<N>& child, int number,
                                   const Slots<N>& forced, const Bits<N>& focus = {}) const {
        TWIXT_REQUIRE(child.ends == s.ends && !s.foe.test(hole));
        Pattern<N> p;
        p.kind = Kind::move;
        p.ends = s.ends;
        p.hole = hole;
        p.children = {number};
        p.zone = child.zone;
        p.zone.set(hole);
        p.pegs = child.pegs;
        if (s.own.test(hole)) {
            // A turn that only links, or pegs anywhere.
            p.pegs.set(hole);
            p.depth = child.depth;
        } else {
            p.pegs.reset(hole);
            p.depth = child.depth + 1;
        }
        p.links = child.links;
        for (int d = 0; d < kDirections; ++d) {
            p.made[d] = child.links[d] & forced[d];
            if (s.turn != Turn::later)
                p.made[d] |= child.links[d].without(arena_.own.links[d]);
        }
        arena_.each_at(child.links, hole,
                       [&](Slot slot, int) { p.made[slot.direction].set(slot.upper); });
        take_out(p.links, p.made);
        boards_.each_slot(p.made, [&](Slot slot) {
            for (int end : {slot.upper, arena_.lower(slot)})
                if (end != hole)
                    p.pegs.set(end);
        });
        // A slot of the foe across a new link must be closed to him: by a hole of the zone, by an
        // own peg, or by a link that stood before this turn.
        const Bits<N> met = p.pegs | p.zone;
        Slots<N> apart; // the foe's slots that nothing keeps apart yet
        for (int d = 0; d < kDirections; ++d)
            apart[d] = arena_.foe.slots[d].without(met).without(met.down(arena_.steps[d]));
        // What may excuse such a slot: it stood before this turn, as what the turn itself makes
        // comes too late.
        Slots<N> stood = arena_.between(s.free, s.own);
        take_out(stood, p.made);
        if (s.turn != Turn::later)
            stood = both(stood, arena_.own.links);
        std::vector<Slot> open;
        bool ok = true;
        boards_.each_slot(p.made, [&](Slot link) {
            const Slots<N>& across = arena_.crossings(link);
            if (!intersect(across, apart))
                return;
            boards_.each_slot(both(across, apart), [&](Slot c) {
                if (!ok)
                    return;
                const int x = c.upper, y = arena_.lower(c);
                if (p.pegs.test(x) || p.pegs.test(y) || p.zone.test(x) || p.zone.test(y))
                    return;
                if (crosses(c, p.links)) // a link that is needed anyway
                    return;
                // A pair not linked at the start comes too late if the prover moves first.
                const bool pair = s.foe.test(x) && s.foe.test(y);
                if (pair && s.turn == Turn::real && !arena_.foe.links[c.direction].test(c.upper))
                    return;
                // A needed peg or link costs less than a hole of the zone.
                if (excuse(stood, c, p))
                    return;
                if (s.own.test(x) || s.own.test(y)) {
                    p.pegs.set(s.own.test(x) ? x : y);
                    return;
                }
                if (!s.foe.test(x) && !s.foe.test(y)) {
                    if (open.empty())
                        open.reserve(kRoom);
                    open.push_back(c);
                    return;
                }
                if (pair)
                    ok = false;
                else
                    p.zone.set(s.foe.test(x) ? y : x);
            });
        });
        if (!ok || !uncrossed(p.links, p.links))
            return std::nullopt;
        cover(open, focus, p);
        return p;
    }

    // The pattern before the foe's reply, or nothing when some reply is not answered or two
    // children need links that cross. Children that are not needed are dropped.
    // require: there is a child, and all join the ends of the state
    std::optional<Pattern<N>> reply(const State<N>& s, std::vector<int> children,
                                    const Patterns<N>& patterns) const {
        TWIXT_REQUIRE(!children.empty());
        drop_spare(s, children, patterns);
        Pattern<N> p;
        p.kind = Kind::reply;
        p.ends = s.ends;
        Bits<N> common = patterns[children.front()].zone;
        for (int number : children) {
            const Pattern<N>& child = patterns[number];
            TWIXT_REQUIRE(child.ends == s.ends);
            if (!uncrossed(child.links, p.links))
                return std::nullopt;
            p.zone |= child.zone;
            p.pegs |= child.pegs;
            take_in(p.links, child.links);
            common &= child.zone;
            p.depth = std::max(p.depth, child.depth);
        }
        // A hole of every zone is harmless only while an own peg stands there.
        p.pegs |= common & s.own;
        if ((common & arena_.foe.open).without(p.pegs).any())
            return std::nullopt;
        p.children = std::move(children);
        return p;
    }

private:
    // True when the foe could ever join his goal lines past the given cut, filling every hole.
    bool foe_has_path(const Bits<N>& pegs, const Slots<N>& links) const {
        Slots<N> use;
        Slots<N> open = arena_.foe.slots;
        boards_.each_slot(links, [&](Slot link) { take_out(open, arena_.crossings(link)); });
        for (int d = 0; d < kDirections; ++d)
            use[d] = open[d] & arena_.foe.conducting[d];
        const Bits<N> holes = arena_.foe.open.without(pegs);
        std::array<Bits<N>, 2> lines;
        for (int end = 0; end < 2; ++end)
            lines[end] = arena_.foe.goals[end] & holes;
        for (const auto& exit : arena_.foe.exits)
            if (open[exit.slot.direction].test(exit.slot.upper) && holes.test(exit.hole))
                lines[exit.end].set(exit.hole);
        Bits<N> reached = lines[0], front = lines[0];
        boards_.absorb(use, holes, front, reached);
        return reached.intersects(lines[1]);
    }

    void add_link(Pattern<N>& p, Slot slot) const {
        p.links[slot.direction].set(slot.upper);
        p.pegs.set(slot.upper);
        p.pegs.set(arena_.lower(slot));
    }

    // Adds one of the links that stood and cross a foe slot to what the pattern needs, if one
    // crosses nothing that the pattern needs.
    bool excuse(const Slots<N>& stood, Slot slot, Pattern<N>& p) const {
        const Slots<N>& across = arena_.crossings(slot);
        if (!intersect(across, stood))
            return false;
        bool found = false;
        boards_.each_slot(both(across, stood), [&](Slot c) {
            if (!found && (arena_.own_links_cross || !crosses(c, p.links))) {
                add_link(p, c);
                found = true;
            }
        });
        return found;
    }

    // Puts one end of every slot into the zone: first those outside `focus`, then those that most
    // slots share.
    void cover(std::vector<Slot>& open, const Bits<N>& focus, Pattern<N>& p) const {
        for (;;) {
            std::erase_if(open, [&](Slot slot) {
                return p.zone.test(slot.upper) || p.zone.test(arena_.lower(slot));
            });
            if (open.empty())
                return;
            std::array<int, 64 * N> worth; // of the ends alone
            for (Slot slot : open)
                for (int end : {slot.upper, arena_.lower(slot)})
                    worth[end] = focus.test(end) ? 0 : kApart;
            int best = -1, most = 0;
            for (Slot slot : open)
                for (int end : {slot.upper, arena_.lower(slot)})
                    ++worth[end];
            for (Slot slot : open)
                for (int end : {slot.upper, arena_.lower(slot)})
                    if (worth[end] > most)
                        most = worth[end], best = end;
            p.zone.set(best);
        }
    }

    // Keeps the children that have no open hole in common and the fewest in all. Only a choice:
    // `reply` looks at the zones of those that are left once more.
    void drop_spare(const State<N>& s, std::vector<int>& children,
                    const Patterns<N>& patterns) const {
        if (children.size() < 2)
            return;
        Fewest search{patterns, children, {}, {}, {}, 1 << 30, 0};
        std::stable_sort(children.begin(), children.end(), [&](int a, int b) {
            return patterns[a].zone.count() < patterns[b].zone.count();
        });
        search.rest.resize(children.size() + 1, Bits<N>::all());
        for (std::size_t i = children.size(); i-- > 0;)
            search.rest[i] = search.rest[i + 1] & patterns[children[i]].zone;
        search.look(0, boards_.replies(s), Bits<N>{});
        if (!search.best.empty())
            children = std::move(search.best);
    }

    // The subfamily of zones with an empty intersection and the smallest union.
    struct Fewest {
        const Patterns<N>& patterns;
        const std::vector<int>& children;
        std::vector<Bits<N>> rest; // the intersection of the zones from here on
        std::vector<int> taken, best;
        int smallest, steps;

        void look(std::size_t i, const Bits<N>& common, const Bits<N>& all) {
            if (++steps > kSteps || all.count() >= smallest)
                return;
            if (!taken.empty() && common.none()) {
                smallest = all.count();
                best = taken;
                return;
            }
            if (i >= children.size() || common.intersects(rest[i]))
                return;
            const Bits<N>& zone = patterns[children[i]].zone;
            if (!common.within(zone)) {
                taken.push_back(children[i]);
                look(i + 1, common & zone, all | zone);
                taken.pop_back();
            }
            look(i + 1, common, all);
        }
    };

    static constexpr std::size_t kRoom = 32; // for slots to cover, which rarely are more
    static constexpr int kApart = 50;        // what a hole outside the focus is worth, in slots
    static constexpr int kSteps = 3000;      // of the search for a small union

    const Arena<N>& arena_;
    const Boards<N>& boards_;
};

} // namespace twixt
