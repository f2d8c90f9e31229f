// What Prover does with its dual, a second search for the foe's own chain. What the dual proves
// says where the prover must move, and ends searches. docs/experiments.md says what it saves.
#pragma once

#include "prover.hpp"

namespace twixt {

// What the dual knows is followed from move to move: `dual` is the state `s` as the dual sees it,
// with the same pegs. Its proofs name zones where the prover must move or has lost; they
// end searches and leave moves out. No pattern of the prover has one of the dual's below it.
template <int N> State<N> Prover<N>::dual_view(const State<N>& s) const {
    State<N> t = dual_->boards_.against(s.foe, s.own, arena_.between(s.free, s.own));
    dual_->boards_.complete(t);
    return t;
}

template <int N> int Prover<N>::known_dual(const State<N>& t, bool foe_turn) const {
    if (!options_.patterns)
        return -1;
    return dual_->known(t, foe_turn);
}

template <int N> int Prover<N>::find_dual(const State<N>& t, int budget) {
    if (dual_->full()) {
        dual_->make_room();
        ++dual_rooms_; // the numbers of its patterns change
    }
    std::uint64_t nodes = kDualNodes;
    for (int b = 3; b < budget && nodes < kDualGrown; ++b)
        nodes *= kDualGrowth;
    const std::uint64_t before = dual_->nodes();
    const int number =
        dual_->attempt(t, true, std::min(nodes, watch_.left()), kDualSlack, watch_.run());
    watch_.add(dual_->nodes() - before);
    return number;
}

template <int N> void Prover<N>::refuted_by_dual(int number) {
    dual_refuter_ = number;
    const Bits<N>& zone = dual_->patterns_[number].zone;
    refutation_ = {zone, zone};
}

// Looks for the foe's own chain; true if he has one wherever the prover moves. One that he has
// unless the prover moves in its zone is a threat.
template <int N> bool Prover<N>::ask_dual(OwnNode& node) {
    if (const int number = known_dual(*node.dual, false); number >= 0) {
        refuted_by_dual(number);
        return true;
    }
    int threat = known_dual(*node.dual, true);
    if (threat < 0 && node.budget >= options_.dual_own &&
        failures_.find(node.key).dual < node.budget) {
        threat = find_dual(*node.dual, node.budget);
        note(node.key, [&](Refuted<N>& entry) { entry.dual = node.budget; });
    }
    if (threat >= 0) {
        node.failed.replies |= dual_->patterns_[threat].zone;
        meet(node, threat);
    }
    return false;
}

// Moves must meet a threat from now on.
template <int N> void Prover<N>::meet(OwnNode& node, int threat) {
    node.must &= dual_->patterns_[threat].zone;
    if (std::exchange(node.rooms, dual_rooms_) != dual_rooms_)
        node.threats.clear();
    node.threats.push_back(threat);
}

// No move meets all threats: true if they are one proof that the foe has his chain.
template <int N> bool Prover<N>::lost_everywhere(const OwnNode& node) {
    if (node.threats.empty() || node.rooms != dual_rooms_ || !node.dual ||
        node.state.turn != Turn::later)
        return false;
    auto pattern = dual_->rules_.reply(*node.dual, node.threats, dual_->patterns_);
    if (!pattern)
        return false;
    const int number = dual_->store(std::move(*pattern));
    dual_->file(number, false, 0);
    refuted_by_dual(number);
    return true;
}

} // namespace twixt
