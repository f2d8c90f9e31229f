// Walls: curves from one side of the board to the other that no link of the foe can cross. A block
// stands where there is one, so the fewest pegs of a wall say how many turns a block will take, as
// the shortest path does for a chain. It is a guess: two links of the foe may cross and belong to
// different chains, and then a block stands without a wall. Where three pegs are enough, the
// shortest wall has three in five cases of six. Searches of hard blocks take an eighth of the
// nodes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "boards.hpp"
#include "faces.hpp"

namespace twixt {

template <int N> class Walls {
public:
    // `foe_boards` sees the same arena as the foe's own search does.
    Walls(const Arena<N>& arena, const Boards<N>& boards, const Boards<N>& foe_boards)
        : arena_(arena), boards_(boards), foe_boards_(foe_boards) {}

    // The fewest pegs that a wall of this state needs more; cap + 1 if it needs more than `cap`, 0
    // if the board has no two sides.
    int pegs(const State<N>& s, int cap) {
        if (!faces_)
            prepare();
        if (faces_->first() < 0)
            return 0;
        look(s);
        return flood(faces_->first(), faces_->last(), cap, from_first_);
    }

    // The holes of walls of so many pegs. require: `pegs` was asked last of the same state, and
    // returned so many
    Bits<N> holes(const State<N>& s, int pegs) {
        flood(faces_->last(), faces_->first(), pegs, from_last_);
        Bits<N> some;
        boards_.empties(s).each([&](int hole) {
            if (from_first_[hole] + from_last_[hole] - 1 <= pegs)
                some.set(hole);
        });
        return some;
    }

private:
    using Count = std::uint8_t;
    using Counts = std::array<Count, 64 * N>;
    static constexpr Count kFar = 100; // more pegs than any search places
    enum class Hole : std::uint8_t { closed, empty, own };

    struct Piece { // of a slot, with a face behind it that was not reached yet
        int face, next;
    };

    void prepare() {
        faces_.emplace(arena_);
        const int slots = kDirections * arena_.holes;
        levels_.resize(faces_->count());
        seen_.resize(faces_->count());
        usable_.resize(slots);
        free_.resize(slots);
        open_.resize(slots);
        newest_.assign(slots, -1);
        across_.resize(slots);
        ends_.resize(slots);
        at_.resize(arena_.holes);
        tried_.resize(arena_.holes);
        Slots<N> all;
        for (int d = 0; d < kDirections; ++d)
            all[d] = arena_.own.slots[d] | arena_.foe.slots[d];
        boards_.each_slot(all, [&](Slot slot) {
            ends_[arena_.number(slot)] = {slot.upper, arena_.lower(slot)};
            for (int end : ends_[arena_.number(slot)])
                at_[end].push_back(arena_.number(slot));
            boards_.each_slot(both(arena_.crossings(slot), all), [&](Slot other) {
                across_[arena_.number(slot)].push_back(arena_.number(other));
            });
        });
    }

    // Lays a state out hole by hole and slot by slot. The foe may fill every other hole.
    void look(const State<N>& s) {
        const State<N> filled = foe_boards_.against(
            arena_.foe.open.without(s.own), s.own,
            s.turn == Turn::first ? arena_.own.links : arena_.between(s.free, s.own));
        std::fill(usable_.begin(), usable_.end(), 0);
        std::fill(free_.begin(), free_.end(), 0);
        holes_.fill(Hole::closed);
        boards_.each_slot(filled.free, [&](Slot slot) { usable_[arena_.number(slot)] = 1; });
        boards_.each_slot(s.free, [&](Slot slot) { free_[arena_.number(slot)] = 1; });
        boards_.empties(s).each([&](int hole) { holes_[hole] = Hole::empty; });
        s.own.each([&](int hole) { holes_[hole] = Hole::own; });
    }

    // Reaches faces from one with 0, 1, 2 ... pegs until the goal is among them. Returns their
    // number, cap + 1 if it is more; `least` gets that of walls which end at each hole.
    int flood(int start, int goal, int cap, Counts& least) {
        std::fill(levels_.begin(), levels_.end(), kFar);
        least.fill(kFar);
        fresh_.clear();
        ++stamp_;
        reach(start, 0);
        for (int pegs = 0;; ++pegs) {
            if (levels_[goal] <= pegs)
                return pegs;
            if (pegs == cap)
                return cap + 1;
            find_stops(pegs, least);
            fresh_.clear();
            for (int hole : stops_)
                peg(hole, pegs + 1, least);
            for (int hole : stops_) {
                least[hole] = std::min<Count>(least[hole], pegs + 1);
                tried_[hole].clear();
            }
            for (int slot : touched_)
                newest_[slot] = -1;
        }
    }

    // True when a peg linked to this hole is there, or may be with so many pegs.
    bool pegged(int hole, int pegs, const Counts& least) const {
        return holes_[hole] == Hole::own || (holes_[hole] == Hole::empty && least[hole] <= pegs);
    }

    // The holes where one peg more stops a slot at the rim of the faces reached last.
    void find_stops(int pegs, const Counts& least) {
        pieces_.clear();
        touched_.clear();
        stops_.clear();
        for (int face : fresh_)
            for (const auto& side : faces_->sides(face))
                if (usable_[side.slot] && levels_[side.face] > pegs) {
                    if (newest_[side.slot] < 0)
                        touched_.push_back(side.slot);
                    pieces_.push_back({side.face, newest_[side.slot]});
                    newest_[side.slot] = static_cast<int>(pieces_.size()) - 1;
                }
        const auto stop = [&](int hole, int slot) {
            auto& slots = tried_[hole];
            if (slots.empty())
                stops_.push_back(hole);
            if (slots.empty() || slots.back() != slot)
                slots.push_back(slot);
        };
        for (int slot : touched_) {
            for (int end : ends_[slot])
                if (holes_[end] == Hole::empty)
                    stop(end, slot);
            for (int link : across_[slot]) {
                if (!free_[link])
                    continue;
                const auto [upper, lower] = ends_[link];
                if (holes_[lower] == Hole::empty && pegged(upper, pegs, least))
                    stop(lower, slot);
                if (holes_[upper] == Hole::empty && pegged(lower, pegs, least))
                    stop(upper, slot);
            }
        }
    }

    // Reaches what a peg opens: it stops the slots at its hole and those its links cross.
    void peg(int hole, int pegs, const Counts& least) {
        ++stamp_;
        for (int link : at_[hole]) {
            open_[link] = stamp_;
            const int other = ends_[link][ends_[link][0] == hole];
            if (free_[link] && pegged(other, pegs - 1, least))
                for (int slot : across_[link])
                    open_[slot] = stamp_;
        }
        for (int slot : tried_[hole])
            for (int i = newest_[slot]; i >= 0; i = pieces_[i].next)
                if (seen_[pieces_[i].face] != stamp_)
                    reach(pieces_[i].face, pegs);
    }

    // Adds a face, and those behind slots that are open or not the foe's any more.
    void reach(int face, int pegs) {
        const auto add = [&](int f) {
            seen_[f] = stamp_;
            if (levels_[f] > pegs) {
                levels_[f] = static_cast<Count>(pegs);
                fresh_.push_back(f);
            }
            stack_.push_back(f);
        };
        add(face);
        while (!stack_.empty()) {
            const int f = stack_.back();
            stack_.pop_back();
            for (const auto& side : faces_->sides(f))
                if (seen_[side.face] != stamp_ && levels_[side.face] >= pegs &&
                    (!usable_[side.slot] || open_[side.slot] == stamp_))
                    add(side.face);
        }
    }

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    const Boards<N>& foe_boards_;
    std::optional<Faces<N>> faces_; // made when the first wall is asked for

    // The slots across each slot, its ends, and the slots at each hole.
    std::vector<std::vector<int>> across_, at_;
    std::vector<std::array<int, 2>> ends_;

    // The state under way.
    std::vector<std::uint8_t> usable_; // slots the foe may link
    std::vector<std::uint8_t> free_;   // own slots
    std::array<Hole, 64 * N> holes_{};
    Counts from_first_{}, from_last_{};

    // The flood under way.
    std::vector<Count> levels_;              // pegs to reach each face
    std::vector<int> fresh_, stack_;         // faces
    std::vector<int> touched_, stops_;       // slots and holes that `find_stops` found
    std::vector<Piece> pieces_;              // of the touched slots
    std::vector<int> newest_;                // the first piece of each slot
    std::vector<std::vector<int>> tried_;    // the touched slots that a peg stops
    std::vector<std::uint32_t> open_, seen_; // slots and faces, stamped with the peg's number
    std::uint32_t stamp_ = 0;
};

} // namespace twixt
