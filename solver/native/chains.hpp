// The chains of a position, kept up to date so that floods need not follow their links.
#pragma once

#include <cstddef>
#include <new>

#include "bits.hpp"

namespace twixt {

// The prover's chains of two pegs and more, by held links that carry a chain.
template <int N> class Chains {
public:
    Chains() {}
    Chains(const Chains& other) { *this = other; }
    Chains& operator=(const Chains& other) {
        count_ = other.count_;
        for (int i = 0; i < count_; ++i)
            list()[i] = other.list()[i];
        return *this;
    }

    // False where nobody looked, or where they are too many.
    bool known() const { return count_ >= 0; }
    void forget() { count_ = -1; }
    void clear() { count_ = 0; }

    // Takes in a chain, which may share pegs with others.
    void join(Bits<N> chain) {
        for (int i = 0; i < count_;)
            if (list()[i].intersects(chain)) {
                chain |= list()[i];
                list()[i] = list()[--count_];
            } else {
                ++i;
            }
        if (count_ >= kMost)
            forget();
        else if (known())
            list()[count_++] = chain;
    }

    // Adds to some pegs those that chains join to them. require: known()
    void gather(Bits<N>& pegs) const {
        TWIXT_REQUIRE(known());
        const Bits<N> from = pegs;
        for (int i = 0; i < count_; ++i)
            if (list()[i].intersects(from))
                pegs |= list()[i];
    }

private:
    static constexpr int kMost = 24;

    Bits<N>* list() { return std::launder(reinterpret_cast<Bits<N>*>(bytes_)); }
    const Bits<N>* list() const { return std::launder(reinterpret_cast<const Bits<N>*>(bytes_)); }

    int count_ = -1;
    // Of so many masks, which are left as they are beyond the count.
    alignas(Bits<N>) std::byte bytes_[kMost * sizeof(Bits<N>)];
};

} // namespace twixt
