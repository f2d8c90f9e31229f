// Lists that lie one behind the other in one block of memory.
#pragma once

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "check.hpp"

namespace twixt {

template <class T> class Lists {
public:
    Lists() = default;

    // So many lists, of things that come with the number of theirs.
    Lists(int count, const std::vector<std::pair<int, T>>& things)
        : starts_(count + 1), things_(things.size()) {
        for (const auto& [list, thing] : things)
            ++starts_[list + 1];
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        std::vector<int> next(starts_.begin(), starts_.end());
        for (const auto& [list, thing] : things)
            things_[next[list]++] = thing;
    }

    std::span<const T> operator[](int list) const {
        TWIXT_REQUIRE(list >= 0 && list + 1 < static_cast<int>(starts_.size()));
        return {things_.data() + starts_[list], things_.data() + starts_[list + 1]};
    }

private:
    std::vector<int> starts_;
    std::vector<T> things_;
};

} // namespace twixt
