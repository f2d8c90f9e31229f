// The chains of a position, kept up to date so that floods need not follow their links.
#pragma once

#include <array>

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
            list_[i] = other.list_[i];
        return *this;
    }

    // False where nobody looked, or where they are too many.
    bool known() const { return count_ >= 0; }
    void forget() { count_ = -1; }
    void clear() { count_ = 0; }

    // Takes in a chain, which may share pegs with others.
    void join(Bits<N> chain) {
        for (int i = 0; i < count_;)
            if (list_[i].intersects(chain)) {
                chain |= list_[i];
                list_[i] = list_[--count_];
            } else {
                ++i;
            }
        if (count_ >= kMost)
            forget();
        else if (known())
            list_[count_++] = chain;
    }

    // Adds to some pegs those that chains join to them. require: known()
    void gather(Bits<N>& pegs) const {
        TWIXT_REQUIRE(known());
        const Bits<N> from = pegs;
        for (int i = 0; i < count_; ++i)
            if (list_[i].intersects(from))
                pegs |= list_[i];
    }

private:
    static constexpr int kMost = 24;

    int count_ = -1;
    union { // left as it is beyond the count
        std::array<Bits<N>, kMost> list_;
    };
};

} // namespace twixt
