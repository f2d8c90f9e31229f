// The nodes of Prover's search: how a proof is looked for with either side to move.
#pragma once

#include "search.hpp"

namespace twixt {

template <int N>
std::optional<Bits<N>> Prover<N>::dual_zone(const State<N>& s, int budget, std::uint64_t effort) {
    const State<N> t = dual_->boards_.against(s.foe, s.own, arena_.between(s.free, s.own));
    if (dual_->full())
        dual_->make_room();
    int number = dual_->mine_.find(t, dual_->granted(t), kMaxBudget, dual_->patterns_);
    if (!options_.dual_share)
        effort = 0;
    if (number < 0) {
        std::uint64_t nodes = kDualNodes;
        for (int b = options_.dual_foe; b < budget && nodes < kDualMost; ++b)
            nodes *= kDualGrowth;
        nodes = std::min(std::max(nodes, effort / kDualShare), watch_.left());
        const std::uint64_t before = dual_->nodes();
        number = dual_->attempt(t, true, nodes, watch_.run().alone());
        watch_.add(dual_->nodes() - before);
    }
    return number < 0 ? std::nullopt : std::optional(dual_->patterns_[number].zone);
}

template <int N> int Prover<N>::prove_own(const State<N>& s, int budget) {
    tick();
    const std::uint64_t key = state_key(arena_, s, true, scope_);
    failures_.fetch(key);
    if (boards_.distance(s, budget) > budget)
        return -1;
    Failure known;
    const auto look = [&]() -> std::optional<int> {
        known = failures_.find(key);
        if (known.budget >= budget)
            return -1;
        if (options_.patterns)
            if (int hit = index(s.ends, true).find(s, granted(s), longest(budget), patterns_);
                splitter_.fits(hit))
                return hit;
        return std::nullopt;
    };
    return shared(key, budget, look, [&] { return try_moves(s, budget, key, known.effort); });
}

template <int N>
int Prover<N>::try_moves(const State<N>& s, int budget, std::uint64_t key, std::uint64_t effort) {
    const std::uint64_t start = watch_.nodes();
    std::vector<int> order = moves_.candidates(s, budget);
    Bits<N> hopeless;
    if (dual_ && s.whole() && (budget >= options_.dual_own || s.turn == Turn::real))
        if (const auto zone = dual_zone(s, budget, effort)) {
            hopeless = boards_.empties(s).without(*zone);
            // A move off every path may still stand in the way of the foe's chain.
            Bits<N> others = boards_.empties(s) & *zone;
            for (int hole : order)
                others.reset(hole);
            if (options_.blocking)
                others.each([&](int hole) { order.push_back(hole); });
        }
    if (options_.winners)
        moves_.winners_first(order, budget);
    const std::size_t first_round = order.size();
    std::size_t round = first_round;
    std::uint64_t allowance = s.turn == Turn::real ? first_allowance() : kNoLimit;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == round) {
            round = order.size();
            allowance = std::min(2 * allowance, kNoLimit);
        }
        const int hole = order[i];
        if (hopeless.test(hole))
            continue;
        if (i < first_round && busy(boards_.with_own(s, hole), false, budget - 1)) {
            order.push_back(hole);
            continue;
        }
        refuter_ = -1;
        const std::uint64_t before = watch_.nodes();
        std::optional<int> found;
        watch_.within(allowance, [&] { found = prove_foe(boards_.with_own(s, hole), budget - 1); });
        if (!found) {
            order.push_back(hole);
            continue;
        }
        const int child = *found;
        if (child < 0) {
            if (s.turn == Turn::real && watch_.nodes() - before > effort_) {
                effort_ = watch_.nodes() - before;
                favourite_ = hole;
            }
            if (options_.no_help && refuter_ >= 0 && s.turn == Turn::later)
                hopeless |= moves_.no_help(s, refuter_, budget);
            continue;
        }
        auto pattern = rules_.move(s, hole, patterns_[child], child, Slots<N>{});
        if (!pattern || !rules_.uncrossed(pattern->links, pattern->links))
            continue;
        moves_.won(hole, budget);
        const int number = store(std::move(*pattern));
        if (s.turn != Turn::real && options_.patterns)
            file(number, true, key);
        return number;
    }
    return fail(key, budget, -1, effort + watch_.nodes() - start);
}

template <int N> int Prover<N>::prove_foe(const State<N>& s, int budget) {
    tick();
    const std::uint64_t key = state_key(arena_, s, false, scope_);
    failures_.fetch(key);
    const int distance = boards_.distance(s, budget);
    if (distance > budget)
        return -1;
    // Before the prover's first turn, slots that are free are no links yet.
    if (distance == 0 && s.turn == Turn::later)
        if (const int connected = leaf(s); connected >= 0)
            return connected;
    if (budget <= 0)
        return -1;
    Failure known;
    const auto look = [&]() -> std::optional<int> {
        known = failures_.find(key);
        if (known.budget >= budget) {
            refuter_ = known.hint;
            return -1;
        }
        if (options_.patterns)
            if (int hit = index(s.ends, false).find(s, granted(s), longest(budget), patterns_);
                splitter_.fits(hit))
                return hit;
        return std::nullopt;
    };
    return shared(key, budget, look, [&] { return try_replies(s, budget, key, known); });
}

template <int N>
int Prover<N>::try_replies(const State<N>& s, int budget, std::uint64_t key, const Failure& known) {
    const std::uint64_t start = watch_.nodes();
    const auto refuted = [&](int reply) {
        if (reply >= 0)
            remember(reply, budget);
        return fail(key, budget, reply, known.effort + watch_.nodes() - start);
    };
    if (options_.one_move_test)
        if (int refuter = moves_.one_move_test(s, budget); refuter >= 0)
            return fail(key, budget, refuter);
    if (dual_ && s.whole() && budget >= options_.dual_foe && dual_zone(s, budget, known.effort))
        return fail(key, kMaxBudget, -1);
    Answers<N> answers(arena_, boards_, rules_, patterns_);
    Bits<N> open = boards_.replies(s);
    const std::array<int, 2> killers = killers_[budget];
    std::vector<int> order{known.hint, killers[0], killers[1]};
    std::optional<typename Halves<N>::Tally> tally;
    if (halves_.ready(s, budget)) {
        tally.emplace(*this, key);
        const auto found = halves_.look(s, budget, tally->before());
        if (found.number >= 0) {
            if (options_.patterns)
                file(found.number, false, key);
            return found.number;
        }
        for (int number : found.answers)
            if (!open.within(patterns_[number].zone) && add(answers, number, s, options_.mend))
                open = answers.open(s);
        found.both.each([&](int reply) { order.push_back(reply); });
    }
    if (!options_.replies_first && answers.numbers().empty() &&
        !answer(s, -1, budget, answers, open))
        return refuted(-1);
    for (int reply : order)
        if (reply >= 0 && open.test(reply) && !busy(boards_.with_foe(s, reply), true, budget) &&
            !answer(s, reply, budget, answers, open))
            return refuted(reply);
    if (options_.replies_first && answers.numbers().empty() &&
        !answer(s, -1, budget, answers, open))
        return refuted(-1);
    while (open.any()) {
        const int reply = free_reply(s, open, budget);
        if (!answer(s, reply, budget, answers, open))
            return refuted(reply);
    }
    auto pattern = rules_.reply(s, answers.numbers(), patterns_);
    if (!pattern)
        return refuted(-1);
    const int number = store(std::move(*pattern));
    if (options_.patterns)
        file(number, false, key);
    return number;
}

template <int N>
int Prover<N>::free_reply(const State<N>& s, const Bits<N>& open, int budget) const {
    Bits<N> rest = open;
    while (rest.any()) {
        const int reply = moves_.most_dangerous(s, rest, budget);
        if (!busy(boards_.with_foe(s, reply), true, budget))
            return reply;
        rest.reset(reply);
    }
    return moves_.most_dangerous(s, open, budget);
}

template <int N> int Prover<N>::leaf(const State<N>& s) {
    Path<N> path;
    paths_.shortest_path(s, 0, path);
    auto pattern = rules_.leaf(s, path);
    if (!pattern && !arena_.own_links_cross && paths_.uncrossed_chain(s, path))
        pattern = rules_.leaf(s, path);
    return pattern ? store(std::move(*pattern)) : -1;
}

template <int N>
bool Prover<N>::add(Answers<N>& answers, int number, const State<N>& t, bool remake) {
    return number >= 0 && answers.add(number, t, remake, [&](Pattern<N>&& pattern) {
        return store(std::move(pattern));
    });
}

template <int N>
bool Prover<N>::answer(const State<N>& s, int reply, int budget, Answers<N>& answers,
                       Bits<N>& open) {
    State<N> t = reply < 0 ? s : boards_.with_foe(s, reply);
    int number = prove_deepening(t, budget);
    if (number < 0)
        return false;
    if (!add(answers, number, t, options_.mend)) {
        if (!options_.mend)
            return false;
        // Once more, without the links that cross.
        const Slots<N> clash = answers.clash(number);
        for (int d = 0; d < kDirections; ++d)
            t.free[d] = t.free[d].without(clash[d]);
        number = prove_deepening(t, budget);
        if (!add(answers, number, t, false))
            return false;
    }
    open = answers.open(s);
    return true;
}

template <int N> int Prover<N>::prove_deepening(const State<N>& t, int budget) {
    int number = -1;
    const int depth = options_.deepening ? kInnerDepth : 0;
    const int low = std::max({1, budget - depth, boards_.distance(t, budget)});
    for (int b = low; b <= budget && number < 0; ++b)
        number = prove_own(t, b);
    return number;
}

} // namespace twixt
