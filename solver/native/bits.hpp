// Fixed-size bitsets over the holes of a lattice, with whole-board shifts.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace twixt {

template <int N> struct Bits {
    std::array<std::uint64_t, N> words{};

    bool test(int i) const { return words[i >> 6] >> (i & 63) & 1; }
    void set(int i) { words[i >> 6] |= std::uint64_t{1} << (i & 63); }
    void reset(int i) { words[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }

    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < N; ++i)
            all |= words[i];
        return all != 0;
    }
    bool none() const { return !any(); }
    int count() const {
        int sum = 0;
        for (int i = 0; i < N; ++i)
            sum += std::popcount(words[i]);
        return sum;
    }
    // require: any()
    int first() const {
        for (int i = 0; i < N; ++i)
            if (words[i])
                return i * 64 + std::countr_zero(words[i]);
        return -1;
    }
    bool intersects(const Bits& b) const { return (*this & b).any(); }
    bool within(const Bits& b) const { return without(b).none(); }

    friend Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < N; ++i)
            a.words[i] &= b.words[i];
        return a;
    }
    friend Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < N; ++i)
            a.words[i] |= b.words[i];
        return a;
    }
    Bits without(const Bits& b) const {
        Bits a = *this;
        for (int i = 0; i < N; ++i)
            a.words[i] &= ~b.words[i];
        return a;
    }
    Bits& operator&=(const Bits& b) { return *this = *this & b; }
    Bits& operator|=(const Bits& b) { return *this = *this | b; }
    friend bool operator==(const Bits&, const Bits&) = default;

    // Every hole's number plus k; numbers past the end vanish. require: k > 0
    Bits up(int k) const {
        Bits a;
        const int skip = k >> 6, bits = k & 63;
        if (skip == 0) { // the usual case, free of branches
            a.words[0] = words[0] << bits;
            for (int i = 1; i < N; ++i)
                a.words[i] = words[i] << bits | words[i - 1] >> (64 - bits);
            return a;
        }
        for (int i = skip; i < N; ++i) {
            a.words[i] = words[i - skip] << bits;
            if (bits && i > skip)
                a.words[i] |= words[i - skip - 1] >> (64 - bits);
        }
        return a;
    }
    // Every hole's number minus k; numbers below zero vanish. require: k > 0
    Bits down(int k) const {
        Bits a;
        const int skip = k >> 6, bits = k & 63;
        if (skip == 0) {
            for (int i = 0; i + 1 < N; ++i)
                a.words[i] = words[i] >> bits | words[i + 1] << (64 - bits);
            a.words[N - 1] = words[N - 1] >> bits;
            return a;
        }
        for (int i = 0; i + skip < N; ++i) {
            a.words[i] = words[i + skip] >> bits;
            if (bits && i + skip + 1 < N)
                a.words[i] |= words[i + skip + 1] << (64 - bits);
        }
        return a;
    }

    template <class Visit> void each(Visit visit) const {
        for (int i = 0; i < N; ++i)
            for (std::uint64_t rest = words[i]; rest; rest &= rest - 1)
                visit(i * 64 + std::countr_zero(rest));
    }
};

} // namespace twixt
