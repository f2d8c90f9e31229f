// How states change, and the floods that measure them: with how many pegs the prover reaches each
// hole if the foe stands still, all holes at once by shifts of whole boards.
#pragma once

#include <vector>

#include "state.hpp"

namespace twixt {

// What floods look at in a state.
template <int N> struct View {
    Slots<N> use; // free slots that carry a chain
    Bits<N> own, foe, empty;
    std::array<Bits<N>, 2> lines; // the holes that reach either end
    const Chains<N>* chains;
};

// How far everything is from an end, in own pegs.
template <int N> struct Flood {
    int distance = 0;             // to the other end; more than `cap` if it is further
    int cap = 0;                  // pegs that were looked at
    std::vector<Bits<N>> level;   // holes and own pegs first reached with so many pegs
    std::vector<Bits<N>> reached; // with so many or fewer
};

template <int N> class Boards {
public:
    // Without `hold` a peg is linked at once, and for good.
    explicit Boards(const Arena<N>& arena, bool hold = true)
        : arena_(arena), bind_(!hold && !arena.own_links_cross) {}

    Bits<N> empties(const State<N>& s) const {
        return arena_.own.open.without(s.own).without(s.foe);
    }

    Bits<N> replies(const State<N>& s) const {
        return arena_.foe.open.without(s.own).without(s.foe);
    }

    State<N> root(bool prover_to_move) const {
        State<N> s;
        s.own = arena_.own.pegs;
        s.foe = arena_.foe.pegs;
        if (!prover_to_move) {
            s.turn = Turn::first;
            settle(s, arena_.own.links);
            // Where all own pegs that could be linked are, nothing sets the first turn apart.
            if (arena_.between(s.free, s.own) == arena_.own.links)
                s.turn = Turn::later;
        } else {
            s.turn = Turn::real;
            open_slots(s);
            each_slot(arena_.foe.links, [&](Slot link) { cut(s, link); });
            // The same where each side has all links that it could make by now.
            State<N> later = passed(s);
            if (later.free == s.free && arena_.between(s.free, s.own) == arena_.own.links)
                s.turn = Turn::later;
        }
        complete(s);
        return s;
    }

    // The position of these pegs when the foe holds the given links and any others come later.
    State<N> against(const Bits<N>& own, const Bits<N>& foe, const Slots<N>& foe_links) const {
        State<N> s;
        s.own = own;
        s.foe = foe;
        open_slots(s);
        each_slot(foe_links, [&](Slot link) { cut(s, link); });
        return s;
    }

    // The position after a turn in which the prover pegs nothing.
    State<N> passed(const State<N>& s) const {
        State<N> t = s;
        t.turn = Turn::later;
        if (s.turn == Turn::real) {
            settle(t, arena_.between(s.free, s.own));
            complete(t);
        }
        return t;
    }

    // The state after the prover's peg, which may stand already: then he passes.
    // require: no peg of the foe is there
    State<N> with_own(const State<N>& s, int hole) const {
        TWIXT_REQUIRE(!s.foe.test(hole));
        State<N> t = s;
        t.own.set(hole);
        t.turn = Turn::later;
        if (s.turn == Turn::real) {
            settle(t, arena_.between(s.free, t.own));
            complete(t);
        } else if (t.chains.known()) {
            Bits<N> chain;
            arena_.each_at(t.free, hole, [&](Slot slot, int other) {
                if (!t.own.test(other))
                    return;
                take_in(t.shut, arena_.crossings(slot));
                if (arena_.own.conducting[slot.direction].test(slot.upper)) {
                    chain.set(hole);
                    chain.set(other);
                }
            });
            if (chain.any())
                t.chains.join(chain);
        }
        if (bind_)
            arena_.each_at(t.free, hole, [&](Slot slot, int other) {
                if (t.own.test(other))
                    cut(t, slot);
            });
        return t;
    }

    // Works out what follows from pegs and free slots: again wherever held ones may be taken away.
    // Replies take none, as they block the foe's pairs.
    void complete(State<N>& s) const {
        s.chains.forget();
        if (bind_)
            return; // links to come may keep pairs apart that are chains now
        s.shut = {};
        s.chains.clear();
        each_slot(arena_.between(s.free, s.own),
                  [&](Slot slot) { take_in(s.shut, arena_.crossings(slot)); });
        const Slots<N> use = usable(s);
        for (Bits<N> rest = s.own; rest.any() && s.chains.known();) {
            Bits<N> chain;
            chain.set(rest.first());
            Bits<N> front = chain;
            absorb(use, s.own, front, chain);
            rest = rest.without(chain);
            if (chain.count() > 1)
                s.chains.join(chain);
        }
    }

    // The state after a reply. require: no peg of the prover is there
    State<N> with_foe(const State<N>& s, int hole) const {
        TWIXT_REQUIRE(!s.own.test(hole));
        State<N> t = s;
        t.foe.set(hole);
        if (s.turn == Turn::first) {
            settle(t, arena_.own.links);
            complete(t);
            return t;
        }
        arena_.each_at(s.free, hole,
                       [&](Slot slot, int) { t.free[slot.direction].reset(slot.upper); });
        arena_.each_at(arena_.foe.slots, hole, [&](Slot slot, int other) {
            if (s.foe.test(other) && !blocked(s, slot))
                cut(t, slot);
        });
        return t;
    }

    // Takes slots off a state's free ones.
    void take_off(State<N>& s, const Slots<N>& slots) const {
        for (int d = 0; d < kDirections; ++d)
            s.free[d] = s.free[d].without(slots[d]);
        complete(s);
    }

    // True when a held link crosses a slot of the foe.
    bool blocked(const State<N>& s, Slot slot) const {
        if (s.chains.known())
            return s.shut[slot.direction].test(slot.upper);
        return intersect(arena_.crossings(slot), arena_.between(s.free, s.own));
    }

    // The other ends of those of the foe's slots that end at one peg of his and that he could
    // still link; `foe` are his pegs.
    Bits<N> far_ends(const State<N>& s, const Bits<N>& foe, const Slots<N>& slots) const {
        Bits<N> ends;
        for (int d = 0; d < kDirections; ++d) {
            const Bits<N> below = foe.down(arena_.steps[d]); // the lower end is his
            Bits<N> open = slots[d] & arena_.foe.slots[d];
            if (s.chains.known())
                open = open.without(s.shut[d]);
            else
                (open & (foe | below)).each([&](int upper) {
                    if (blocked(s, {d, upper}))
                        open.reset(upper);
                });
            ends |= (open & foe.without(below)).up(arena_.steps[d]) | (open & below.without(foe));
        }
        return ends;
    }

    // require: the state outlives the view
    View<N> view(State<N>&& s) const = delete;
    View<N> view(const State<N>& s) const {
        return {usable(s), s.own, s.foe, empties(s), {goal(s, 0), goal(s, 1)}, &s.chains};
    }

    // The view after a reply. require: the prover has had a turn, and no exits
    View<N> view_after(const State<N>& s, const View<N>& v, int reply) const {
        TWIXT_REQUIRE(s.turn != Turn::first && arena_.own.exits.empty());
        View<N> w = v;
        w.foe.set(reply);
        w.empty.reset(reply);
        for (int d = 0; d < kDirections; ++d) {
            w.use[d].reset(reply);
            if (reply >= arena_.steps[d])
                w.use[d].reset(reply - arena_.steps[d]);
        }
        arena_.each_at(arena_.foe.slots, reply, [&](Slot slot, int other) {
            if (s.foe.test(other) && !blocked(s, slot))
                take_out(w.use, arena_.crossings(slot));
        });
        return w;
    }

    // Pegs the prover still needs if the foe stood still; cap + 1 when more than cap.
    int distance(const State<N>& s, int cap) const { return distance(view(s), cap); }

    int distance(const View<N>& v, int cap) const {
        return spread_out(v, 0, cap, [](int, const Bits<N>&, const Bits<N>&) {}, false);
    }

    // Measures what is at most `cap` pegs from an end; unless `whole`, up to the other end.
    // require: cap >= 0
    void flood(const View<N>& v, int end, int cap, Flood<N>& f, bool whole = true) const {
        TWIXT_REQUIRE(cap >= 0);
        f.cap = cap;
        if (f.level.size() <= static_cast<std::size_t>(cap)) {
            f.level.resize(cap + 1);
            f.reached.resize(cap + 1);
        }
        int done = -1;
        f.distance = spread_out(
            v, end, cap,
            [&](int pegs, const Bits<N>& level, const Bits<N>& reached) {
                f.level[pegs] = level;
                f.reached[pegs] = reached;
                done = pegs;
            },
            whole);
        for (int pegs = done + 1; pegs <= cap; ++pegs) {
            f.level[pegs] = {};
            f.reached[pegs] = f.reached[done];
        }
    }

    // The ends of the free slots that cross a link.
    Bits<N> ends_across(const State<N>& s, Slot link) const {
        const Slots<N> across = both(arena_.crossings(link), s.free);
        Bits<N> ends;
        for (int d = 0; d < kDirections; ++d)
            ends |= across[d] | across[d].up(arena_.steps[d]);
        return ends;
    }

    template <class Visit> void each_slot(const Slots<N>& set, Visit visit) const {
        for (int d = 0; d < kDirections; ++d)
            set[d].each([&](int i) { visit(Slot{d, i}); });
    }

    // The free slots that carry a chain.
    Slots<N> usable(const State<N>& s) const {
        Slots<N> use;
        for (int d = 0; d < kDirections; ++d)
            use[d] = s.free[d] & arena_.own.conducting[d];
        return use;
    }

    // The holes that reach an end: on a goal line those with a free slot to the right outside peg
    // included.
    Bits<N> goal(const State<N>& s, int end) const {
        if (s.ends[end] >= 0) {
            Bits<N> peg;
            peg.set(s.ends[end]);
            return peg;
        }
        Bits<N> line = arena_.own.goals[end];
        for (const auto& exit : arena_.own.exits)
            if (exit.end == end && s.free[exit.slot.direction].test(exit.slot.upper))
                line.set(exit.hole);
        return line;
    }

    // True when a hole is the peg of an end, or lies on its goal line.
    bool at_end(const State<N>& s, int end, int hole) const {
        return s.ends[end] >= 0 ? s.ends[end] == hole : arena_.own.goals[end].test(hole);
    }

    // The free slots to outside pegs by which alone a hole reaches a goal line.
    std::vector<Slot> exits(const State<N>& s, int end, int hole) const {
        std::vector<Slot> found;
        if (s.ends[end] < 0 && !arena_.own.goals[end].test(hole))
            for (const auto& exit : arena_.own.exits)
                if (exit.end == end && exit.hole == hole &&
                    s.free[exit.slot.direction].test(exit.slot.upper))
                    found.push_back(exit.slot);
        return found;
    }

    // The holes that slots join to any of these.
    [[gnu::always_inline]] Bits<N> spread(const Slots<N>& use, const Bits<N>& from) const {
        Bits<N> to;
        if (arena_.within_word)
            for (int d = 0; d < kDirections; ++d) {
                const int step = arena_.steps[d];
                to |= (from & use[d]).little_up(step) | (from.little_down(step) & use[d]);
            }
        else
            for (int d = 0; d < kDirections; ++d) {
                const int step = arena_.steps[d];
                to |= (from & use[d]).up(step) | (from.down(step) & use[d]);
            }
        return to;
    }

    // The holes that slots join to one.
    Bits<N> spread_one(const Slots<N>& use, int hole) const {
        Bits<N> from;
        from.set(hole);
        return spread(use, from);
    }

    // Adds to some pegs those that chains join to them.
    void gather(const View<N>& v, Bits<N>& pegs) const {
        if (v.chains->known()) {
            v.chains->gather(pegs);
        } else {
            Bits<N> front = pegs;
            absorb(v.use, v.own, front, pegs);
        }
    }

    // Adds to front and reached every peg that chains of held links join to front.
    void absorb(const Slots<N>& use, const Bits<N>& pegs, Bits<N>& front, Bits<N>& reached) const {
        for (Bits<N> next = front; (next = spread(use, next) & pegs.without(reached)).any();) {
            reached |= next;
            front |= next;
        }
    }

private:
    // Calls visit(pegs, holes reached first with so many, all so far) for up to `cap` pegs. Returns
    // the distance to the other end, cap + 1 if it is more; stops there unless `whole`.
    template <class Visit>
    int spread_out(const View<N>& v, int end, int cap, Visit visit, bool whole) const {
        const Bits<N>&start = v.lines[end], &finish = v.lines[1 - end];
        int distance = cap + 1;
        Bits<N> reached = start & v.own;
        gather(v, reached);
        visit(0, reached, reached);
        if (reached.intersects(finish)) {
            distance = 0;
            if (!whole)
                return distance;
        }
        Bits<N> next = spread(v.use, reached) | start;
        for (int pegs = 1; pegs <= cap; ++pegs) {
            Bits<N> level = (next & v.empty).without(reached);
            if (level.none())
                break;
            next = spread(v.use, level);
            Bits<N> joined = (next & v.own).without(reached);
            if (joined.any()) {
                gather(v, joined);
                next |= spread(v.use, joined);
                level |= joined;
            }
            reached |= level;
            visit(pegs, level, reached);
            if (distance > cap && level.intersects(finish)) {
                distance = pegs;
                if (!whole)
                    return distance;
            }
        }
        return distance;
    }

    void open_slots(State<N>& s) const {
        for (int d = 0; d < kDirections; ++d)
            s.free[d] = arena_.own.slots[d].without(s.foe | s.foe.down(arena_.steps[d]));
    }

    void cut(State<N>& s, Slot link) const { take_out(s.free, arena_.crossings(link)); }

    // Frees every own slot that no foe pair crosses, where links `made` block such pairs.
    void settle(State<N>& s, const Slots<N>& made) const {
        open_slots(s);
        each_slot(arena_.between(arena_.foe.slots, s.foe), [&](Slot pair) {
            if (!intersect(arena_.crossings(pair), made))
                cut(s, pair);
        });
        if (bind_)
            each_slot(arena_.own.links, [&](Slot link) { cut(s, link); });
    }

    const Arena<N>& arena_;
    const bool bind_;
};

} // namespace twixt
