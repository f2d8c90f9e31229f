// Paths through a position: shortest ones, and chains that do not cross themselves. Under STD a set
// of links that joins the lines may hold none of these, so leaves and cuts ask here.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "boards.hpp"

namespace twixt {

template <int N> struct Path {
    std::vector<int> empties; // holes still to peg, from the second goal line to the first
    std::vector<Slot> slots;  // every slot on the way, held or not
    int last = -1;            // the hole on the second goal line
};

template <int N> class Paths {
public:
    Paths(const Arena<N>& arena, const Boards<N>& boards) : arena_(arena), boards_(boards) {}

    // Finds one shortest path of at most cap pegs. Returns its number of pegs, cap + 1 if none.
    int shortest_path(const State<N>& s, int cap, Path<N>& path) {
        const Slots<N> use = boards_.usable(s);
        const Bits<N> empty = boards_.empties(s), start = boards_.goal(s, 0),
                      finish = boards_.goal(s, 1);
        steps_.clear();
        Bits<N> reached = start & s.own;
        Bits<N> front = reached;
        if (front.any())
            steps_.push_back(front);
        int pegs = 0;
        for (;;) {
            Bits<N> level = front;
            for (Bits<N> next = front;
                 (next = boards_.spread(use, next) & s.own.without(reached)).any();) {
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
            front = boards_.spread(use, level) & empty;
            if (pegs == 1)
                front |= start & empty;
            front = front.without(reached);
            if (front.none())
                return cap + 1;
            reached |= front;
            steps_.push_back(front);
        }
    }

    // Finds a chain of held links that joins the goal lines and does not cross itself, trying
    // at most kChainSteps pegs. require: distance 0.
    bool uncrossed_chain(const State<N>& s, Path<N>& path) {
        const Slots<N> use = boards_.usable(s);
        steps_.clear();
        Bits<N> reached = boards_.goal(s, 0) & s.own;
        for (Bits<N> next = reached; next.any();
             next = boards_.spread(use, next) & s.own.without(reached)) {
            reached |= next;
            steps_.push_back(next);
        }
        path.empties.clear();
        tries_ = kChainSteps;
        bool found = false;
        path.slots.clear();
        (boards_.goal(s, 1) & reached).each([&](int hole) {
            if (found)
                return;
            path.last = hole;
            found = any_exit(s, 1, hole, Slots<N>{}, path, [&](const Slots<N>& chain) {
                return extend(s, use, hole, Bits<N>{}, chain, path);
            });
        });
        return found;
    }

    // True when the last search for an uncrossed chain found one or tried everything.
    bool saw_all() const { return tries_ >= 0; }

private:
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

    // Extends a chain from a hole towards the first goal line, nearest pegs first.
    bool extend(const State<N>& s, const Slots<N>& use, int hole, Bits<N> visited,
                const Slots<N>& chain, Path<N>& path) {
        if (steps_[0].test(hole) &&
            any_exit(s, 0, hole, chain, path, [](const Slots<N>&) { return true; }))
            return true;
        if (--tries_ < 0)
            return false;
        visited.set(hole);
        std::vector<std::pair<std::size_t, Slot>> ways;
        arena_.each_at(use, hole, [&](Slot slot, int other) {
            if (!s.own.test(other) || visited.test(other))
                return;
            if (intersect(arena_.crossings(slot), chain))
                return;
            for (std::size_t i = 0; i < steps_.size(); ++i)
                if (steps_[i].test(other))
                    ways.emplace_back(i, slot);
        });
        std::stable_sort(ways.begin(), ways.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        const std::size_t length = path.slots.size();
        for (const auto& [step, slot] : ways) {
            Slots<N> longer = chain;
            longer[slot.direction].set(slot.upper);
            path.slots.push_back(slot);
            const int other = slot.upper == hole ? arena_.lower(slot) : slot.upper;
            if (extend(s, use, other, visited, longer, path))
                return true;
            path.slots.resize(length);
        }
        return false;
    }

    // Adds the slot to an outside peg where only that reaches the goal line.
    void leave(const State<N>& s, int end, int hole, Path<N>& path) const {
        if (const auto exits = boards_.exits(s, end, hole); !exits.empty())
            path.slots.push_back(exits.front());
    }

    // Lets a chain reach an end from a hole in each way that does not cross it, until `then`,
    // which is given the chain with its exit, returns true.
    template <class Then>
    bool any_exit(const State<N>& s, int end, int hole, const Slots<N>& chain, Path<N>& path,
                  Then then) {
        if (boards_.at_end(s, end, hole))
            return then(chain);
        const std::size_t length = path.slots.size();
        for (const Slot exit : boards_.exits(s, end, hole)) {
            if (intersect(arena_.crossings(exit), chain))
                continue;
            Slots<N> longer = chain;
            longer[exit.direction].set(exit.upper);
            path.slots.push_back(exit);
            if (then(longer))
                return true;
            path.slots.resize(length);
        }
        return false;
    }

    static constexpr int kChainSteps = 400;

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    std::vector<Bits<N>> steps_; // the flood of the call under way
    int tries_ = 0;
};

} // namespace twixt
