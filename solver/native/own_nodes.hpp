// The nodes of Prover's search with the prover to move: where he must move, in what order moves are
// tried, and where they can be of no use, which failures of others say. docs/experiments.md says
// what this saves.
#pragma once

#include "prover.hpp"

namespace twixt {

template <int N> void Prover<N>::refuted_by_distance(int pegs) {
    refutation_ = {{}, {}};
    far_ = pegs;
}

template <int N> Refutation<N> Prover<N>::why(const State<N>& failed) {
    if (far_ > 0)
        refutation_ = {{}, moves_.on_paths(boards_.view(failed), far_)};
    far_ = 0;
    return refutation_;
}

template <int N>
int Prover<N>::prove_own(const State<N>& s, int budget, const State<N>* dual,
                         const Bits<N>& focus) {
    tick();
    nothing_refuted();
    const View<N> v = boards_.view(s);
    const std::uint64_t key = budget > 1 ? state_key(arena_, s, true, scope_) : 0;
    if (budget > 1)
        failures_.fetch(key);
    const int cap = budget + (budget >= kZones);
    const auto flood = [&] { boards_.flood(v, 0, cap, from_, budget > 1); };
    flood();
    if (from_.distance > budget) {
        refuted_by_distance(budget >= kZones ? cap : 0);
        return -1;
    }
    if (from_.distance == 1) {
        if (const int number = finish(s, v, focus); number >= 0)
            return number;
        if (budget == 1)
            return -1;
    }
    const auto look = [&] { return look_up(s, true, budget, key, dual); };
    return shared(key, budget, look, [&](bool again) {
        if (again)
            flood();
        return try_moves(s, v, budget, key, dual, focus);
    });
}

// What is known of a node that is kept: its failure, or a pattern that holds there.
template <int N>
std::optional<int> Prover<N>::look_up(const State<N>& s, bool own_turn, int budget,
                                      std::uint64_t key, const State<N>* dual) {
    if (key == 0)
        return std::nullopt;
    const Refuted<N>& known = failures_.find(key);
    if (known.budget >= budget) {
        refutation_ = known.why;
        if (known.budget == kMaxBudget && dual && dual_)
            dual_refuter_ = known_dual(*dual, !own_turn);
        return -1;
    }
    if (options_.patterns)
        if (int hit = index(s.ends, own_turn).find(s, granted(s), longest(budget), patterns_);
            splitter_.fits(hit))
            return hit;
    return std::nullopt;
}

// One move that joins the goal lines: the one whose zone meets the focus least. `leaf` looks at
// each chain itself: a distance of 0 by held links is no chain where these cross.
template <int N> int Prover<N>::finish(const State<N>& s, const View<N>& v, const Bits<N>& focus) {
    boards_.flood(v, 1, 1, to_);
    std::optional<Pattern<N>> best, end;
    int least = 0;
    (from_.level[1] & to_.level[1] & v.empty).each([&](int hole) {
        const State<N> t = boards_.with_own(s, hole);
        auto last = leaf(t);
        if (!last)
            return;
        auto p = rules_.move(s, hole, *last, -1, Slots<N>{}, focus);
        if (!p)
            return;
        const int size = kFocus * (p->zone & focus).count() + p->zone.count();
        if (best && size >= least)
            return;
        least = size;
        best = std::move(p);
        end = std::move(last);
    });
    if (!best)
        return -1;
    best->children = {store(std::move(*end))};
    return store(std::move(*best));
}

template <int N>
int Prover<N>::try_moves(const State<N>& s, const View<N>& v, int budget, std::uint64_t key,
                         const State<N>* dual, const Bits<N>& focus) {
    const std::uint64_t start = watch_.nodes();
    const int distance = from_.distance;
    boards_.flood(v, 1, from_.cap, to_);
    const Bits<N> near = moves_.on_paths(from_, to_, from_.cap) & v.empty;
    OwnNode node{s, v, budget, distance, key, dual, focus, v.empty, {{}, near}};
    const Bits<N> shortest = moves_.on_paths(from_, to_, distance);
    Bits<N> moves = moves_.on_paths(from_, to_, budget) & v.empty;
    State<N> opposite;
    // At the start the foe may have pairs of pegs that are not linked, and the dual takes them for
    // linked: the prover may part them now.
    if (dual_ && s.whole() && !dual && budget >= kDualTurn && s.turn != Turn::real) {
        opposite = dual_view(s);
        node.dual = &opposite;
    }
    if (node.dual && dual_ && ask_dual(node))
        return fail(key, kMaxBudget, -1);
    if (const int number = halves(s, budget, key, true); number >= 0)
        return number;
    auto order = scored_moves(node, moves, shortest);
    const auto unlikely = by_prior(s, budget, distance, node.must, node.dual, order);
    const std::size_t first_round = order.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int hole = order[i].second;
        // Moves that were put off come after less likely ones: zones of fewer pegs say nothing
        // here.
        if (!node.must.test(hole) || (i < first_round && !node.help.test(hole)))
            continue;
        const State<N> t = boards_.with_own(s, hole);
        if (i < first_round && busy(t, false, budget - 1)) {
            order.push_back(order[i]);
            continue;
        }
        const int less = unlikely[0].test(hole) + unlikely[1].test(hole);
        auto pattern = try_move(node, hole, t, budget - 1 - less);
        if (!pattern)
            continue;
        // Joints are proved so often, in so many states, that it costs more than it saves.
        if (budget <= kChoose && (s.whole() || !splitter_.ready()))
            smallest(node, order, i + 1, *pattern);
        const int number = store(std::move(*pattern));
        if (s.turn != Turn::real && options_.patterns && budget > 1)
            file(number, true, key);
        record(s, budget, distance, node.must, node.dual, order, hole);
        return number;
    }
    if (node.must.none() && lost_everywhere(node))
        return fail(key, kMaxBudget, -1);
    node.failed.zone |= node.failed.replies;
    refutation_ = node.failed;
    far_ = 0;
    dual_refuter_ = -1;
    return fail(key, budget, -1, watch_.nodes() - start);
}

// Of the moves on paths that are short enough, those that meet what threatens, best first.
template <int N>
std::vector<std::pair<int, int>> Prover<N>::scored_moves(OwnNode& node, Bits<N> moves,
                                                         const Bits<N>& shortest) {
    const State<N>& s = node.state;
    const bool later = s.turn == Turn::later;
    if (!later && node.distance == 0) {
        // Connected by held links that do not stand yet: any peg will do, or a pass.
        const Bits<N> any = node.view.empty.any() ? node.view.empty : s.own & arena_.own.open;
        moves = {};
        if (any.any())
            moves.set(any.first());
    } else if (!node.threats.empty() && node.distance < node.budget) {
        // A move off every path may still stand in the way of the foe's chain.
        moves = node.must;
    } else {
        moves &= node.must;
    }
    const auto learn = [&](const Refutation<N>& why) {
        node.failed.replies |= why.replies;
        if (options_.no_help)
            node.help &= why.zone;
    };
    if (later && node.distance > 0)
        meet_dangers(s, node.view, node.budget, moves, learn);
    auto order = moves_.scored(moves, shortest, node.budget);
    if (node.budget >= kLookAhead)
        look_ahead(s, node.budget, order, learn);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    return order;
}

// The pattern of a move to state `t`, after which the prover may place `budget` pegs; nothing if it
// fails, and then the node learns why.
template <int N>
std::optional<Pattern<N>> Prover<N>::try_move(OwnNode& node, int hole, const State<N>& t,
                                              int budget) {
    State<N> replied;
    const bool followed = node.dual && node.budget >= kDualTurn;
    if (followed)
        replied = dual_->boards_.with_foe(*node.dual, hole);
    const std::uint64_t before = watch_.nodes();
    const int child = prove_foe(t, budget, followed ? &replied : nullptr);
    if (child >= 0) {
        TWIXT_ENSURE(Base::holds(child, t));
        auto pattern =
            rules_.move(node.state, hole, patterns_[child], child, Slots<N>{}, node.focus);
        if (!pattern) {
            node.failed = {};
            node.help = Bits<N>::all();
        } else if (options_.winners) {
            moves_.won(hole, node.budget);
        }
        return pattern;
    }
    if (&node.state == start_ && watch_.nodes() - before > effort_) {
        effort_ = watch_.nodes() - before;
        favourite_ = hole;
    }
    const int threat = dual_refuter_;
    const Refutation<N> because = why(t);
    node.failed.replies |= because.replies;
    if (options_.no_help && node.budget >= kZonesUsed && node.state.turn == Turn::later)
        node.help &= because.zone;
    if (threat >= 0 && node.must.test(hole)) {
        meet(node, threat);
        node.must.reset(hole);
    }
    return std::nullopt;
}

template <int N>
int Prover<N>::halves(const State<N>& s, int budget, std::uint64_t key, bool own_turn) {
    if (!halves_.ready(s, budget, own_turn) || failures_.find(key).halves >= budget)
        return -1;
    note(key, [&](Refuted<N>& entry) { entry.halves = budget; });
    const int number = halves_.look(s, budget, own_turn);
    if (number >= 0 && options_.patterns) {
        if (own_turn) // what holds after the move
            file(patterns_[number].children.front(), false, 0);
        file(number, own_turn, key);
    }
    return number;
}

// Replies that would leave too far to go if the prover passed: takes out moves that do not meet
// them.
template <int N>
template <class Learn>
void Prover<N>::meet_dangers(const State<N>& s, const View<N>& v, int budget, Bits<N>& moves,
                             Learn learn) {
    boards_.flood(v, 0, budget, from_, false);
    Bits<N> danger = moves_.touch(s, v, from_, {});
    while (danger.any() && moves.any()) {
        const int reply = danger.first();
        const View<N> w = moves_.after(s, v, reply);
        boards_.flood(w, 0, budget, after_, false);
        danger.reset(reply);
        Refutation<N> why{{}, {}};
        if (after_.distance > budget) {
            moves_.blame(s, reply, why);
        } else {
            danger &= moves_.touch(s, w, after_, danger);
            if (after_.distance < budget || budget < kZonesUsed)
                continue;
            why = moves_.by_distance(s, w, reply, budget);
        }
        learn(why);
        moves &= why.zone;
    }
}

// Takes out the moves that a single reply refutes, and scores the others by the room they leave.
template <int N>
template <class Learn>
void Prover<N>::look_ahead(const State<N>& s, int budget, std::vector<std::pair<int, int>>& order,
                           Learn learn) {
    // Scores a move; false if a reply refutes it.
    const auto score = [&](std::pair<int, int>& move) {
        const State<N> t = boards_.with_own(s, move.second);
        const View<N> w = boards_.view(t);
        boards_.flood(w, 0, budget - 1, from_);
        if (from_.distance > budget - 1)
            return false;
        if (from_.distance == 0) {
            move.first += 1'000'000;
            return true;
        }
        const auto test = moves_.test_replies(t, w, from_, budget - 1);
        if (test.refuter >= 0) {
            remember(test.refuter, budget - 1, true);
            const View<N> x = moves_.after(t, w, test.refuter);
            if (s.turn == Turn::later)
                learn(moves_.by_distance(t, x, test.refuter, budget));
            return false;
        }
        boards_.flood(w, 1, budget - 1, to_);
        move.first += 40 * moves_.room(from_, to_, budget - 1);
        return true;
    };
    std::size_t kept = 0;
    for (auto move : order)
        if (score(move))
            order[kept++] = move;
    order.resize(kept);
}

// Of the other moves that win, takes the one with the smallest zone, if that is smaller; a hole of
// the focus counts for nine.
template <int N>
void Prover<N>::smallest(const OwnNode& node, const std::vector<std::pair<int, int>>& order,
                         std::size_t next, Pattern<N>& best) {
    const auto size = [&](const Pattern<N>& p) {
        return 8 * (p.zone & node.focus).count() + p.zone.count();
    };
    for (std::size_t i = next; i < order.size(); ++i) {
        const int hole = order[i].second;
        if (!node.must.test(hole))
            continue;
        const int child = prove_foe(boards_.with_own(node.state, hole), node.budget - 1);
        if (child < 0)
            continue;
        auto p = rules_.move(node.state, hole, patterns_[child], child, Slots<N>{}, node.focus);
        if (p && size(*p) < size(best))
            best = std::move(*p);
    }
}

} // namespace twixt
