// Walls: curves from one side of the board to the other that no link of the foe can cross. A block
// stands where there is one, so the fewest pegs of a wall say how many turns a block will take, as
// the shortest path does for a chain. It is a guess: two links of the foe may cross and belong to
// different chains, and then a block stands without a wall. Where three pegs are enough, the
// shortest wall has three in five cases of six.
//
// Walls are built from both sides at once, peg by peg, until a peg joins two of them: bidirectional
// search (Pohl, 1971). Faces are reached without a peg where no slot keeps them apart that the foe
// can still use. A peg stops the slots that end at its hole, and those that its links cross.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "layout.hpp"

namespace twixt {

template <int N> class Walls {
public:
    // `foe_boards` sees the same arena as the foe's own search does.
    Walls(const Arena<N>& arena, const Boards<N>& boards, const Boards<N>& foe_boards)
        : boards_(boards), layout_(arena, boards, foe_boards) {}

    // Takes up the position that stands in the arena.
    void begin() { begun_ = false; }

    // The fewest pegs that a wall of this state needs more; cap + 1 if it needs more than `cap`, 0
    // if the board has no two sides.
    int pegs(const State<N>& s, int cap) {
        if (!begun_)
            prepare();
        const Faces<N>& faces = layout_.faces();
        if (faces.first() < 0)
            return 0;
        layout_.look(s);
        for (int slot = 0; slot < layout_.slots(); ++slot)
            open_[slot] = layout_.usable(slot) ? 0 : kAlways;
        stamp_ = 0;
        least_ = kFar;
        joints_.fill(kFar);
        auto& [one, other] = fronts_;
        clear(one, s.own);
        clear(other, s.own);
        reach(one, other, faces.first());
        reach(other, one, faces.last());
        if (least_ == 0)
            return 0;
        find_stops(one, other);
        find_stops(other, one);
        for (;;) {
            const int placed = one.pegs + other.pegs;
            if (least_ > placed)
                join(one, other);
            if (least_ <= placed + 1)
                return least_;
            if (placed + 1 >= cap)
                return cap + 1;
            if (other.stops.size() < one.stops.size())
                grow(other, one, kFar);
            else
                grow(one, other, kFar);
        }
    }

    // The holes of walls of so many pegs. require: `pegs` was asked last of the same state, and
    // returned so many
    Bits<N> holes(const State<N>& s, int pegs) {
        auto& [one, other] = fronts_;
        if (one.pegs + other.pegs == pegs)
            return helpers(s); // no peg joined them
        while (one.pegs < pegs - 1)
            grow(one, other, pegs);
        while (other.pegs < pegs - 1)
            grow(other, one, pegs);
        return empties(s, [&](int hole) { return shortest(hole) <= pegs; });
    }

    // The holes of all pegs that make the shortest wall shorter. require: `pegs` was asked last of
    // the same state, and did not return more than its cap
    Bits<N> helpers(const State<N>& s) const {
        const auto& [one, other] = fronts_;
        return empties(s, [&](int hole) {
            return joints_[hole] < kFar || one.least[hole] <= one.pegs ||
                   other.least[hole] <= other.pegs;
        });
    }

private:
    using Count = std::uint8_t;
    using Counts = std::array<Count, 64 * N>;
    static constexpr int kFar = 100;              // more pegs than any search places
    static constexpr std::uint32_t kAlways = ~0u; // later than any stamp

    struct Piece { // of a slot, with a face behind it that was not reached yet
        int face, next;
    };

    // What walls from one side reach.
    struct Front {
        int pegs = 0;                    // of the longest of these walls
        std::vector<Count> levels;       // pegs to reach each face
        Counts least{};                  // pegs of the shortest wall to each hole; 0 for own pegs
        std::vector<int> fresh;          // faces reached with `pegs`
        std::vector<std::uint32_t> seen; // faces, stamped; kAlways for those reached before

        // Their rim: slots that keep them apart from other faces, and holes where a peg stops one.
        std::vector<int> rim, stops;
        std::vector<Piece> pieces;
        std::vector<int> newest;               // the first piece of each slot
        std::vector<std::vector<int>> stopped; // the slots that a peg in each hole stops
    };

    void prepare() {
        layout_.begin();
        for (Front& front : fronts_) {
            front.levels.resize(layout_.faces().count());
            front.seen.resize(layout_.faces().count());
            front.newest.resize(layout_.slots(), -1);
            front.stopped.resize(layout_.holes());
        }
        open_.resize(layout_.slots());
        shared_.resize(layout_.slots());
        begun_ = true;
    }

    template <class Test> Bits<N> empties(const State<N>& s, Test test) const {
        Bits<N> some;
        boards_.empties(s).each([&](int hole) {
            if (test(hole))
                some.set(hole);
        });
        return some;
    }

    void clear(Front& front, const Bits<N>& own) {
        ++stamp_;
        front.pegs = 0;
        std::fill(front.levels.begin(), front.levels.end(), kFar);
        std::fill(front.seen.begin(), front.seen.end(), 0);
        front.least.fill(kFar);
        own.each([&](int hole) { front.least[hole] = 0; });
        front.fresh.clear();
        leave(front);
    }

    void leave(Front& front) {
        for (int hole : front.stops)
            front.stopped[hole].clear();
        for (int slot : front.rim)
            front.newest[slot] = -1;
        front.stops.clear();
        front.rim.clear();
        front.pieces.clear();
    }

    // The pegs of the shortest wall over a hole, as far as is known.
    int shortest(int hole) const {
        return std::min<int>(joints_[hole], fronts_[0].least[hole] + fronts_[1].least[hole] - 1);
    }

    // Goes on with one peg more, in holes of walls of at most so many.
    void grow(Front& front, Front& other, int most) {
        ++front.pegs;
        for (int hole : front.stops)
            if (most == kFar || shortest(hole) <= most) {
                open(hole, [&](int far) { return front.least[far] < front.pegs; });
                each_behind(front, hole, [&](int face) { reach(front, other, face); });
            }
        leave(front);
        find_stops(front, other);
    }

    // Tries the holes where one peg may join walls from both sides.
    void join(Front& front, const Front& other) {
        for (int hole : front.stops) {
            if (other.stopped[hole].empty())
                continue;
            open(hole, [&](int far) {
                return front.least[far] <= front.pegs || other.least[far] <= other.pegs;
            });
            if (meets(front, other, hole)) {
                least_ = front.pegs + other.pegs + 1;
                joints_[hole] = std::min<Count>(joints_[hole], least_);
            }
        }
    }

    // Finds the holes where one peg more stops a slot at the rim of the faces reached last.
    void find_stops(Front& front, Front& other) {
        for (int face : front.fresh) {
            front.seen[face] = kAlways;
            for (const auto& side : layout_.faces().sides(face)) {
                if (!layout_.usable(side.slot) || front.levels[side.face] <= front.pegs)
                    continue;
                int& newest = front.newest[side.slot];
                if (newest < 0) {
                    front.rim.push_back(side.slot);
                    shared_[side.slot] = 0;
                }
                shared_[side.slot] |= other.levels[side.face] == other.pegs;
                front.pieces.push_back({side.face, newest});
                newest = static_cast<int>(front.pieces.size()) - 1;
            }
        }
        front.fresh.clear();
        for (int slot : front.rim) {
            const bool shared = shared_[slot] != 0; // with the rim of the other side
            const auto stop = [&](int hole) {
                if (!layout_.empty(hole))
                    return;
                add(front, hole, slot);
                if (shared)
                    add(other, hole, slot);
            };
            const auto linked = [&](int hole) {
                return front.least[hole] <= front.pegs ||
                       (shared && other.least[hole] <= other.pegs);
            };
            const auto [upper, lower] = layout_.ends(slot);
            stop(upper);
            stop(lower);
            for (int link : layout_.links_across(slot)) {
                if (!layout_.free(link))
                    continue;
                const auto [one, two] = layout_.ends(link);
                if (linked(one))
                    stop(two);
                if (linked(two))
                    stop(one);
            }
        }
    }

    void add(Front& front, int hole, int slot) {
        auto& slots = front.stopped[hole];
        if (slots.empty()) {
            front.stops.push_back(hole);
            front.least[hole] = std::min<Count>(front.least[hole], front.pegs + 1);
        }
        if (slots.empty() || slots.back() != slot)
            slots.push_back(slot);
    }

    // Opens the slots that a peg in a hole stops: those that end there, and those that its links
    // cross, to the holes for which `linked` holds.
    template <class Linked> void open(int hole, Linked linked) {
        ++stamp_;
        for (int slot : layout_.slots_at(hole))
            open(slot);
        for (int link : layout_.links_at(hole))
            if (layout_.free(link) && linked(layout_.other_end(link, hole)))
                for (int slot : layout_.slots_across(link))
                    open(slot);
    }

    void open(int slot) { open_[slot] = std::max(open_[slot], stamp_); }

    // True where a side leads to a face that was not seen yet; one branch for both.
    bool leads(const Front& front, const typename Faces<N>::Side& side) const {
        return bool(open_[side.slot] >= stamp_) & bool(front.seen[side.face] < stamp_);
    }

    // Visits the faces behind the slots that a peg in a hole stops.
    template <class Visit> void each_behind(const Front& front, int hole, Visit visit) {
        for (int slot : front.stopped[hole])
            for (int i = front.newest[slot]; i >= 0; i = front.pieces[i].next)
                if (front.seen[front.pieces[i].face] < stamp_)
                    visit(front.pieces[i].face);
    }

    // Adds a face, and those behind slots that are open.
    void reach(Front& front, const Front& other, int face) {
        const auto add = [&](int f) {
            front.seen[f] = stamp_;
            least_ = std::min(least_, front.pegs + other.levels[f]);
            if (front.levels[f] > front.pegs) {
                front.levels[f] = static_cast<Count>(front.pegs);
                front.fresh.push_back(f);
            }
            stack_.push_back(f);
        };
        add(face);
        while (!stack_.empty()) {
            const int f = stack_.back();
            stack_.pop_back();
            for (const auto& side : layout_.faces().sides(f))
                if (leads(front, side))
                    add(side.face);
        }
    }

    // True when a peg in a hole leads from the faces of one side to those of the other.
    bool meets(Front& front, const Front& other, int hole) {
        bool met = false;
        const auto add = [&](int f) {
            front.seen[f] = stamp_;
            met |= other.levels[f] <= other.pegs;
            stack_.push_back(f);
        };
        each_behind(front, hole, add);
        while (!stack_.empty() && !met) {
            const int f = stack_.back();
            stack_.pop_back();
            for (const auto& side : layout_.faces().sides(f))
                if (leads(front, side))
                    add(side.face);
        }
        stack_.clear();
        return met;
    }

    const Boards<N>& boards_;
    Layout<N> layout_;
    bool begun_ = false; // the layout is of the position that stands in the arena

    // The state under way.
    std::array<Front, 2> fronts_;
    int least_ = 0;                    // pegs of the shortest wall found
    Counts joints_{};                  // the same of walls that a peg in each hole joined
    std::vector<std::uint8_t> shared_; // slots of both rims
    std::vector<int> stack_;           // faces
    std::vector<std::uint32_t> open_;  // slots, stamped; kAlways for those lost to the foe
    std::uint32_t stamp_ = 0;          // of the peg that is tried
};

} // namespace twixt
