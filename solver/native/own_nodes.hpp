// The nodes of Prover's search with the prover to move, and the dual: a second search for the foe's
// own chain. Its proofs say where the prover must move, and failures of tried moves say where the
// others can be of no use. docs/experiments.md says what either saves.
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
    const int cap = from_.cap;
    const int distance = from_.distance;
    Bits<N> must = v.empty;
    boards_.flood(v, 1, cap, to_);
    Bits<N> moves = moves_.on_paths(from_, to_, budget) & v.empty;
    const Bits<N> shortest = moves_.on_paths(from_, to_, distance);
    const Bits<N> near = moves_.on_paths(from_, to_, cap) & v.empty;
    Refutation<N> failed{{}, near}; // of all moves so far
    Bits<N> help = Bits<N>::all();  // where a move can still be of use
    const auto learn = [&](const Refutation<N>& why) {
        failed.replies |= why.replies;
        if (options_.no_help)
            help &= why.zone;
    };
    State<N> opposite;
    // At the start the foe may have pairs of pegs that are not linked, and the dual takes them for
    // linked: the prover may part them now.
    if (dual_ && s.whole() && !dual && budget >= kDualTurn && s.turn != Turn::real) {
        opposite = dual_view(s);
        dual = &opposite;
    }
    std::vector<int> threats; // proofs of the dual if the prover moves elsewhere
    std::uint64_t rooms = dual_rooms_;
    const auto add_threat = [&](int number) {
        if (std::exchange(rooms, dual_rooms_) != dual_rooms_)
            threats.clear();
        threats.push_back(number);
    };
    if (dual && dual_) {
        if (const int number = known_dual(*dual, false); number >= 0) {
            refuted_by_dual(number);
            return fail(key, kMaxBudget, -1);
        }
        int threat = known_dual(*dual, true);
        if (threat < 0 && budget >= options_.dual_own && failures_.find(key).dual < budget) {
            threat = find_dual(*dual, budget);
            note(key, [&](Refuted<N>& entry) { entry.dual = budget; });
        }
        if (threat >= 0) {
            const Bits<N>& zone = dual_->patterns_[threat].zone;
            must &= zone;
            failed.replies |= zone;
            add_threat(threat);
        }
    }
    if (const int number = halves(s, budget, key, true); number >= 0)
        return number;
    if (s.turn != Turn::later && distance == 0) {
        // Connected by held links that do not stand yet: any peg will do, or a pass.
        const Bits<N> any = v.empty.any() ? v.empty : s.own & arena_.own.open;
        moves = {};
        if (any.any())
            moves.set(any.first());
    } else if (!threats.empty() && distance < budget) {
        // A move off every path may still stand in the way of the foe's chain.
        moves = must;
    } else {
        moves &= must;
    }
    if (s.turn == Turn::later && distance > 0)
        meet_dangers(s, v, budget, moves, learn);
    auto order = moves_.scored(moves, shortest, budget);
    if (budget >= kLookAhead)
        look_ahead(s, budget, order, learn);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    const std::array<Bits<N>, 2> unlikely = by_prior(s, budget, distance, must, dual, order);
    const std::size_t first_round = order.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int hole = order[i].second;
        // Moves that were put off come after less likely ones: zones of fewer pegs say nothing
        // here.
        if (!must.test(hole) || (i < first_round && !help.test(hole)))
            continue;
        const State<N> t = boards_.with_own(s, hole);
        if (i < first_round && busy(t, false, budget - 1)) {
            order.push_back(order[i]);
            continue;
        }
        State<N> replied;
        if (dual && budget >= kDualTurn)
            replied = dual_->boards_.with_foe(*dual, hole);
        const std::uint64_t before = watch_.nodes();
        const int less = unlikely[0].test(hole) + unlikely[1].test(hole);
        const int child =
            prove_foe(t, budget - 1 - less, dual && budget >= kDualTurn ? &replied : nullptr);
        std::optional<Pattern<N>> pattern;
        if (child >= 0) {
            TWIXT_ENSURE(Base::holds(child, t));
            pattern = rules_.move(s, hole, patterns_[child], child, Slots<N>{}, focus);
            if (!pattern) {
                failed = {};
                help = Bits<N>::all();
                continue;
            }
            if (options_.winners)
                moves_.won(hole, budget);
            // Joints are proved so often, in so many states, that it costs more than it saves.
            if (budget <= kChoose && (s.whole() || !splitter_.ready()))
                smallest(s, budget, order, i + 1, must, focus, *pattern);
            const int number = store(std::move(*pattern));
            if (s.turn != Turn::real && options_.patterns && budget > 1)
                file(number, true, key);
            record(s, budget, distance, must, dual, order, hole);
            return number;
        }
        if (&s == start_ && watch_.nodes() - before > effort_) {
            effort_ = watch_.nodes() - before;
            favourite_ = hole;
        }
        const int threat = dual_refuter_;
        const Refutation<N> because = why(t);
        failed.replies |= because.replies;
        if (options_.no_help && budget >= kZonesUsed && s.turn == Turn::later)
            help &= because.zone;
        if (threat >= 0 && must.test(hole)) {
            must &= dual_->patterns_[threat].zone;
            must.reset(hole);
            add_threat(threat);
        }
    }
    if (must.none() && !threats.empty() && rooms == dual_rooms_ && dual && s.turn == Turn::later)
        if (auto p = dual_->rules_.reply(*dual, threats, dual_->patterns_)) {
            const int number = dual_->store(std::move(*p));
            dual_->file(number, false, 0);
            refuted_by_dual(number);
            return fail(key, kMaxBudget, -1);
        }
    failed.zone |= failed.replies;
    refutation_ = failed;
    far_ = 0;
    dual_refuter_ = -1;
    return fail(key, budget, -1, watch_.nodes() - start);
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

// Of the other moves that win, takes the one whose zone meets the focus least, if that is smaller.
template <int N>
void Prover<N>::smallest(const State<N>& s, int budget,
                         const std::vector<std::pair<int, int>>& order, std::size_t next,
                         const Bits<N>& must, const Bits<N>& focus, Pattern<N>& best) {
    const auto size = [&](const Pattern<N>& p) {
        return 8 * (p.zone & focus).count() + p.zone.count();
    };
    for (std::size_t i = next; i < order.size(); ++i) {
        const int hole = order[i].second;
        if (!must.test(hole))
            continue;
        const int child = prove_foe(boards_.with_own(s, hole), budget - 1);
        if (child < 0)
            continue;
        auto p = rules_.move(s, hole, patterns_[child], child, Slots<N>{}, focus);
        if (p && size(*p) < size(best))
            best = std::move(*p);
    }
}

} // namespace twixt
