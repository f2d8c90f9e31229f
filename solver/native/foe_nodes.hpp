// The nodes of Prover's search with the foe to move: replies in the order of what they do to the
// distance, and an answer to each until no open hole is in all their zones. The test of single
// replies closes most nodes without a search; without it the classics take three times the nodes.
#pragma once

#include "prover.hpp"

namespace twixt {

template <int N> int Prover<N>::prove_foe(const State<N>& s, int budget, const State<N>* dual) {
    tick();
    nothing_refuted();
    const std::uint64_t key = budget > 1 ? state_key(arena_, s, false, scope_) : 0;
    if (budget > 1)
        failures_.fetch(key);
    const View<N> v = boards_.view(s);
    const auto flood = [&] { boards_.flood(v, 0, std::max(0, budget), from_, false); };
    flood();
    if (from_.distance > budget) {
        refuted_by_distance(budget >= kZones ? budget + 1 : 0);
        return -1;
    }
    // Before the prover's first turn, slots that are free are no links yet.
    if (from_.distance == 0 && s.turn == Turn::later)
        if (auto connected = leaf(s))
            return store(std::move(*connected));
    if (budget <= 0)
        return -1;
    const auto look = [&] { return look_up(s, false, budget, key, dual); };
    return shared(key, budget, look, [&](bool again) {
        if (again)
            flood();
        return try_replies(s, v, budget, key, dual);
    });
}

template <int N>
int Prover<N>::try_replies(const State<N>& s, const View<N>& v, int budget, std::uint64_t key,
                           const State<N>* dual) {
    const std::uint64_t start = watch_.nodes();
    const int hint = failures_.find(key).hint;
    typename Moves<N>::Test test;
    const int distance = from_.distance;
    if (options_.one_move_test) {
        test = moves_.test_replies(s, v, from_, budget);
        if (test.refuter >= 0) {
            remember(test.refuter, budget, true);
            return fail_by(s, v, test.refuter, budget, key, start);
        }
    }
    const bool exchange =
        options_.exchange && budget >= kZonesUsed && s.whole() && s.turn == Turn::later;
    if (exchange)
        if (const Refutation<N>* found = exchange_.find(s, budget)) {
            refutation_ = {found->replies, moves_.on_paths(v, budget + 1) | found->replies};
            far_ = 0;
            return -1;
        }
    State<N> opposite;
    if (dual_ && s.whole() && !dual && budget >= kDualTurn) {
        opposite = dual_view(s);
        dual = &opposite;
    }
    if (dual && dual_ && budget > 1) {
        int threat = known_dual(*dual, true);
        if (threat < 0 && budget >= options_.dual_foe && failures_.find(key).dual < budget) {
            threat = find_dual(*dual, budget);
            note(key, [&](Refuted<N>& entry) { entry.dual = budget; });
        }
        if (threat >= 0) {
            refuted_by_dual(threat);
            return fail(key, kMaxBudget, -1);
        }
    }
    Answers<N> answers(arena_, boards_, rules_, patterns_, s);
    Bits<N> open = boards_.replies(s);
    const auto refuted = [&](int reply) {
        if (dual_refuter_ >= 0)
            return fail(key, kMaxBudget, -1);
        if (reply >= 0)
            remember(reply, budget, false);
        if (exchange && far_ == 0)
            exchange_.store(s, budget, refutation_);
        return fail(key, budget, reply, watch_.nodes() - start);
    };
    if (const int number = halves(s, budget, key, false); number >= 0)
        return number;
    ReplyOrder order{hint, moves_.killers(budget), test};
    while (open.any() || answers.size() == 0) {
        const int reply = next_reply(s, v, budget, open, answers.size(), order);
        if (order.refuted) {
            remember(reply, budget, false);
            const int failed = fail_by(s, v, reply, budget, key, start);
            if (exchange)
                exchange_.store(s, budget, refutation_);
            return failed;
        }
        if (!answer(s, reply, budget, distance, dual, answers, open))
            return refuted(reply);
    }
    auto pattern = rules_.reply(s, answers.numbers(), patterns_);
    if (!pattern) {
        nothing_refuted();
        return refuted(-1);
    }
    const int number = store(std::move(*pattern));
    if (options_.patterns && budget > 1)
        file(number, false, key);
    return number;
}

// The next of the open replies, or kPass: what refuted the node before, killers, the reply that
// leaves the longest way, the pass, and all others by their score. `answered` replies have answers.
template <int N>
int Prover<N>::next_reply(const State<N>& s, const View<N>& v, int budget, const Bits<N>& open,
                          std::size_t answered, ReplyOrder& order) {
    if (!order.passed && !options_.replies_first) {
        order.passed = true;
        return kPass;
    }
    const Bits<N>& critical = order.test.critical;
    if (const int hint = order.hint; hint >= 0 && open.test(hint)) {
        order.hint = -1;
        return hint;
    }
    while (order.next < order.killers.size()) {
        const int killer = order.killers[order.next++];
        if (killer >= 0 && open.test(killer) && (order.passed || critical.test(killer)))
            return killer;
    }
    if (!order.passed) {
        const int worst = std::exchange(order.test.worst, -1);
        if (worst >= 0 && open.test(worst))
            return worst;
        // Of whole boards alone: elsewhere halves prove more where the pass comes first.
        if (splitter_.ready() && answered < kBeforePass && open.intersects(critical))
            return (open & critical).first();
        order.passed = true;
        return kPass;
    }
    if (budget == 1)
        return open.first();
    if (order.scored.empty())
        if (const int refuter = score_replies(s, v, open, budget, order.scored); refuter >= 0) {
            order.refuted = true;
            return refuter;
        }
    return likeliest(s, open, budget, order.scored);
}

// Scores the open replies by the distance after them, what they refuted before, and the room that
// they leave. Returns one that lifts the distance above the budget, or -1.
template <int N>
int Prover<N>::score_replies(const State<N>& s, const View<N>& v, const Bits<N>& open, int budget,
                             std::vector<std::pair<int, int>>& scored) {
    int refuter = -1;
    open.each([&](int hole) {
        if (refuter >= 0)
            return;
        const View<N> w = moves_.after(s, v, hole);
        boards_.flood(w, 0, budget, from_);
        if (from_.distance > budget) {
            refuter = hole;
            return;
        }
        int score =
            from_.distance * 100'000 +
            static_cast<int>(std::min<std::uint64_t>(20'000, moves_.refutations(hole) >> 2));
        if (budget >= 3) {
            boards_.flood(w, 1, budget, to_);
            score -= 500 * moves_.room(from_, to_, budget);
        }
        scored.emplace_back(score, hole);
    });
    return refuter;
}

// The open reply with the highest score, if possible one at which no other prover is at work.
template <int N>
int Prover<N>::likeliest(const State<N>& s, const Bits<N>& open, int budget,
                         const std::vector<std::pair<int, int>>& scored) const {
    for (const bool any : {false, true}) {
        int best = -(1 << 30), reply = -1;
        for (const auto& [score, hole] : scored)
            if (score > best && open.test(hole) && (any || !busy_after(s, hole, budget))) {
                best = score;
                reply = hole;
            }
        if (reply >= 0)
            return reply;
    }
    return open.first(); // open again, as an answer was changed
}

// Fails by a reply that lifts the distance above the budget.
template <int N>
int Prover<N>::fail_by(const State<N>& s, const View<N>& v, int reply, int budget,
                       std::uint64_t key, std::uint64_t start) {
    far_ = 0;
    if (budget >= kZones) {
        refutation_ = moves_.by_distance(s, moves_.after(s, v, reply), reply, budget + 1);
    } else {
        refutation_ = {{}, {}};
        moves_.blame(s, reply, refutation_);
    }
    return fail(key, budget, reply, watch_.nodes() - start);
}

template <int N> std::optional<Pattern<N>> Prover<N>::leaf(const State<N>& s) {
    Path<N> path;
    if (paths_.shortest_path(s, 0, path) > 0)
        return std::nullopt;
    auto pattern = rules_.leaf(s, path);
    if (!pattern && !arena_.own_links_cross && paths_.uncrossed_chain(s, path))
        pattern = rules_.leaf(s, path);
    return pattern;
}

template <int N>
bool Prover<N>::add(Answers<N>& answers, int number, int reply, const State<N>& t, bool remake) {
    return number >= 0 && answers.add(number, reply, t, remake, [&](Pattern<N>&& pattern) {
        return store(std::move(pattern));
    });
}

template <int N>
bool Prover<N>::answer(const State<N>& s, int reply, int budget, int distance, const State<N>* dual,
                       Answers<N>& answers, Bits<N>& open) {
    State<N> t = reply < 0 ? s : boards_.with_foe(s, reply);
    State<N> moved;
    const State<N>* before = dual;
    if (dual && reply >= 0) {
        if (budget > 1)
            moved = dual_->boards_.with_own(*dual, reply);
        dual = budget > 1 ? &moved : nullptr;
    }
    const int depth = options_.deepening ? kInnerDepth : 0;
    const int low = std::max({1, budget - depth, reply < 0 ? distance : 1});
    const Bits<N> focus = open;
    const auto prove = [&] {
        int number = -1;
        for (int b = low; b <= budget && number < 0; ++b) {
            number = prove_own(t, b, dual, focus);
            if (number < 0 && dual_refuter_ >= 0)
                break;
        }
        return number;
    };
    int number = prove();
    if (number < 0) {
        const int threat = std::exchange(dual_refuter_, -1);
        why(t);
        if (reply < 0)
            return false;
        if (threat >= 0 && before)
            if (auto p = dual_->rules_.move(*before, reply, dual_->patterns_[threat], threat,
                                            Slots<N>{});
                p) {
                const int number = dual_->store(std::move(*p));
                dual_->file(number, true, 0);
                refuted_by_dual(number);
                return false;
            }
        moves_.blame(s, reply, refutation_);
        return false;
    }
    TWIXT_ENSURE(Base::holds(number, t));
    if (!add(answers, number, reply, t, options_.mend)) {
        nothing_refuted();
        if (!options_.mend)
            return false;
        // Once more, without the links that cross.
        boards_.take_off(t, answers.clash(number));
        number = prove();
        nothing_refuted();
        if (!add(answers, number, reply, t, false))
            return false;
    }
    open = answers.open();
    return true;
}

} // namespace twixt
