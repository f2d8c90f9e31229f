// Cuts, the leaves of a block: own pegs and links that leave the foe no chain, though he fill every
// other hole. What a cut does not need is left out again, as a small pattern fits more often.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace twixt {

template <int N> class Cuts {
public:
    // `foe_boards` and `foe_paths` see the same arena as the foe's own search does.
    Cuts(const Arena<N>& arena, const Boards<N>& boards, const Rules<N>& rules,
         const Boards<N>& foe_boards, Paths<N>& foe_paths)
        : arena_(arena), boards_(boards), rules_(rules), foe_boards_(foe_boards),
          foe_paths_(foe_paths) {}

    // Finds a path of the foe past a cut. If his links must not cross, the path does not cross
    // itself. If such a path takes too long to find, it is any path.
    bool foe_path(const Bits<N>& pegs, const Slots<N>& links, Path<N>& path) {
        const State<N> filled = foe_boards_.against(arena_.foe.open.without(pegs), pegs, links);
        if (foe_paths_.shortest_path(filled, 0, path) > 0)
            return false;
        if (arena_.own_links_cross || uncrossed(path) || foe_paths_.uncrossed_chain(filled, path))
            return true;
        if (foe_paths_.saw_all())
            return false;
        foe_paths_.shortest_path(filled, 0, path);
        return true;
    }

    // Finds such a chain past all links that may be held in a state: one of few more pegs, where
    // there is one, as it can be stopped at fewest holes.
    bool foe_path(const State<N>& s, Path<N>& path) {
        const Slots<N> links = arena_.between(s.free, s.own);
        const State<N> now = foe_boards_.against(s.foe, s.own, links);
        return (foe_paths_.shortest_path(now, kFew, path) <= kFew &&
                (arena_.own_links_cross || uncrossed(path))) ||
               foe_path(s.own, links, path);
    }

    // The pattern of a cut out of the state's pegs and some of the links, if there is one.
    std::optional<Pattern<N>> find(const State<N>& s, const Slots<N>& links) {
        all_tried_ = false;
        if (foe_path(s.own, links, path_))
            return std::nullopt;
        Slots<N> chosen{}, contested{};
        boards_.each_slot(links, [&](Slot slot) {
            const bool fits = arena_.own_links_cross || !rules_.crosses(slot, links);
            (fits ? chosen : contested)[slot.direction].set(slot.upper);
        });
        tried_ = 0;
        all_tried_ = true;
        if (!choose(s.own, contested, chosen))
            return std::nullopt;
        return shrunk(s.own, chosen);
    }

    // Where own pegs stop a path of the foe: they stand on it, or are linked across it.
    struct Stops {
        Bits<N> one;  // the empty holes where a single peg does
        Bits<N> zone; // and where it might with another one
    };
    Stops stops(const State<N>& s, const Path<N>& path) const {
        Stops found;
        for (int hole : path.empties)
            found.one.set(hole);
        for (Slot slot : path.slots) {
            found.one.set(slot.upper);
            found.one.set(arena_.lower(slot));
            boards_.each_slot(both(arena_.crossings(slot), s.free), [&](Slot c) {
                const int upper = c.upper, lower = arena_.lower(c);
                found.zone.set(upper);
                found.zone.set(lower);
                if (s.own.test(upper) != s.own.test(lower))
                    found.one.set(s.own.test(upper) ? lower : upper);
            });
        }
        found.one.set(path.last);
        found.one &= boards_.empties(s);
        found.zone |= found.one;
        return found;
    }

    // A reply's hole, and those from which links that it makes can be stopped.
    Bits<N> stopped_at(const State<N>& s, int reply) const {
        Bits<N> zone;
        zone.set(reply);
        arena_.each_at(arena_.foe.slots, reply, [&](Slot slot, int other) {
            if (s.foe.test(other) && !boards_.blocked(s, slot))
                zone |= boards_.ends_across(s, slot);
        });
        return zone;
    }

    // Where own pegs stop one of the paths that were left after `find` chose among links that cross
    // and failed. Whatever part of those links is held, one of these paths is open; so a peg more
    // is of no use elsewhere. None if not all choices were tried.
    std::optional<Stops> stops_of_choices(const State<N>& s) const {
        if (!all_tried_)
            return std::nullopt;
        Stops any;
        for (int i = 0; i < tried_; ++i) {
            const Stops found = stops(s, left_[i]);
            any.one |= found.one;
            any.zone |= found.zone;
        }
        return any;
    }

    // The zone of those paths that are enough: no single peg in one of these holes stops all.
    static Bits<N> zone(std::vector<Stops> paths, const Bits<N>& turn) {
        for (std::size_t i = 0; i < paths.size();) {
            Bits<N> open = turn;
            for (std::size_t j = 0; j < paths.size(); ++j)
                if (j != i)
                    open &= paths[j].one;
            if (open.any())
                ++i;
            else
                paths.erase(paths.begin() + i);
        }
        Bits<N> zone;
        for (const auto& stops : paths)
            zone |= stops.zone;
        return zone;
    }

private:
    bool uncrossed(const Path<N>& path) const {
        Slots<N> chain{};
        for (Slot slot : path.slots)
            chain[slot.direction].set(slot.upper);
        return rules_.uncrossed(chain, chain);
    }

    // Adds links that do not cross each other until the foe has no path; tries a few choices.
    bool choose(const Bits<N>& pegs, const Slots<N>& contested, Slots<N>& chosen) {
        Path<N>& path = left_[tried_];
        if (!foe_path(pegs, chosen, path))
            return true;
        if (tried_ == kTries)
            return all_tried_ = false;
        ++tried_;
        Slots<N> seen{};
        bool found = false;
        for (Slot slot : path.slots)
            boards_.each_slot(both(arena_.crossings(slot), contested), [&](Slot c) {
                if (found || seen[c.direction].test(c.upper) || rules_.crosses(c, chosen))
                    return;
                seen[c.direction].set(c.upper);
                Slots<N> more = chosen;
                more[c.direction].set(c.upper);
                found = choose(pegs, contested, more);
                if (found)
                    chosen = more;
            });
        return found;
    }

    // Leaves out what the cut does not need: what lies off the foe's reach, then new pegs and
    // links one by one. Pegs of the start cost a pattern nothing.
    Pattern<N> shrunk(const Bits<N>& all, const Slots<N>& chosen) {
        Pattern<N> p;
        p.pegs = all;
        p.links = chosen;
        keep_border(p);
        const auto drop = [&](Pattern<N>&& less) {
            if (!foe_path(less.pegs, less.links, path_))
                p = std::move(less);
        };
        p.pegs.without(arena_.own.pegs).each([&](int hole) {
            Pattern<N> less = p;
            less.pegs.reset(hole);
            arena_.each_at(p.links, hole,
                           [&](Slot slot, int) { less.links[slot.direction].reset(slot.upper); });
            drop(std::move(less));
        });
        const Slots<N> links = p.links;
        boards_.each_slot(links, [&](Slot slot) {
            Pattern<N> less = p;
            less.links[slot.direction].reset(slot.upper);
            drop(std::move(less));
        });
        return p;
    }

    void keep_border(Pattern<N>& p) {
        const State<N> filled =
            foe_boards_.against(arena_.foe.open.without(p.pegs), p.pegs, p.links);
        Bits<N> front = foe_boards_.goal(filled, 0) & filled.own, reached = front;
        foe_boards_.absorb(foe_boards_.usable(filled), filled.own, front, reached);
        // Where the foe may begin: the goal line itself, and holes with a link off the window.
        reached |= arena_.foe.goals[0];
        for (const auto& exit : arena_.foe.exits)
            reached.set(exit.hole);
        Slots<N> border; // the slots at which he may begin
        for (int d = 0; d < kDirections; ++d)
            border[d] = arena_.foe.slots[d] & (reached | reached.down(arena_.steps[d]));
        Pattern<N> less;
        boards_.each_slot(p.links, [&](Slot slot) {
            if (!intersect(arena_.crossings(slot), border))
                return;
            less.links[slot.direction].set(slot.upper);
            less.pegs.set(slot.upper);
            less.pegs.set(arena_.lower(slot));
        });
        p.pegs.each([&](int hole) {
            if (reached.test(hole))
                less.pegs.set(hole);
            arena_.each_at(arena_.foe.slots, hole, [&](Slot, int other) {
                if (reached.test(other))
                    less.pegs.set(hole);
            });
        });
        if (!foe_path(less.pegs, less.links, path_))
            p = std::move(less);
    }

    static constexpr int kFew = 15;   // pegs
    static constexpr int kTries = 60; // choices among links that cross

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    const Rules<N>& rules_;
    const Boards<N>& foe_boards_;
    Paths<N>& foe_paths_;
    Path<N> path_;
    std::array<Path<N>, kTries + 1> left_; // after each choice that was tried
    int tried_ = 0;
    bool all_tried_ = true;
};

} // namespace twixt
