// The plane cut into faces by slots of the foe: where a wall may pass, and what it crosses. Two
// slots cross at thirds, fourths or fifths of a hole, so all corners of faces are whole sixtieths.
// A board of 12x12 has about 2,000 faces, and each about four sides; half as many are left in a
// position where half of the slots are lost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "arena.hpp"
#include "lists.hpp"

namespace twixt {

template <int N> class Faces {
public:
    struct Side {
        std::uint16_t slot; // its number
        std::uint16_t face; // what lies across it
        bool operator==(const Side&) const = default;
    };

    explicit Faces(const Arena<N>& arena) : arena_(arena) {
        cut();
        number();
        // Forgets what the plane was cut with, but for the pieces of slots.
        for (std::size_t i = 0; i < edges_.size(); i += 2)
            pieces_.push_back({edges_[i].slot, edges_[i].face, edges_[i + 1].face});
        edges_ = {};
        out_ = {};
        points_ = {};
        corners_.clear();
    }

    // Keeps the faces of these slots only: one flag for each number. require: called before what
    // follows
    void keep(const std::vector<std::uint8_t>& slots) {
        std::vector<int> parents(cut_);
        std::iota(parents.begin(), parents.end(), 0);
        const auto root = [&](int face) {
            while (parents[face] != face)
                face = parents[face] = parents[parents[face]];
            return face;
        };
        for (const auto& [slot, one, other] : pieces_)
            if (!slots[slot])
                parents[root(one)] = root(other);
        std::vector<int> numbers(cut_);
        count_ = 0;
        for (int face = 0; face < cut_; ++face)
            if (parents[face] == face)
                numbers[face] = count_++;
        const auto number = [&](int face) { return face < 0 ? -1 : numbers[root(face)]; };
        std::vector<std::pair<int, Side>> sides;
        const auto add = [&](int face, int slot, int across, std::size_t begin) {
            const std::pair side{
                face, Side{static_cast<std::uint16_t>(slot), static_cast<std::uint16_t>(across)}};
            if (std::find(sides.begin() + begin, sides.end(), side) == sides.end())
                sides.push_back(side);
        };
        std::size_t begin = 0; // of the sides of one slot, whose pieces follow each other
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            const auto& [slot, one, other] = pieces_[i];
            if (i > 0 && slot != pieces_[i - 1].slot)
                begin = sides.size();
            if (const int face = number(one), across = number(other); face != across) {
                add(face, slot, across, begin);
                add(across, slot, face, begin);
            }
        }
        sides_ = {count_, sides};
        first_ = number(cut_first_);
        last_ = number(cut_last_);
    }

    int count() const { return count_; }
    std::span<const Side> sides(int face) const { return sides_[face]; }

    // The faces outside the board where walls begin and end: they lie between the goal lines of
    // the foe. -1 if there are no such two.
    int first() const { return first_; }
    int last() const { return last_; }

private:
    static constexpr int kScale = 60;
    // The place of each direction among the eight in which pieces leave a corner; those backwards
    // come four places later.
    static constexpr std::array<int, kDirections> kTurns{1, 0, 3, 2};
    static constexpr int kAround = 8;

    // One side of a piece of a slot between two corners; the other side is number `^ 1`.
    struct Edge {
        int from, to, slot, turn, face = -1;
    };
    using Point = std::pair<int, int>; // column and row, in sixtieths

    void cut() {
        Slots<N> set;
        for (int d = 0; d < kDirections; ++d)
            set[d] = arena_.foe.slots[d] & arena_.foe.conducting[d];
        for (const Exit& exit : arena_.foe.exits)
            set[exit.slot.direction].set(exit.slot.upper);
        for (int d = 0; d < kDirections; ++d)
            set[d].each([&](int upper) { cut(set, {d, upper}); });
        for (std::size_t i = 0; i < edges_.size(); ++i)
            out_[edges_[i].from][edges_[i].turn] = static_cast<int>(i);
    }

    void cut(const Slots<N>& set, Slot slot) {
        const int d = slot.direction, column = slot.upper % arena_.width,
                  row = slot.upper / arena_.width;
        std::vector<int> cuts{0, kScale}; // how far along the slot
        const Slots<N> across = both(arena_.crossings(slot), set);
        for (int e = 0; e < kDirections; ++e)
            across[e].each([&](int other) {
                const int columns = other % arena_.width - column,
                          rows = other / arena_.width - row;
                cuts.push_back((columns * kRows[e] - rows * kColumns[e]) * kScale /
                               (kColumns[d] * kRows[e] - kRows[d] * kColumns[e]));
            });
        std::sort(cuts.begin(), cuts.end());
        cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
        const auto at = [&](int along) {
            return corner({column * kScale + along * kColumns[d], row * kScale + along * kRows[d]});
        };
        const int number = arena_.number(slot);
        for (std::size_t i = 1; i < cuts.size(); ++i) {
            const int from = at(cuts[i - 1]), to = at(cuts[i]);
            edges_.push_back({from, to, number, kTurns[d]});
            edges_.push_back({to, from, number, kTurns[d] + kAround / 2});
        }
    }

    int corner(Point point) {
        const auto [it, fresh] = corners_.try_emplace(point, static_cast<int>(out_.size()));
        if (fresh) {
            out_.emplace_back().fill(-1);
            points_.push_back(point);
        }
        return it->second;
    }

    // The goal line of the foe that a corner belongs to, -1 for none. So do outside pegs that reach
    // one.
    int line(int corner) const {
        const auto [column, row] = points_[corner];
        if (column % kScale != 0 || row % kScale != 0)
            return -1;
        const int hole = row / kScale * arena_.width + column / kScale;
        for (int end = 0; end < 2; ++end)
            if (arena_.foe.goals[end].test(hole))
                return end;
        for (const Exit& exit : arena_.foe.exits)
            if (hole != exit.hole && (hole == exit.slot.upper || hole == arena_.lower(exit.slot)))
                return exit.end;
        return -1;
    }

    // The next edge of the same face.
    int next(int edge) const {
        const auto& around = out_[edges_[edge].to];
        int turn = (edges_[edge].turn + kAround / 2) % kAround; // back where it came from
        do
            turn = (turn + 1) % kAround;
        while (around[turn] < 0);
        return around[turn];
    }

    // Numbers the faces.
    void number() {
        int outside = -1; // an edge of the face around all others, which has the largest area
        long long largest = 0;
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            if (edges_[i].face >= 0)
                continue;
            long long area = 0;
            int edge = static_cast<int>(i);
            do {
                edges_[edge].face = cut_;
                const Point &from = points_[edges_[edge].from], &to = points_[edges_[edge].to];
                area += 1LL * from.first * to.second - 1LL * from.second * to.first;
                edge = next(edge);
            } while (edge != static_cast<int>(i));
            ++cut_;
            if (std::llabs(area) > largest) {
                largest = std::llabs(area);
                outside = edge;
            }
        }
        if (outside >= 0)
            part(outside);
    }

    // Parts the outside where it meets the goal lines: no wall passes behind them.
    void part(int edge) {
        int tried = 0;
        while (line(edges_[edge].from) < 0) {
            if (++tried > static_cast<int>(edges_.size()))
                return;
            edge = next(edge);
        }
        std::vector<int> between; // faces from one goal line to the other
        const int begin = edge;
        int end = line(edges_[begin].from);
        do {
            edges_[edge].face = cut_;
            edge = next(edge);
            const int reached = line(edges_[edge].from);
            if (reached < 0)
                continue;
            if (reached != end)
                between.push_back(cut_);
            end = reached;
            ++cut_;
        } while (edge != begin);
        if (between.size() == 2) {
            cut_first_ = between[0];
            cut_last_ = between[1];
        }
    }

    const Arena<N>& arena_;

    // With all slots.
    struct Piece {
        int slot, face, across;
    };
    int cut_ = 0, cut_first_ = -1, cut_last_ = -1;
    std::vector<Piece> pieces_;

    // With those that are kept.
    int count_ = 0, first_ = -1, last_ = -1;
    Lists<Side> sides_;

    // While the plane is cut.
    std::vector<Edge> edges_;
    std::vector<std::array<int, kAround>> out_; // the edges that leave each corner
    std::vector<Point> points_;                 // of each corner
    std::map<Point, int> corners_;
};

} // namespace twixt
