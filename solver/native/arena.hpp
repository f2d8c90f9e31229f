// The arena as the search of one prover sees it: "own" is the prover, "foe" the opponent.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace twixt {

inline constexpr int kDirections = 4;

// The columns and rows that a slot steps over in each direction, from its upper end.
inline constexpr std::array<int, kDirections> kColumns{1, 2, -2, -1}, kRows{2, 1, 1, 2};

// One set of slots: a bitset of upper ends per direction.
template <int N> using Slots = std::array<Bits<N>, kDirections>;

// Sets of slots as whole boards: an element is never looked at alone.
template <int N> void take_in(Slots<N>& set, const Slots<N>& more) {
    for (int d = 0; d < kDirections; ++d)
        set[d] |= more[d];
}

template <int N> void take_out(Slots<N>& set, const Slots<N>& less) {
    for (int d = 0; d < kDirections; ++d)
        set[d] = set[d].without(less[d]);
}

template <int N> Slots<N> both(const Slots<N>& one, const Slots<N>& other) {
    Slots<N> common;
    for (int d = 0; d < kDirections; ++d)
        common[d] = one[d] & other[d];
    return common;
}

template <int N> bool within(const Slots<N>& some, const Slots<N>& all) {
    bool inside = true;
    for (int d = 0; d < kDirections; ++d)
        inside &= some[d].within(all[d]);
    return inside;
}

template <int N> bool intersect(const Slots<N>& one, const Slots<N>& other) {
    Bits<N> common;
    for (int d = 0; d < kDirections; ++d)
        common |= one[d] & other[d];
    return common.any();
}

struct Slot {
    int direction;
    int upper;
};

// What solver/arena.py compiles for one side; see ArenaSide there.
struct SideMasks {
    std::vector<int> open, pegs, goal0, goal1, slots, conducting, links;
    std::vector<std::array<int, 3>> exits;
};

struct ArenaMasks {
    int width = 0;
    int height = 0;
    bool own_links_cross = false;
    SideMasks own, foe;
};

// The arena as the other side sees it.
inline ArenaMasks swapped(ArenaMasks masks) {
    std::swap(masks.own, masks.foe);
    return masks;
}

// Pegs and links of both sides at one time.
struct Standing {
    std::vector<int> own_pegs, own_links, foe_pegs, foe_links;
};

struct Exit {
    Slot slot;
    int hole;
    int end;
};

template <int N> struct ArenaSide {
    Bits<N> open, pegs;
    std::array<Bits<N>, 2> goals;
    Slots<N> slots{}, conducting{}, links{};
    std::vector<Exit> exits;
};

// Throws std::invalid_argument for a lattice that no arena can hold.
inline void check_lattice(int width, int height) {
    constexpr int kMost = 64 * 24;
    if (width < 3 || height < 3 || width > kMost || height > kMost / width)
        throw std::invalid_argument("the lattice has fewer holes than 3 x 3, or more than 1536");
}

template <int N> class Arena {
public:
    // Throws std::invalid_argument when a number does not fit the lattice.
    explicit Arena(const ArenaMasks& masks)
        : width(masks.width), holes(masks.width * masks.height),
          steps{2 * masks.width + 1, masks.width + 2, masks.width - 2, 2 * masks.width - 1},
          own_links_cross(masks.own_links_cross) {
        if (masks.width < 3 || masks.height < 3 || holes > 64 * N)
            throw std::invalid_argument("the lattice does not fit");
        own = side(masks.own);
        foe = side(masks.foe);
        // The prover makes no new links between two outside pegs: slots that cross them may
        // have ends beyond the lattice.
        for (int d = 0; d < kDirections; ++d)
            own.slots[d] &= own.open | own.open.down(steps[d]) | own.links[d];
        has_scenery = !own.exits.empty() || !foe.exits.empty();
        within_word = *std::max_element(steps.begin(), steps.end()) < 64;
        make_crossings(masks.height);
    }

    // Replaces what stands; holes, slots, goals and outside pegs stay as they were. Throws
    // std::invalid_argument, and then changes nothing, when a number does not fit the lattice.
    void place(const Standing& standing) {
        const Bits<N> own_pegs = hole_set(standing.own_pegs);
        const Bits<N> foe_pegs = hole_set(standing.foe_pegs);
        const Slots<N> own_links = slot_set(standing.own_links);
        foe.links = slot_set(standing.foe_links);
        own.pegs = own_pegs;
        own.links = own_links;
        foe.pegs = foe_pegs;
    }

    // True when all pegs stand on the playable holes: no chain can pass another outside.
    bool self_contained() const { return own.pegs.within(own.open) && foe.pegs.within(foe.open); }

    // Slots are numbered below `kDirections * holes`.
    int number(Slot slot) const { return slot.direction * holes + slot.upper; }

    int lower(Slot slot) const { return slot.upper + steps[slot.direction]; }

    // The slot of a set between two holes. require: there is one
    Slot slot_between(const Slots<N>& set, int one, int other) const {
        const int upper = std::min(one, other), step = std::max(one, other) - upper;
        int direction = 0;
        while (steps[direction] != step || !set[direction].test(upper))
            ++direction;
        return {direction, upper};
    }

    // The slots of the lattice that cross a slot, at most nine.
    const Slots<N>& crossings(Slot slot) const { return crossings_[number(slot)]; }

    // Calls visit(slot, other end) for every slot of the set that ends at a hole.
    template <class Visit> void each_at(const Slots<N>& set, int hole, Visit visit) const {
        for (int d = 0; d < kDirections; ++d) {
            if (set[d].test(hole))
                visit(Slot{d, hole}, hole + steps[d]);
            const int upper = hole - steps[d];
            if (upper >= 0 && set[d].test(upper))
                visit(Slot{d, upper}, upper);
        }
    }

    // The slots of the set that join two of the pegs.
    Slots<N> between(const Slots<N>& set, const Bits<N>& pegs) const {
        Slots<N> made;
        for (int d = 0; d < kDirections; ++d)
            made[d] = set[d] & pegs & pegs.down(steps[d]);
        return made;
    }

    int width;
    int holes;
    std::array<int, kDirections> steps;
    bool own_links_cross;
    bool has_scenery; // some link to an outside peg reaches a goal line
    bool within_word; // every step is shorter than a word of 64 holes
    ArenaSide<N> own, foe;

private:
    Bits<N> hole_set(const std::vector<int>& numbers) const {
        Bits<N> set;
        for (int i : numbers) {
            if (i < 0 || i >= holes)
                throw std::invalid_argument("a hole lies off the lattice");
            set.set(i);
        }
        return set;
    }

    Slot slot(int number) const {
        if (number < 0 || number >= kDirections * holes ||
            number % holes + steps[number / holes] >= holes)
            throw std::invalid_argument("a slot lies off the lattice");
        return {number / holes, number % holes};
    }

    Slots<N> slot_set(const std::vector<int>& numbers) const {
        Slots<N> set{};
        for (int i : numbers) {
            const Slot s = slot(i);
            set[s.direction].set(s.upper);
        }
        return set;
    }

    ArenaSide<N> side(const SideMasks& masks) const {
        ArenaSide<N> side;
        side.open = hole_set(masks.open);
        side.pegs = hole_set(masks.pegs);
        side.goals = {hole_set(masks.goal0), hole_set(masks.goal1)};
        side.slots = slot_set(masks.slots);
        side.conducting = slot_set(masks.conducting);
        side.links = slot_set(masks.links);
        for (const auto& [number, hole, end] : masks.exits) {
            if (hole < 0 || hole >= holes || end < 0 || end > 1)
                throw std::invalid_argument("an exit lies off the lattice");
            side.exits.push_back({slot(number), hole, end});
        }
        return side;
    }

    void make_crossings(int height) {
        crossings_.resize(kDirections * holes);
        const auto inside = [&](int c, int r) {
            return c >= 0 && c < width && r >= 0 && r < height;
        };
        // Positive, negative or zero as point 3 lies left, right or on the line through 1 and 2.
        const auto turn = [](int c1, int r1, int c2, int r2, int c3, int r3) {
            return (c2 - c1) * (r3 - r1) - (r2 - r1) * (c3 - c1);
        };
        for (int d = 0; d < kDirections; ++d)
            for (int i = 0; i < holes; ++i) {
                const int c = i % width, r = i / width, c2 = c + kColumns[d], r2 = r + kRows[d];
                for (int e = 0; inside(c2, r2) && e < kDirections; ++e)
                    for (int row = r - 2; row <= r + 2; ++row)
                        for (int col = c - 4; col <= c + 4; ++col) {
                            const int col2 = col + kColumns[e], row2 = row + kRows[e];
                            if (!inside(col, row) || !inside(col2, row2))
                                continue;
                            // Strict signs: slots that share an end give a zero and do not cross.
                            if (turn(c, r, c2, r2, col, row) * turn(c, r, c2, r2, col2, row2) < 0 &&
                                turn(col, row, col2, row2, c, r) *
                                        turn(col, row, col2, row2, c2, r2) <
                                    0)
                                crossings_[d * holes + i][e].set(row * width + col);
                        }
            }
    }

    std::vector<Slots<N>> crossings_; // of each slot
};

} // namespace twixt
