// What a search remembers of nodes that failed: bounded failures, never evidence of anything. Two
// entries a bucket, the cheaper one replaced (Breuker, Uiterwijk and van den Herik, Replacement
// schemes for transposition tables, ICCA Journal 17, 1994).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "state.hpp"

namespace twixt {

struct Failure {
    std::uint64_t key = 0;
    std::int16_t budget = -1; // own pegs with which it failed, or fewer
    std::int16_t hint = -1;   // the reply that refuted it
    std::uint32_t effort = 0; // nodes this took
};

// Why a node failed: one more own peg outside `zone` would have been of no use.
// Invariant: against the same replies, every path within the budget that such a peg opens keeps to
// the zone. It holds the paths of one peg more than the budget, the replies, and for each slot that
// a reply's link cuts a hole from which the prover could have stopped that link. Zones only leave
// moves out of a search that may fail: no proof and no verdict rests on one.
// Of one size in every build of the core, as tables of it are.
template <int N> struct alignas(N == 4 ? 32 : 64) Refutation {
    Bits<N> replies = Bits<N>::all(); // the foe's replies, and where their links can be stopped
    Bits<N> zone = Bits<N>::all();    // these, and the holes on all paths that are short enough
};

template <int N> struct Refuted : Failure {
    Refutation<N> why;
    std::int8_t dual = 0;   // the largest budget at which the dual was asked here
    std::int8_t halves = 0; // and at which halves were tried
};

// Of a block: one more own peg outside `zone` would have been of no use, nor one there instead of
// another. As above no proof rests on it.
template <int N> struct alignas(N == 4 ? 32 : 64) BlockFailure : Failure {
    Bits<N> zone = Bits<N>::all();
};

// Two entries a bucket: a newer failure of no smaller budget replaces an older one of its key, else
// the one that took less effort. Starts small and grows up to a limit.
template <class Entry> class FailureTable {
public:
    explicit FailureTable(std::size_t most_bytes)
        : buckets_(kSmallest), most_(std::max(most_bytes / sizeof(Bucket), kSmallest)) {}

    // Brings near what `find` will read: the table is far larger than any cache.
    void fetch(std::uint64_t key) const {
        const char* at = reinterpret_cast<const char*>(&buckets_[bucket(key)]);
        for (std::size_t line = 0; line < std::min<std::size_t>(sizeof(Bucket), 256); line += 64)
            __builtin_prefetch(at + line);
    }

    // What is known of a node; no failure if its budget is negative. Holds until the next `store`.
    const Entry& find(std::uint64_t key) const {
        static const Entry none{};
        for (const Entry& entry : buckets_[bucket(key)].entries)
            if (entry.key == key)
                return entry;
        return none;
    }

    void store(const Entry& failure) {
        if (++stored_ > 2 * buckets_.size() && buckets_.size() < most_)
            grow();
        auto& entries = buckets_[bucket(failure.key)].entries;
        const std::size_t home = failure.key % 2;
        Entry* entry = &entries[home];
        Entry& other = entries[1 - home];
        if (other.key == failure.key || (entry->key != failure.key && other.effort < entry->effort))
            entry = &other;
        if (entry->key != failure.key || entry->budget <= failure.budget)
            *entry = failure;
    }

    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

private:
    struct Bucket {
        std::array<Entry, 2> entries;
    };

    static constexpr std::size_t kSmallest = 1 << 6;

    std::size_t bucket(std::uint64_t key) const { return key / 2 % buckets_.size(); }

    void grow() {
        std::vector<Bucket> old(std::min(buckets_.size() * 4, most_));
        old.swap(buckets_);
        stored_ = 0;
        for (const Bucket& bucket : old)
            for (const Entry& failure : bucket.entries)
                if (failure.budget >= 0)
                    store(failure);
    }

    std::vector<Bucket> buckets_;
    std::size_t most_, stored_ = 0;
};

template <int N> std::uint64_t mixed(std::uint64_t h, const Bits<N>& bits) {
    for (int i = 0; i < N; ++i) {
        h = (h ^ bits.word(i)) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    return h;
}

// A number for a state with a side to move but for the own pegs of a whole chain, which come last;
// different states may share one. Of a joint only what lies within its scope counts.
template <int N>
std::uint64_t state_key_without_own(const Arena<N>& arena, const State<N>& s, bool own_turn,
                                    const Bits<N>& scope = {}) {
    std::uint64_t h = own_turn ? 0x9E3779B97F4A7C15u : 0xC2B2AE3D27D4EB4Fu;
    if (s.whole()) {
        h = mixed(h, s.foe);
        for (const auto& bits : s.free)
            h = mixed(h, bits);
    } else {
        for (int end : s.ends)
            h = (h ^ static_cast<std::uint64_t>(end + 2)) * 0xFF51AFD7ED558CCDu;
        h = mixed(mixed(h, s.own & scope), s.foe & scope);
        for (const auto& bits : s.free)
            h = mixed(h, bits & scope);
    }
    if (s.turn != Turn::later) {
        // Before the prover's first turn it also matters which links stand.
        h += static_cast<std::uint64_t>(s.turn) + 1;
        for (const auto* links : {&arena.own.links, &arena.foe.links})
            for (const auto& bits : *links)
                h = mixed(h, bits);
    }
    return h;
}

template <int N>
std::uint64_t state_key(const Arena<N>& arena, const State<N>& s, bool own_turn,
                        const Bits<N>& scope = {}) {
    const std::uint64_t h = state_key_without_own(arena, s, own_turn, scope);
    return s.whole() ? mixed(h, s.own) : h;
}

} // namespace twixt
