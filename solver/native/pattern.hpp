// Proved patterns: the nodes of a strategy, and the index that finds them again.
#pragma once

#include <cstdint>
#include <vector>

#include "state.hpp"

namespace twixt {

enum class Kind : std::uint8_t {
    leaf,  // the prover is connected
    move,  // prover to move: peg `hole`, make `made`, then the child holds
    reply, // foe to move: whatever he does, one of the children holds
};

// "No foe peg in zone, own pegs and links present => the prover connects", with its reason.
template <int N> struct Pattern {
    Kind kind = Kind::leaf;
    int depth = 0; // own pegs still needed at most
    Bits<N> zone, pegs;
    Slots<N> links{};
    int hole = -1;   // move: where the prover pegs
    Slots<N> made{}; // move: the links made in that turn
    std::vector<int> children;
};

// Finds patterns contained in a state. One index serves one side to move.
template <int N> class PatternIndex {
public:
    // Files patterns by what they need beyond the pegs that stand now.
    explicit PatternIndex(const Arena<N>& arena)
        : base_(arena.own.pegs), buckets_(arena.holes + 1) {}

    void add(const Pattern<N>& pattern, int number) {
        const Bits<N> extra = pattern.pegs.without(base_);
        // Filed under the peg with the fewest patterns; the last bucket needs no peg at all.
        int home = static_cast<int>(buckets_.size()) - 1;
        if (extra.any()) {
            home = extra.first();
            extra.each([&](int hole) {
                if (buckets_[hole].signs.size() < buckets_[home].signs.size())
                    home = hole;
            });
        }
        buckets_[home].signs.push_back(sign(extra));
        buckets_[home].zones.push_back(pattern.zone);
        buckets_[home].numbers.push_back(number);
    }

    // Returns the number of a pattern of at most `depth` pegs that the state contains, or -1.
    // `allowed` are the own links a proof may take for granted.
    int find(const State<N>& s, const Slots<N>& allowed, int depth,
             const std::vector<Pattern<N>>& patterns) const {
        const Bits<N> extra = s.own.without(base_);
        const std::uint64_t lacking = ~sign(extra);
        int found = scan(buckets_.back(), lacking, s, allowed, depth, patterns);
        for (int word = 0; word < N && found < 0; ++word)
            for (std::uint64_t rest = extra.word(word); rest && found < 0; rest &= rest - 1)
                found = scan(buckets_[word * 64 + std::countr_zero(rest)], lacking, s, allowed,
                             depth, patterns);
        return found;
    }

private:
    struct Bucket {
        std::vector<std::uint64_t> signs;
        std::vector<Bits<N>> zones; // copied here: most candidates fail on sign or zone
        std::vector<int> numbers;
    };

    static std::uint64_t sign(const Bits<N>& pegs) {
        std::uint64_t bits = 0;
        pegs.each(
            [&](int hole) { bits |= std::uint64_t{1} << (hole * 0x9E3779B97F4A7C15u >> 58); });
        return bits;
    }

    static int scan(const Bucket& bucket, std::uint64_t lacking, const State<N>& s,
                    const Slots<N>& allowed, int depth, const std::vector<Pattern<N>>& patterns) {
        for (std::size_t i = 0; i < bucket.signs.size(); ++i) {
            if (bucket.signs[i] & lacking || bucket.zones[i].intersects(s.foe))
                continue;
            const Pattern<N>& pattern = patterns[bucket.numbers[i]];
            if (pattern.depth > depth || !pattern.pegs.within(s.own))
                continue;
            bool present = true;
            for (int d = 0; d < kDirections && present; ++d)
                present = pattern.links[d].within(allowed[d]);
            if (present)
                return bucket.numbers[i];
        }
        return -1;
    }

    Bits<N> base_;
    std::vector<Bucket> buckets_;
};

} // namespace twixt
