// A position as one prover sees it, and the floods that measure it.
#pragma once

#include <vector>

#include "arena.hpp"

namespace twixt {

// Who may have linked what before the prover's next turn.
enum class Turn : std::uint8_t {
    real,  // the start, prover to move: only links that stand block him
    first, // the prover has not moved yet, but the foe may have made every link he can
    later,
};

// Pegs and the prover's free slots. A free slot between two own pegs is *held*: the prover
// could have made that link in time, and the proof decides later which links it needs.
template <int N> struct State {
    Bits<N> own, foe;
    Slots<N> free{};
    Turn turn = Turn::later;
    // What the prover is to join: an own peg, or -1 for the goal line of that number.
    std::array<int, 2> ends{-1, -1};

    bool whole() const { return ends[0] < 0 && ends[1] < 0; }

    friend bool operator==(const State&, const State&) = default;
};

template <int N> class Boards {
public:
    // Without `hold` a peg is linked at once, and for good.
    explicit Boards(const Arena<N>& arena, bool hold = true)
        : arena_(arena), bind_(!hold && !arena.own_links_cross) {}

    bool held(const State<N>& s, Slot slot) const {
        return s.free[slot.direction].test(slot.upper) && s.own.test(slot.upper) &&
               s.own.test(arena_.lower(slot));
    }

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
            return s;
        }
        s.turn = Turn::real;
        open_slots(s);
        each_slot(arena_.foe.links, [&](Slot link) { cut(s, link); });
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
        if (s.turn == Turn::real)
            settle(t, arena_.between(s.free, s.own));
        return t;
    }

    State<N> with_own(const State<N>& s, int hole) const {
        State<N> t = s;
        t.own.set(hole);
        t.turn = Turn::later;
        if (s.turn == Turn::real)
            settle(t, arena_.between(s.free, t.own));
        if (bind_)
            arena_.each_at(t.free, hole, [&](Slot slot, int other) {
                if (t.own.test(other))
                    cut(t, slot);
            });
        return t;
    }

    State<N> with_foe(const State<N>& s, int hole) const {
        State<N> t = s;
        t.foe.set(hole);
        if (s.turn == Turn::first) {
            settle(t, arena_.own.links);
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

    // True when a held link crosses a slot of the foe.
    bool blocked(const State<N>& s, Slot slot) const {
        for (Slot c : arena_.crossings(slot))
            if (held(s, c))
                return true;
        return false;
    }

    // Pegs the prover still needs if the foe stood still; cap + 1 when more than cap.
    int distance(const State<N>& s, int cap) const {
        const Slots<N> use = usable(s);
        const Bits<N> empty = empties(s), start = goal(s, 0), finish = goal(s, 1);
        Bits<N> reached = start & s.own;
        Bits<N> front = reached;
        absorb(use, s.own, front, reached);
        if (front.intersects(finish))
            return 0;
        for (int k = 1; k <= cap; ++k) {
            front = spread(use, front) & empty;
            if (k == 1)
                front |= start & empty;
            front = front.without(reached);
            if (front.none())
                return cap + 1;
            reached |= front;
            absorb(use, s.own, front, reached);
            if (front.intersects(finish))
                return k;
        }
        return cap + 1;
    }

    // levels[k]: holes first reached with k own pegs from a goal line, for k up to cap.
    void levels(const State<N>& s, int end, int cap, std::vector<Bits<N>>& levels) const {
        const Slots<N> use = usable(s);
        const Bits<N> empty = empties(s), start = goal(s, end);
        levels.assign(cap + 1, {});
        Bits<N> reached = start & s.own;
        Bits<N> front = reached;
        absorb(use, s.own, front, reached);
        levels[0] = front;
        for (int k = 1; k <= cap; ++k) {
            front = spread(use, front) & empty;
            if (k == 1)
                front |= start & empty;
            front = front.without(reached);
            if (front.none())
                return;
            reached |= front;
            absorb(use, s.own, front, reached);
            levels[k] = front;
        }
    }

    // True when the foe could ever join his goal lines past the given cut, filling every hole.
    bool foe_has_path(const Bits<N>& pegs, const Slots<N>& links) const {
        Slots<N> use;
        Slots<N> open = arena_.foe.slots;
        each_slot(links, [&](Slot link) {
            for (Slot c : arena_.crossings(link))
                open[c.direction].reset(c.upper);
        });
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
        absorb(use, holes, front, reached);
        return reached.intersects(lines[1]);
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

    // The holes that slots join to any of these.
    Bits<N> spread(const Slots<N>& use, const Bits<N>& from) const {
        Bits<N> to;
        for (int d = 0; d < kDirections; ++d) {
            const int step = arena_.steps[d];
            to |= (from & use[d]).up(step) | (from.down(step) & use[d]);
        }
        return to;
    }

    // Adds to front and reached every peg that chains of held links join to front.
    void absorb(const Slots<N>& use, const Bits<N>& pegs, Bits<N>& front, Bits<N>& reached) const {
        for (Bits<N> next = front; (next = spread(use, next) & pegs.without(reached)).any();) {
            reached |= next;
            front |= next;
        }
    }

private:
    void open_slots(State<N>& s) const {
        for (int d = 0; d < kDirections; ++d)
            s.free[d] = arena_.own.slots[d].without(s.foe | s.foe.down(arena_.steps[d]));
    }

    void cut(State<N>& s, Slot link) const {
        for (Slot c : arena_.crossings(link))
            s.free[c.direction].reset(c.upper);
    }

    // Frees every own slot that no foe pair crosses, where links `made` block such pairs.
    void settle(State<N>& s, const Slots<N>& made) const {
        open_slots(s);
        each_slot(arena_.between(arena_.foe.slots, s.foe), [&](Slot pair) {
            for (Slot c : arena_.crossings(pair))
                if (made[c.direction].test(c.upper))
                    return;
            cut(s, pair);
        });
        if (bind_)
            each_slot(arena_.own.links, [&](Slot link) { cut(s, link); });
    }

    const Arena<N>& arena_;
    const bool bind_;
};

} // namespace twixt
