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

    friend bool operator==(const State&, const State&) = default;
};

template <int N> struct Path {
    std::vector<int> empties; // holes still to peg, from the second goal line to the first
    std::vector<Slot> slots;  // every slot on the way, held or not
    int last = -1;            // the hole on the second goal line
};

template <int N> class Boards {
public:
    explicit Boards(const Arena<N>& arena) : arena_(arena) {}

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

    State<N> with_own(const State<N>& s, int hole) const {
        State<N> t = s;
        t.own.set(hole);
        t.turn = Turn::later;
        if (s.turn == Turn::real)
            settle(t, arena_.between(s.free, t.own));
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

    // Finds one shortest path of at most cap pegs. Returns its number of pegs, cap + 1 if none.
    int shortest_path(const State<N>& s, int cap, Path<N>& path) {
        const Slots<N> use = usable(s);
        const Bits<N> empty = empties(s), start = goal(s, 0), finish = goal(s, 1);
        steps_.clear();
        Bits<N> reached = start & s.own;
        Bits<N> front = reached;
        if (front.any())
            steps_.push_back(front);
        int pegs = 0;
        for (;;) {
            Bits<N> level = front;
            for (Bits<N> next = front; (next = spread(use, next) & s.own.without(reached)).any();) {
                reached |= next;
                level |= next;
                steps_.push_back(next);
            }
            if (level.intersects(finish)) {
                walk_back(s, use, (level & finish).first(), path);
                return pegs;
            }
            if (++pegs > cap)
                return pegs;
            front = spread(use, level) & empty;
            if (pegs == 1)
                front |= start & empty;
            front = front.without(reached);
            if (front.none())
                return cap + 1;
            reached |= front;
            steps_.push_back(front);
        }
    }

    // The holes where one foe peg alone can hurt a path: its empty holes, and the free end of
    // every crossing slot whose other end is the foe's.
    Bits<N> touch(const State<N>& s, const Path<N>& path) const {
        Bits<N> zone;
        for (int hole : path.empties)
            zone.set(hole);
        for (Slot slot : path.slots) {
            if (held(s, slot))
                continue;
            for (Slot c : arena_.crossings(slot)) {
                if (!arena_.foe.slots[c.direction].test(c.upper))
                    continue;
                const int upper = c.upper, lower = arena_.lower(c);
                const bool foe_up = s.foe.test(upper), foe_low = s.foe.test(lower);
                if (foe_up == foe_low)
                    continue;
                const int free_end = foe_up ? lower : upper;
                if (!s.own.test(free_end) && !blocked(s, c))
                    zone.set(free_end);
            }
        }
        return zone & replies(s);
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

private:
    Slots<N> usable(const State<N>& s) const {
        Slots<N> use;
        for (int d = 0; d < kDirections; ++d)
            use[d] = s.free[d] & arena_.own.conducting[d];
        return use;
    }

    Bits<N> goal(const State<N>& s, int end) const {
        Bits<N> line = arena_.own.goals[end];
        for (const auto& exit : arena_.own.exits)
            if (exit.end == end && s.free[exit.slot.direction].test(exit.slot.upper))
                line.set(exit.hole);
        return line;
    }

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
    }

    void walk_back(const State<N>& s, const Slots<N>& use, int hole, Path<N>& path) const {
        path.empties.clear();
        path.slots.clear();
        path.last = hole;
        leave(s, 1, hole, path);
        std::size_t limit = steps_.size();
        for (;;) {
            if (!s.own.test(hole))
                path.empties.push_back(hole);
            while (limit > 0 && !steps_[limit - 1].test(hole))
                --limit;
            // `limit` - 1 is the step that reached this hole; go to its earliest neighbour.
            int best = -1;
            std::size_t best_step = limit - 1;
            Slot best_slot{};
            arena_.each_at(use, hole, [&](Slot slot, int other) {
                for (std::size_t i = 0; i < best_step; ++i)
                    if (steps_[i].test(other)) {
                        best = other;
                        best_step = i;
                        best_slot = slot;
                    }
            });
            if (best < 0)
                break;
            path.slots.push_back(best_slot);
            hole = best;
        }
        leave(s, 0, hole, path);
    }

    // Adds the slot to an outside peg where only that reaches the goal line.
    void leave(const State<N>& s, int end, int hole, Path<N>& path) const {
        if (arena_.own.goals[end].test(hole))
            return;
        for (const auto& exit : arena_.own.exits)
            if (exit.end == end && exit.hole == hole &&
                s.free[exit.slot.direction].test(exit.slot.upper)) {
                path.slots.push_back(exit.slot);
                return;
            }
    }

    const Arena<N>& arena_;
    std::vector<Bits<N>> steps_;
};

} // namespace twixt
