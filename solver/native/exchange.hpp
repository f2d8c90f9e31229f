// Failures by exchange: a node fails too if one of the prover's pegs stands elsewhere. It pays in
// long searches; docs/experiments.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "failures.hpp"

namespace twixt {

// A node with the foe to move that failed says, for each own peg that was placed in the search:
// without it, and with one more peg outside the failure's zone instead, the node fails too. It is
// filed by what is left without that peg.
// Invariant of an entry (P without x, budget, zone): with any peg outside the zone in place of x
// the prover does not win within the budget. The key holds the foe's pegs and all free slots, as
// links of the foe made earlier could differ. A lookup only ends a search in failure: an error here
// may miss a win and proves nothing.
template <int N> class Exchange {
public:
    Exchange(const Arena<N>& arena, std::size_t most_bytes) : arena_(arena) {
        while (2 * most_ * sizeof(Entry) <= most_bytes)
            most_ *= 2;
    }

    // Finds a failure that holds in a state; returns what refuted it, or nothing.
    const Refutation<N>* find(const State<N>& s, int budget) const {
        if (entries_.empty())
            return nullptr;
        const std::uint64_t rest = key_without_own(s, budget);
        std::array<std::uint64_t, kMostPegs> keys;
        std::array<int, kMostPegs> pegs;
        int count = 0;
        s.own.without(arena_.own.pegs).each([&](int peg) {
            if (count == kMostPegs)
                return;
            pegs[count] = peg;
            keys[count] = key(s, rest, peg);
            __builtin_prefetch(&entries_[at(keys[count++])]);
        });
        for (int i = 0; i < count; ++i) {
            const Entry& entry = entries_[at(keys[i])];
            if (entry.key == keys[i] && !entry.why.zone.test(pegs[i]))
                return &entry.why;
        }
        return nullptr;
    }

    void store(const State<N>& s, int budget, const Refutation<N>& why) {
        if (entries_.empty())
            entries_.resize(most_ < kLeast ? most_ : kLeast);
        if (stored_ > entries_.size() && entries_.size() < most_)
            grow();
        const std::uint64_t rest = key_without_own(s, budget);
        s.own.without(arena_.own.pegs).each([&](int peg) {
            const std::uint64_t k = key(s, rest, peg);
            Entry& entry = entries_[at(k)];
            if (entry.key != k) {
                entry = {k, why};
                ++stored_;
                return;
            }
            // Either zone is right.
            entry.why.zone &= why.zone;
            entry.why.replies |= why.replies;
        });
    }

    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

private:
    static constexpr int kMostPegs = 64; // pegs that are looked at

    struct Entry {
        std::uint64_t key = 0;
        Refutation<N> why;
    };

    std::uint64_t key_without_own(const State<N>& s, int budget) const {
        return state_key_without_own(arena_, s, false) ^ budget * 0xD6E8FEB86659FD93u;
    }

    std::uint64_t key(const State<N>& s, std::uint64_t rest, int peg) const {
        Bits<N> own = s.own;
        own.reset(peg);
        return mixed(rest, own);
    }

    std::size_t at(std::uint64_t key) const { return key & (entries_.size() - 1); }

    void grow() {
        std::vector<Entry> old(std::min(4 * entries_.size(), most_));
        old.swap(entries_);
        stored_ = 0;
        for (const Entry& entry : old)
            if (entry.key != 0) {
                entries_[at(entry.key)] = entry;
                ++stored_;
            }
    }

    static constexpr std::size_t kLeast = 1 << 6;

    const Arena<N>& arena_;
    std::size_t most_ = 1, stored_ = 0;
    std::vector<Entry> entries_; // none before the first; a power of two of them
};

} // namespace twixt
