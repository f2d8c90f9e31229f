// The runs of Prover's search: from budget to budget, for a shorter proof, and on with less memory.
#pragma once

#include "prover.hpp"
#include "scoped.hpp"

namespace twixt {

template <int N> Status Prover<N>::run(std::uint64_t nodes, Watch::Run limits) {
    const State<N> root = boards_.root(own_turn_);
    const auto deepen = [&] {
        if (splitter_.ready()) {
            root_ = splitter_.prove(root, own_turn_);
            if (root_ >= 0 && !refuses(root))
                return Status::proven;
        }
        while (budget_ <= Base::most(root)) {
            root_ = prove(root);
            if (root_ < 0) {
                ++budget_;
                continue;
            }
            TWIXT_ENSURE(Base::holds(root_, root));
            if (refuses(root))
                continue;
            if (too_long() && !mate_) {
                watch_.leave(spent() / 2);
                shorter(root);
            }
            return Status::proven;
        }
        return Status::exhausted;
    };
    return Base::within(nodes, std::move(limits), deepen, [&] { return make_room(); });
}

template <int N> Status Prover<N>::shorten(int budget, std::uint64_t nodes, Watch::Run limits) {
    watch_.start(nodes, std::move(limits));
    budget_ = budget;
    try {
        return shorter(boards_.root(own_turn_)) ? Status::proven : Status::nodes;
    } catch (const Stop& stop) {
        return stop.status;
    }
}

template <int N>
int Prover<N>::attempt(const State<N>& s, bool own_turn, std::uint64_t nodes, int slack,
                       Watch::Run limits) {
    watch_.start(nodes, std::move(limits));
    int most = std::min(kMaxBudget, boards_.empties(s).count());
    const int distance = std::max(1, boards_.distance(s, most));
    most = std::min(most, distance + slack);
    try {
        for (int budget = distance; budget <= most; ++budget) {
            const int number = own_turn ? prove_own(s, budget) : prove_foe(s, budget);
            if (number >= 0)
                return number;
        }
    } catch (const Stop&) {
    }
    return -1;
}

template <int N> bool Prover<N>::make_room() {
    if (mate_)
        mate_->forget();
    if (dual_ && dual_->full())
        dual_->make_room();
    parts_.clear();
    halves_.give_up();
    std::vector<PatternIndex<N>*> indices = splitter_.make_room();
    indices.insert(indices.end(), {&mine_, &theirs_});
    const bool enough = twixt::make_room(patterns_, indices, [&](const std::vector<int>& fresh) {
        if (mate_)
            mate_->renew(fresh, patterns_.size());
    });
    return enough && !full();
}

template <int N> int Prover<N>::prove(const State<N>& root) {
    const Scoped start(start_, &root);
    return own_turn_ ? prove_own(root, budget_) : prove_foe(root, budget_);
}

template <int N> bool Prover<N>::shorter(const State<N>& root) {
    const Scoped only_short(shorten_, true);
    const int number = prove(root);
    const bool found = number >= 0 && parts_.lasts(number, boards_.empties(root).count());
    if (found)
        root_ = number;
    return found;
}

template <int N> bool Prover<N>::refuses(const State<N>& root) {
    if (parts_.lasts(root_, boards_.empties(root).count()))
        return false;
    no_splits_ = true;
    mine_ = theirs_ = PatternIndex<N>(arena_, PatternIndex<N>::buckets_in(memory_ / 32));
    root_ = -1;
    budget_ = 0;
    return true;
}

} // namespace twixt
