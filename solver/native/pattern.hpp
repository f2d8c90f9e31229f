// Proved patterns: the nodes of a strategy, and the index that finds them again. A pattern is filed
// under two of its pegs and read eight at a time, word beside word, as nearly all fail on a peg or
// on the zone. Without patterns 11 of the 19 easier classics are proved, with more nodes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "state.hpp"

namespace twixt {

enum class Kind : std::uint8_t {
    leaf,  // the prover's chain stands; in a block, a cut
    move,  // prover to move: peg `hole`, make `made`, then the child holds
    reply, // foe to move: whatever he does, one of the children holds
    split, // foe to move: the children hold side by side, and their ends meet in own chains
};

// "No foe peg in zone, own pegs and links present => the prover joins its ends", with its reason.
// Of one size in every build of the core, as the memory that patterns take is counted: so what is
// aligned comes first.
template <int N> struct alignas(N == 4 ? 32 : 64) Pattern {
    Bits<N> zone, pegs;
    Slots<N> links{};
    Slots<N> made{}; // move: the links made in that turn
    Kind kind = Kind::leaf;
    std::array<int, 2> ends{-1, -1}; // as in State
    int depth = 0;                   // own pegs still needed at most; in a block, turns
    int hole = -1;                   // move: where the prover pegs
    std::vector<int> children;
    mutable std::uint32_t used = 0; // how many patterns there were when it was last of use
};

// Patterns by number, children before parents. Grows without a second copy of everything.
template <int N> class Patterns {
    static_assert(sizeof(Pattern<N>) == (80 * N + 48 + 63) / 64 * 64);

    // What a pattern counts for in bytes, a little more than it takes: another number would change
    // when memory is full, and so the nodes of long searches.
    static constexpr std::size_t kCounted = N == 4    ? 416
                                            : N == 8  ? 832
                                            : N == 12 ? 1088
                                            : N == 16 ? 1472
                                                      : 2112;

public:
    // require: there are more patterns than the number
    const Pattern<N>& operator[](int number) const {
        TWIXT_REQUIRE(0 <= number && number < size_);
        return (*blocks_[number / kBlock])[number % kBlock];
    }
    int size() const { return size_; }
    std::size_t bytes() const { return bytes_; }

    // require: the children are here already
    int add(Pattern<N>&& pattern) {
        TWIXT_REQUIRE(std::ranges::all_of(pattern.children,
                                          [&](int child) { return 0 <= child && child < size_; }));
        if (size_ % kBlock == 0)
            blocks_.push_back(std::make_unique<Block>());
        bytes_ += bytes(pattern);
        pattern.used = size_;
        at(size_) = std::move(pattern);
        return size_++;
    }

    // Tells that a pattern was of use just now.
    void touch(int number) const { (*this)[number].used = size_; }

    // Drops patterns until the others take `most` bytes: keeps those of `filed` that were of use
    // lately or are deep, and all that they are proved by; a pattern that rests on too many others
    // goes, too. Returns the new number of each, -1 for what is gone.
    std::vector<int> keep(std::vector<int> filed, std::size_t most) {
        // Deep patterns are dear: each peg makes up for a while of disuse.
        const auto worth = [&](int number) {
            const Pattern<N>& p = (*this)[number];
            return std::pair(p.used + std::int64_t{size_} / kDepthShare * p.depth, number);
        };
        std::sort(filed.begin(), filed.end(), [&](int a, int b) { return worth(a) > worth(b); });
        std::vector<int> fresh(size_, -1);
        std::vector<int> below, with;
        bytes_ = 0;
        for (int top : filed) {
            const std::size_t before = bytes_;
            if (before >= most)
                break;
            with.clear();
            below.push_back(top);
            while (!below.empty()) {
                const int number = below.back();
                below.pop_back();
                if (fresh[number] == 0)
                    continue;
                fresh[number] = 0;
                with.push_back(number);
                bytes_ += bytes((*this)[number]);
                for (int child : (*this)[number].children)
                    below.push_back(child);
            }
            if (bytes_ > most + most / 4) {
                bytes_ = before;
                for (int number : with)
                    fresh[number] = -1;
            }
        }
        move_down(fresh);
        return fresh;
    }

private:
    static constexpr int kBlock = 64;
    static constexpr int kDepthShare = 8; // of all patterns: the disuse that one peg makes up for
    using Block = std::array<Pattern<N>, kBlock>;

    // With its heap block and its entry in an index.
    static std::size_t bytes(const Pattern<N>& p) {
        return kCounted + p.children.size() * sizeof(int) + 2 * sizeof(Bits<N>) + 64;
    }

    Pattern<N>& at(int number) { return (*blocks_[number / kBlock])[number % kBlock]; }

    // Closes the gaps between those marked 0, whose numbers take the place of the marks.
    void move_down(std::vector<int>& fresh) {
        int next = 0;
        for (int i = 0; i < size_; ++i) {
            if (fresh[i] < 0)
                continue;
            fresh[i] = next;
            if (next != i)
                at(next) = std::move(at(i));
            Pattern<N>& pattern = at(next++);
            pattern.used = next;
            for (int& child : pattern.children)
                child = fresh[child];
        }
        size_ = next;
        blocks_.resize((size_ + kBlock - 1) / kBlock);
        if (size_ % kBlock)
            for (int i = size_; i % kBlock; ++i)
                at(i) = {};
    }

    std::vector<std::unique_ptr<Block>> blocks_;
    int size_ = 0;
    std::size_t bytes_ = 0;
};

inline constexpr int kMaxBudget = 64;     // own pegs; a failure with as many is one for good
inline constexpr int kAnyDepth = 1 << 20; // no bound on the pegs a proof may need

// Finds patterns contained in a state. One index serves one side to move.
template <int N> class PatternIndex {
public:
    // Files patterns by what they need beyond the pegs that stand now.
    explicit PatternIndex(const Arena<N>& arena, int buckets = kBuckets)
        : base_(arena.own.pegs), buckets_(buckets) {}

    // As many buckets as so many bytes hold, within reason.
    static int buckets_in(std::size_t bytes) {
        int buckets = kBuckets;
        while (buckets > kFewestBuckets && buckets * sizeof(Bucket) > bytes)
            buckets /= 2;
        return buckets;
    }

    void add(const Pattern<N>& pattern, int number) {
        const Bits<N> extra = pattern.pegs.without(base_);
        // Filed under the pair of pegs with the fewest patterns.
        int home = -1;
        each_bucket(extra, extra.count() > 1, [&](int number) {
            if (home < 0 || buckets_[number].size() < buckets_[home].size())
                home = number;
            return true;
        });
        buckets_[home].add(pattern.zone, sign(extra), number);
    }

    // Without its entries: each pattern counts its own.
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    // Returns the number of a pattern of at most `depth` pegs that the state contains, or -1.
    // `allowed` are the own links a proof may take for granted.
    int find(const State<N>& s, const Slots<N>& allowed, int depth,
             const Patterns<N>& patterns) const {
        const Bits<N> extra = s.own.without(base_);
        const std::uint64_t lacking = ~sign(extra);
        int found = -1;
        // Buckets are far apart in memory: many are on their way while the first is looked at.
        std::array<const Bucket*, kAhead> ahead;
        int count = 0;
        const auto look = [&] {
            for (int i = 0; i < count && found < 0; ++i)
                found = scan(*ahead[i], lacking, s, allowed, depth, patterns);
            count = 0;
            return found < 0;
        };
        each_bucket(extra, false, [&](int number) {
            const Bucket& bucket = buckets_[number];
            if (bucket.empty())
                return true;
            bucket.fetch();
            ahead[count++] = &bucket;
            return count < kAhead || look();
        });
        look();
        return found;
    }

    // Calls visit(number) for every pattern.
    template <class Visit> void each(Visit visit) const {
        for (const Bucket& bucket : buckets_)
            bucket.each(visit);
    }

    // Files again what `Patterns::keep` kept.
    void renew(const std::vector<int>& fresh, const Patterns<N>& patterns) {
        std::vector<int> kept;
        each([&](int number) {
            if (fresh[number] >= 0)
                kept.push_back(fresh[number]);
        });
        std::sort(kept.begin(), kept.end());
        for (Bucket& bucket : buckets_)
            bucket = Bucket(); // gives its room back
        for (int number : kept)
            add(patterns[number], number);
    }

private:
    // Patterns eight by eight, word beside word: most fail on sign or zone, which are copied here.
    class Bucket {
    public:
        bool empty() const { return groups_.empty(); }
        std::size_t size() const {
            return empty() ? 0 : (groups_.size() - 1) * kEight + groups_.back().count;
        }

        // Brings near what `fits` reads first.
        void fetch() const {
            const char* group = reinterpret_cast<const char*>(groups_.data());
            for (std::size_t word = 0; word <= N; ++word)
                __builtin_prefetch(group + word * sizeof(Eight));
        }

        void add(const Bits<N>& zone, std::uint64_t sign, int number) {
            if (empty() || groups_.back().count == kEight)
                groups_.emplace_back();
            Group& group = groups_.back();
            const int lane = group.count++;
            group.signs[lane] = sign;
            for (int i = 0; i < N; ++i)
                group.zones[i][lane] = zone.word(i);
            group.numbers[lane] = number;
        }

        // Calls visit(number) for every pattern.
        template <class Visit> void each(Visit visit) const {
            for (const Group& group : groups_)
                for (int lane = 0; lane < group.count; ++lane)
                    visit(group.numbers[lane]);
        }

        // Returns the number of the first pattern that lacks no peg, has no foe peg in its zone
        // and passes the test, or -1.
        template <class Test> int fits(std::uint64_t lacking, const Bits<N>& foe, Test test) const {
            for (const Group& group : groups_) {
                Eight misfits = group.signs & lacking;
                for (int i = 0; i < N; ++i)
                    misfits |= group.zones[i] & foe.word(i);
                for (unsigned fits = zeros(misfits); fits; fits &= fits - 1) {
                    const int lane = std::countr_zero(fits);
                    if (lane < group.count && test(group.numbers[lane]))
                        return group.numbers[lane];
                }
            }
            return -1;
        }

    private:
        struct Group {
            Eight signs{};
            std::array<Eight, N> zones{};
            std::array<int, kEight> numbers{};
            int count = 0;
        };

        std::vector<Group> groups_;
    };

    // Calls visit with the buckets of patterns that need none, one or two of these pegs, until it
    // returns false; with `pairs` only for the last.
    template <class Visit> void each_bucket(const Bits<N>& pegs, bool pairs, Visit visit) const {
        std::array<int, 64 * N> holes;
        int count = 0;
        pegs.each([&](int hole) { holes[count++] = hole; });
        if (!pairs && !visit(0))
            return;
        for (int i = 0; i < count; ++i) {
            if (!pairs && !visit(bucket(holes[i], holes[i])))
                return;
            for (int j = 0; j < i; ++j)
                if (!visit(bucket(holes[i], holes[j])))
                    return;
        }
    }

    int bucket(std::uint64_t one, std::uint64_t two) const {
        return 1 + ((one << 32 | two) * 0x9E3779B97F4A7C15u >> 32) % (buckets_.size() - 1);
    }

    static std::uint64_t sign(const Bits<N>& pegs) {
        std::uint64_t bits = 0;
        pegs.each(
            [&](int hole) { bits |= std::uint64_t{1} << (hole * 0x9E3779B97F4A7C15u >> 58); });
        return bits;
    }

    static int scan(const Bucket& bucket, std::uint64_t lacking, const State<N>& s,
                    const Slots<N>& allowed, int depth, const Patterns<N>& patterns) {
        const int found = bucket.fits(lacking, s.foe, [&](int number) {
            const Pattern<N>& pattern = patterns[number];
            return pattern.depth <= depth && pattern.pegs.within(s.own) &&
                   within(pattern.links, allowed);
        });
        if (found >= 0)
            patterns.touch(found);
        return found;
    }

    static constexpr int kBuckets = 1 << 13, kFewestBuckets = 1 << 6;
    static constexpr int kAhead = 32; // buckets that are fetched before one is looked at

    Bits<N> base_;
    std::vector<Bucket> buckets_;
};

// Forgets the less useful half of the patterns that indices name; false when that is too little.
// No number of a pattern outlives this; `renewed` is called with the new ones.
template <int N, class Renewed>
bool make_room(Patterns<N>& patterns, const std::vector<PatternIndex<N>*>& indices,
               Renewed renewed) {
    const std::size_t before = patterns.bytes();
    std::vector<int> filed;
    for (const auto* index : indices)
        index->each([&](int number) { filed.push_back(number); });
    const std::vector<int> fresh = patterns.keep(std::move(filed), before / 2);
    for (auto* index : indices)
        index->renew(fresh, patterns);
    renewed(fresh);
    return patterns.bytes() <= before / 4 * 3;
}

} // namespace twixt
