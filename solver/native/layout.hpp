// A state laid out slot by slot and hole by hole, for searches that walk from face to face of the
// plane. Slots and faces that are lost for good where such a search begins are left out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "faces.hpp"

namespace twixt {

template <int N> class Layout {
public:
    using Number = std::uint16_t; // of a slot

    // `foe_boards` sees the same arena as the foe's own search does.
    Layout(const Arena<N>& arena, const Boards<N>& boards, const Boards<N>& foe_boards)
        : arena_(arena), boards_(boards), foe_boards_(foe_boards) {}

    // Takes up the position that stands in the arena. A layout with all of its slots, and few more,
    // serves as well. require: before `look`
    void begin() {
        const Slots<N> usable = foe_slots(arena_.own.pegs, arena_.own.links);
        const Slots<N> free =
            boards_.against(arena_.own.pegs, arena_.foe.pegs, arena_.foe.links).free;
        if (faces_ && within(usable, all_usable_) && within(free, all_free_) &&
            10 * size(usable) >= 9 * size(all_usable_))
            return;
        all_usable_ = all_free_ = {}; // until all is laid out
        if (!faces_)
            faces_.emplace(arena_);
        mark(usable_, usable);
        mark(free_, free);
        faces_->keep(usable_);
        std::vector<std::pair<int, Number>> slots, links, slots_across, links_across;
        ends_.assign(usable_.size(), {});
        Slots<N> all;
        for (int d = 0; d < kDirections; ++d)
            all[d] = arena_.own.slots[d] | arena_.foe.slots[d];
        boards_.each_slot(all, [&](Slot slot) {
            const auto number = static_cast<Number>(arena_.number(slot));
            ends_[number] = {slot.upper, arena_.lower(slot)};
            for (int end : ends_[number]) {
                if (usable_[number])
                    slots.push_back({end, number});
                if (free_[number])
                    links.push_back({end, number});
            }
            if (!free_[number])
                return;
            boards_.each_slot(both(arena_.crossings(slot), arena_.foe.slots), [&](Slot other) {
                const auto across = static_cast<Number>(arena_.number(other));
                if (!usable_[across])
                    return;
                slots_across.push_back({number, across});
                links_across.push_back({across, number});
            });
        });
        slots_at_ = {arena_.holes, slots};
        links_at_ = {arena_.holes, links};
        slots_across_ = {this->slots(), slots_across};
        links_across_ = {this->slots(), links_across};
        all_usable_ = usable;
        all_free_ = free;
    }

    // Lays out a state of that position. The foe may fill every hole that the prover has not.
    void look(const State<N>& s) {
        mark(usable_, foe_slots(s.own, s.turn == Turn::first ? arena_.own.links
                                                             : arena_.between(s.free, s.own)));
        mark(free_, s.free);
        empty_.fill(0);
        boards_.empties(s).each([&](int hole) { empty_[hole] = 1; });
    }

    const Faces<N>& faces() const { return *faces_; }
    int slots() const { return kDirections * arena_.holes; }
    int holes() const { return arena_.holes; }

    // Slots that the foe may still link. The two lists hold those that he could link when `begin`
    // was called.
    bool usable(int slot) const { return usable_[slot] != 0; }
    std::span<const Number> slots_at(int hole) const { return slots_at_[hole]; }
    std::span<const Number> slots_across(int link) const { return slots_across_[link]; }

    // The same of own slots.
    bool free(int link) const { return free_[link] != 0; }
    std::span<const Number> links_at(int hole) const { return links_at_[hole]; }
    std::span<const Number> links_across(int slot) const { return links_across_[slot]; }

    const std::array<int, 2>& ends(int slot) const { return ends_[slot]; }
    int other_end(int slot, int end) const { return ends_[slot][ends_[slot][0] == end]; }
    bool empty(int hole) const { return empty_[hole] != 0; }

private:
    using Flags = std::vector<std::uint8_t>;

    Slots<N> foe_slots(const Bits<N>& own, const Slots<N>& links) const {
        return foe_boards_.against(arena_.foe.open.without(own), own, links).free;
    }

    static int size(const Slots<N>& set) {
        int size = 0;
        for (const Bits<N>& each : set)
            size += each.count();
        return size;
    }

    void mark(Flags& some, const Slots<N>& set) const {
        some.assign(slots(), 0);
        boards_.each_slot(set, [&](Slot slot) { some[arena_.number(slot)] = 1; });
    }

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    const Boards<N>& foe_boards_;
    std::optional<Faces<N>> faces_;  // cut when they are first needed
    Slots<N> all_usable_, all_free_; // those laid out
    Flags usable_, free_;
    std::array<std::uint8_t, 64 * N> empty_{};
    std::vector<std::array<int, 2>> ends_;
    Lists<Number> slots_at_, links_at_, slots_across_, links_across_;
};

} // namespace twixt
