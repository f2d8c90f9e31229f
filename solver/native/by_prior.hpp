// What Prover does with its prior: which moves come first, and which get fewer pegs; what it tells
// others of first moves; and the examples that the prior learns from.
#pragma once

#include <functional>
#include <stdexcept>

#include "prover.hpp"

namespace twixt {

// Sorts moves by the prior, those it has no word on last. Returns the unlikely ones, which get a
// peg less than the budget, and those of them that get two less. A first move never gets two less:
// keys of puzzles are unlikely.
template <int N>
std::array<Bits<N>, 2> Prover<N>::by_prior(const State<N>& s, int budget, int distance,
                                           const Bits<N>& must, const State<N>* dual,
                                           std::vector<std::pair<int, int>>& order) {
    std::array<Bits<N>, 2> unlikely;
    if (!options_.prior || !dual_ || budget < options_.prior_pegs || order.size() < 2)
        return unlikely;
    Bits<N> moves;
    for (const auto& [score, hole] : order)
        moves.set(hole);
    const auto& ratings = prior_.rate(boards_, s, dual_->boards_, dual ? *dual : dual_view(s),
                                      moves & must, budget, distance);
    std::ranges::stable_sort(order, std::greater{},
                             [&](const auto& move) { return ratings[move.second]; });
    const int best = ratings[order.front().second];
    // With fewer than 64 empty holes the last budget is more than there are holes at every node:
    // all moves get all pegs then, and no proof is lost. On larger boards unlikely moves never do.
    const bool last = budget > boards_.empties(s).count();
    const std::size_t most = last ? 0 : &s == start_ ? 1 : unlikely.size();
    for (const auto& [score, hole] : order)
        for (std::size_t i = 0; i < most; ++i)
            if (ratings[hole] < best - kUnlikely[i])
                unlikely[i].set(hole);
    return unlikely;
}

template <int N> const std::vector<int>& Prover<N>::rated(const State<N>& s, const Bits<N>& moves) {
    const int distance = std::max(1, boards_.distance(s, kMostRated));
    return prior_.rate(boards_, s, dual_->boards_, dual_view(s), moves, distance + kRatedSlack,
                       distance);
}

template <int N> std::vector<int> Prover<N>::likeliest_moves(const State<N>& s, int most) {
    std::vector<int> moves;
    if (!options_.prior || !dual_)
        return moves;
    const Bits<N> empty = boards_.empties(s);
    const auto& ratings = rated(s, empty);
    empty.each([&](int hole) { moves.push_back(hole); });
    std::ranges::stable_sort(moves, std::greater{}, [&](int hole) { return ratings[hole]; });
    moves.resize(std::min<std::size_t>(moves.size(), most));
    return moves;
}

template <int N> std::vector<int> Prover<N>::ratings(const std::vector<int>& holes) {
    if (!own_turn_)
        throw std::invalid_argument("the prover is not to move");
    const State<N> s = boards_.root(own_turn_);
    const Bits<N> empty = boards_.empties(s);
    Bits<N> moves;
    for (const int hole : holes) {
        if (hole < 0 || hole >= arena_.holes || !empty.test(hole))
            throw std::invalid_argument("a hole is no first move of the prover");
        moves.set(hole);
    }
    std::vector<int> found(holes.size());
    if (!options_.prior || !dual_)
        return found;
    const auto& ratings = rated(s, moves);
    std::ranges::transform(holes, found.begin(), [&](int hole) { return ratings[hole]; });
    return found;
}

template <int N>
void Prover<N>::record(const State<N>& s, int budget, int distance, const Bits<N>& must,
                       const State<N>* dual, const std::vector<std::pair<int, int>>& order,
                       int winner) {
    if (!recorder_ || recorder_->busy() || !dual_ || s.turn != Turn::later || order.size() < 2 ||
        budget < Recorder::kLeast)
        return;
    const Recorder::Busy busy(*recorder_);
    std::vector<std::pair<int, bool>> tried;
    bool all = false;
    watch_.within(kRecorded, [&] {
        for (const auto& [score, hole] : order)
            if (hole == winner || must.test(hole))
                tried.emplace_back(hole, hole == winner ||
                                             prove_foe(boards_.with_own(s, hole), budget - 1) >= 0);
        all = true;
    });
    if (all)
        recorder_->add(prior_, boards_, s, dual_->boards_, dual ? *dual : dual_view(s), tried,
                       budget, distance);
}

} // namespace twixt
