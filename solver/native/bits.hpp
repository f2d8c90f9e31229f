// Fixed-size bitsets over the holes of a lattice, with whole-board shifts.
//
// Kept in the compiler's vector types: they use the widest registers of the machine it builds
// for.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "check.hpp"

namespace twixt {

// The most words that one register of this machine holds; 16 bytes are everywhere.
#if defined(__AVX512F__)
inline constexpr int kWidest = 8;
#elif defined(__AVX2__)
inline constexpr int kWidest = 4;
#else
inline constexpr int kWidest = 2;
#endif

template <int Lanes> struct BlockOf;
template <> struct BlockOf<2> {
    typedef std::uint64_t Type __attribute__((vector_size(16)));
};
#if defined(__AVX2__)
template <> struct BlockOf<4> {
    typedef std::uint64_t Type __attribute__((vector_size(32)));
};
#endif
#if defined(__AVX512F__)
template <> struct BlockOf<8> {
    typedef std::uint64_t Type __attribute__((vector_size(64)));
};
#endif

// Eight words side by side.
inline constexpr int kEight = 8;
typedef std::uint64_t Eight __attribute__((vector_size(8 * kEight)));

// The lanes that are zero, as bits.
inline unsigned zeros(const Eight& words) {
#if defined(__AVX512F__)
    return _mm512_testn_epi64_mask((__m512i)words, (__m512i)words);
#else
    unsigned lanes = 0;
    for (int i = 0; i < kEight; ++i)
        lanes |= static_cast<unsigned>(words[i] == 0) << i;
    return lanes;
#endif
}

// N words of 64 holes. require: N is a multiple of 4
template <int N> class Bits {
    static_assert(N % 4 == 0);
    static constexpr int kLanes = N % kWidest == 0 ? kWidest : std::min(4, kWidest);
    static constexpr int kBlocks = N / kLanes;
    using Block = typename BlockOf<kLanes>::Type;

public:
    Bits() : blocks_{} {}

    static Bits all() {
        Bits a;
        for (int i = 0; i < kBlocks; ++i)
            a.blocks_[i] = ~Block{};
        return a;
    }

    // require: the hole is one of these words
    bool test(int i) const {
        TWIXT_REQUIRE(0 <= i && i < 64 * N);
        return words_[i >> 6] >> (i & 63) & 1;
    }
    void set(int i) {
        TWIXT_REQUIRE(0 <= i && i < 64 * N);
        if constexpr (kBlocks == 1)
            blocks_[0] |= one(i);
        else
            words_[i >> 6] |= std::uint64_t{1} << (i & 63);
    }
    void reset(int i) {
        TWIXT_REQUIRE(0 <= i && i < 64 * N);
        if constexpr (kBlocks == 1)
            blocks_[0] &= ~one(i);
        else
            words_[i >> 6] &= ~(std::uint64_t{1} << (i & 63));
    }
    std::uint64_t word(int i) const { return words_[i]; }

    bool any() const {
        Block all = blocks_[0];
        for (int i = 1; i < kBlocks; ++i)
            all |= blocks_[i];
        return nonzero(all);
    }
    bool none() const { return !any(); }
    int count() const {
        int sum = 0;
        for (int i = 0; i < N; ++i)
            sum += std::popcount(words_[i]);
        return sum;
    }
    // require: any()
    int first() const {
        for (int i = 0; i < N; ++i)
            if (words_[i])
                return i * 64 + std::countr_zero(words_[i]);
        TWIXT_REQUIRE(any());
        return -1;
    }
    bool intersects(const Bits& b) const {
        Block common = blocks_[0] & b.blocks_[0];
        for (int i = 1; i < kBlocks; ++i)
            common |= blocks_[i] & b.blocks_[i];
        return nonzero(common);
    }
    bool within(const Bits& b) const { return without(b).none(); }

    Bits& operator&=(const Bits& b) {
        for (int i = 0; i < kBlocks; ++i)
            blocks_[i] &= b.blocks_[i];
        return *this;
    }
    Bits& operator|=(const Bits& b) {
        for (int i = 0; i < kBlocks; ++i)
            blocks_[i] |= b.blocks_[i];
        return *this;
    }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    Bits without(const Bits& b) const {
        Bits a;
        for (int i = 0; i < kBlocks; ++i)
            a.blocks_[i] = blocks_[i] & ~b.blocks_[i];
        return a;
    }
    friend bool operator==(const Bits& a, const Bits& b) {
        Block differing = a.blocks_[0] ^ b.blocks_[0];
        for (int i = 1; i < kBlocks; ++i)
            differing |= a.blocks_[i] ^ b.blocks_[i];
        return !nonzero(differing);
    }

    // Every hole's number plus k; numbers past the end vanish. require: k > 0
    Bits up(int k) const { return k < 64 ? little_up(k) : far_up(k); }
    // Every hole's number minus k; numbers below zero vanish. require: k > 0
    Bits down(int k) const { return k < 64 ? little_down(k) : far_down(k); }

    // The same for k < 64.
    Bits little_up(int k) const {
        Bits a;
        for (int i = 0; i < kBlocks; ++i) {
            const Block below = i ? blocks_[i - 1] : Block{};
            a.blocks_[i] = blocks_[i] << k | shifted_in(below, blocks_[i]) >> (64 - k);
        }
        return a;
    }
    Bits little_down(int k) const {
        Bits a;
        for (int i = 0; i < kBlocks; ++i) {
            const Block above = i + 1 < kBlocks ? blocks_[i + 1] : Block{};
            a.blocks_[i] = blocks_[i] >> k | shifted_out(blocks_[i], above) << (64 - k);
        }
        return a;
    }

    template <class Visit> void each(Visit visit) const {
        for (int i = 0; i < N; ++i)
            for (std::uint64_t rest = words_[i]; rest; rest &= rest - 1)
                visit(i * 64 + std::countr_zero(rest));
    }

private:
    [[gnu::noinline]] Bits far_up(int k) const {
        Bits a;
        const int skip = k >> 6, bits = k & 63;
        for (int i = skip; i < N; ++i) {
            a.words_[i] = words_[i - skip] << bits;
            if (bits && i > skip)
                a.words_[i] |= words_[i - skip - 1] >> (64 - bits);
        }
        return a;
    }
    [[gnu::noinline]] Bits far_down(int k) const {
        Bits a;
        const int skip = k >> 6, bits = k & 63;
        for (int i = 0; i + skip < N; ++i) {
            a.words_[i] = words_[i + skip] >> bits;
            if (bits && i + skip + 1 < N)
                a.words_[i] |= words_[i + skip + 1] << (64 - bits);
        }
        return a;
    }

    // One hole alone. Made in a register: a word written to memory is not at once there to be
    // read as part of a block.
    static Block one(int i) {
        Block lanes;
        for (int lane = 0; lane < kLanes; ++lane)
            lanes[lane] = lane;
        return (lanes == static_cast<std::uint64_t>(i >> 6)) &
               (Block{} + (std::uint64_t{1} << (i & 63)));
    }

    static bool nonzero(const Block& block) {
#if defined(__AVX512F__)
        if constexpr (kLanes == 8)
            return _mm512_test_epi64_mask((__m512i)block, (__m512i)block) != 0;
#endif
#if defined(__AVX2__)
        if constexpr (kLanes == 4)
            return !_mm256_testz_si256((__m256i)block, (__m256i)block);
#endif
        if constexpr (kLanes == 2)
            return (block[0] | block[1]) != 0;
    }

    // The words one place up: the last of `below`, then all but the last of `block`.
    static Block shifted_in(const Block& below, const Block& block) {
        if constexpr (kLanes == 8)
            return __builtin_shufflevector(below, block, 7, 8, 9, 10, 11, 12, 13, 14);
        else if constexpr (kLanes == 4)
            return __builtin_shufflevector(below, block, 3, 4, 5, 6);
        else
            return __builtin_shufflevector(below, block, 1, 2);
    }
    // The words one place down: all but the first of `block`, then the first of `above`.
    static Block shifted_out(const Block& block, const Block& above) {
        if constexpr (kLanes == 8)
            return __builtin_shufflevector(block, above, 1, 2, 3, 4, 5, 6, 7, 8);
        else if constexpr (kLanes == 4)
            return __builtin_shufflevector(block, above, 1, 2, 3, 4);
        else
            return __builtin_shufflevector(block, above, 1, 2);
    }

    union {
        Block blocks_[kBlocks];
        std::uint64_t words_[N];
    };
};

} // namespace twixt
