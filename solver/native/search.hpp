// Relevance-zone search for one prover: depth-first AND/OR, deepened by the pegs he may place.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "answers.hpp"
#include "failures.hpp"
#include "moves.hpp"
#include "options.hpp"
#include "split.hpp"
#include "watch.hpp"

namespace twixt {

inline constexpr int kMaxBudget = 64; // own pegs; more than any proof can carry

template <int N> class Threats;

template <int N> class Prover {
    friend class Threats<N>;  // which asks it about any position
    friend class Splitter<N>; // which asks it about joints

public:
    Prover(const ArenaMasks& masks, std::size_t memory_bytes, const Options& options = {})
        : arena_(masks), boards_(arena_), rules_(arena_, boards_), paths_(arena_, boards_),
          moves_(arena_, boards_, paths_), mine_(arena_), theirs_(arena_),
          failures_(memory_bytes / 8), memory_(memory_bytes), options_(options) {
        for (auto& pair : killers_)
            pair = {-1, -1};
        if (options.dual) {
            ArenaMasks swapped = masks;
            std::swap(swapped.own, swapped.foe);
            Options alone = options;
            alone.dual = false;
            dual_ = std::make_unique<Prover>(swapped, memory_bytes / 8, alone);
        }
    }

    // Takes up another position of the same arena. What was proved or failed before stays of
    // use: patterns name all they need, and failures are filed by all they depend on.
    void begin(const Standing& standing, bool prover_to_move) {
        arena_.place(standing);
        own_turn_ = prover_to_move;
        budget_ = 0;
        root_ = favourite_ = -1;
        effort_ = 0;
        began_ = watch_.nodes();
        splitter_.begin();
    }

    // Searches on from where the last call stopped, for so many nodes more. A proof of more pegs
    // than the budget is replaced by a shorter one, if half as much work again within those
    // nodes finds one.
    // ensure: proven means `root()` is the number of a pattern that holds in the position.
    Status run(std::uint64_t nodes, Watch::Run limits) {
        const State<N> root = boards_.root(own_turn_);
        watch_.start(nodes, std::move(limits));
        // One more than he can place: with no hole left he may still link what stands.
        const int most = std::min(kMaxBudget, boards_.empties(root).count() + 1);
        const auto prove = [&] {
            return own_turn_ ? prove_own(root, budget_, Bits<N>{}) : prove_foe(root, budget_);
        };
        root_ = -1;
        for (;;)
            try {
                if (splitter_.ready()) {
                    root_ = splitter_.prove(root, own_turn_);
                    if (root_ >= 0 && !splitter_.refuses(root))
                        return Status::proven;
                }
                for (; budget_ <= most; ++budget_) {
                    root_ = prove();
                    if (root_ < 0 || splitter_.refuses(root))
                        continue;
                    shorten_ = patterns_[root_].depth > budget_;
                    if (shorten_) {
                        watch_.leave((watch_.nodes() - began_) / 2);
                        const int shorter = prove();
                        if (shorter >= 0 && splitter_.lasts(shorter, boards_.empties(root).count()))
                            root_ = shorter;
                    }
                    shorten_ = false;
                    return Status::proven;
                }
                return Status::exhausted;
            } catch (const Stop& stop) {
                shorten_ = false;
                if (root_ >= 0)
                    return Status::proven;
                if (stop.status != Status::memory || !make_room())
                    return stop.status;
            }
    }

    bool full() const { return memory_used() > memory_; }

    // Forgets half of what was proved; false when that is too little. The numbers of patterns
    // change, so no node may be under way.
    bool make_room() {
        std::vector<PatternIndex<N>*> indices = splitter_.make_room();
        indices.insert(indices.end(), {&mine_, &theirs_});
        return twixt::make_room(patterns_, indices) && !full();
    }

    std::uint64_t nodes() const { return watch_.nodes(); }
    std::size_t memory_used() const {
        return patterns_.bytes() + failures_.bytes() + splitter_.bytes() +
               (dual_ ? dual_->memory_used() : 0);
    }
    int budget() const { return budget_; }
    int root() const { return root_; }
    // The first move that was hardest to refute from this position so far; -1 without one.
    int favourite() const { return favourite_; }
    const Patterns<N>& patterns() const { return patterns_; }
    const Boards<N>& boards() const { return boards_; }
    const Arena<N>& arena() const { return arena_; }

private:
    void tick() {
        watch_.tick([&] { return full(); });
    }

    int store(Pattern<N>&& pattern) { return patterns_.add(std::move(pattern)); }

    // A proof holds whatever the budget. Only a search for a short one minds how long it is.
    int longest(int budget) const { return shorten_ || !options_.any_budget ? budget : kMaxBudget; }

    // The own links a proof may take for granted in a state.
    Slots<N> granted(const State<N>& s) const {
        return s.turn == Turn::later ? arena_.between(s.free, s.own) : arena_.own.links;
    }

    int fail(std::uint64_t key, int budget, int refuter, std::uint64_t effort = 0) {
        refuter_ = refuter;
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        if (options_.failures)
            failures_.store({key, static_cast<std::int16_t>(budget),
                             static_cast<std::int16_t>(refuter),
                             static_cast<std::uint32_t>(std::min(effort, most))});
        return -1;
    }

    void remember(int reply, int budget) {
        if (auto& [newest, older] = killers_[budget]; options_.killers && newest != reply) {
            older = newest;
            newest = reply;
        }
    }

    PatternIndex<N>& mine(const State<N>& s) {
        return s.whole() ? mine_ : splitter_.mine.at(s.ends);
    }
    PatternIndex<N>& theirs(const State<N>& s) {
        return s.whole() ? theirs_ : splitter_.theirs.at(s.ends);
    }

    // Looks for a proof from any state; returns a pattern's number, or -1 after so many nodes.
    int attempt(const State<N>& s, bool own_turn, std::uint64_t nodes, Watch::Run limits) {
        watch_.start(nodes, std::move(limits));
        const int most = std::min(kMaxBudget, boards_.empties(s).count());
        try {
            for (int budget = boards_.distance(s, most); budget <= most; ++budget) {
                const int number =
                    own_turn ? prove_own(s, budget, Bits<N>{}) : prove_foe(s, budget);
                if (number >= 0)
                    return number;
            }
        } catch (const Stop&) {
        }
        return -1;
    }

    // Returns the zone in which the foe's own chain is proved if he moves now: if that is known
    // already, or if `search` and a few nodes show it, or a share of the nodes that failures at
    // smaller budgets took here. He is given no link that crosses one held
    // here, so where the held links cannot all stand at once the answer may be wrong: it prunes
    // a search and proves nothing.
    std::optional<Bits<N>> dual_zone(const State<N>& s, int budget, bool search,
                                     std::uint64_t effort) {
        const State<N> t = dual_->boards_.against(s.foe, s.own, arena_.between(s.free, s.own));
        if (dual_->full())
            dual_->make_room();
        int number = dual_->mine_.find(t, dual_->granted(t), kMaxBudget, dual_->patterns_);
        if (number < 0 && (search || effort >= kDualEffort)) {
            std::uint64_t nodes = search ? kDualNodes : 0;
            for (int b = options_.dual_foe; b < budget && nodes < kDualMost; ++b)
                nodes *= kDualGrowth;
            nodes = std::min(std::max(nodes, effort / kDualShare), watch_.left());
            const std::uint64_t before = dual_->nodes();
            number = dual_->attempt(t, true, nodes, watch_.run().alone());
            watch_.add(dual_->nodes() - before);
        }
        return number < 0 ? std::nullopt : std::optional(dual_->patterns_[number].zone);
    }

    // Prover to move with `budget` pegs left. Of several quick wins, takes the one whose zone
    // meets `focus`, or the whole board, least.
    int prove_own(const State<N>& s, int budget, const Bits<N>& focus) {
        tick();
        if (boards_.distance(s, budget) > budget)
            return -1;
        const std::uint64_t key = state_key(arena_, s, true, scope_);
        const Failure known = failures_.find(key);
        if (known.budget >= budget)
            return -1;
        const std::uint64_t start = watch_.nodes();
        if (options_.patterns)
            if (int hit = mine(s).find(s, granted(s), longest(budget), patterns_); hit >= 0)
                return hit;
        int best = -1, least = 0;
        std::vector<int> order = moves_.candidates(s, budget);
        Bits<N> hopeless;
        if (const bool search = budget >= options_.dual_own || s.turn == Turn::real;
            dual_ && s.whole() && (search || (options_.threats && budget >= kDualKnown)))
            if (const auto zone = dual_zone(s, budget, search, known.effort)) {
                hopeless = boards_.empties(s).without(*zone);
                // A move off every path may still stand in the way of the foe's chain.
                Bits<N> others = boards_.empties(s) & *zone;
                for (int hole : order)
                    others.reset(hole);
                if (options_.blocking)
                    others.each([&](int hole) { order.push_back(hole); });
            }
        for (int hole : order) {
            if (hopeless.test(hole))
                continue;
            refuter_ = -1;
            const std::uint64_t before = watch_.nodes();
            const int child = prove_foe(boards_.with_own(s, hole), budget - 1);
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
            const Bits<N> zone = pattern->zone & arena_.foe.open;
            const int size = 256 * (zone & focus).count() + zone.count();
            if (best < 0 || size < least) {
                best = store(std::move(*pattern));
                least = size;
            }
            if (budget > kSmallestZone || !options_.smallest_zone)
                break;
        }
        if (best < 0)
            return fail(key, budget, -1, known.effort + watch_.nodes() - start);
        if (s.turn != Turn::real && options_.patterns)
            mine(s).add(patterns_[best], best);
        return best;
    }

    // Foe to move; the prover may place `budget` pegs afterwards.
    int prove_foe(const State<N>& s, int budget) {
        tick();
        const int distance = boards_.distance(s, budget);
        if (distance > budget)
            return -1;
        // Before the prover's first turn, slots that are free are no links yet.
        if (distance == 0 && s.turn == Turn::later)
            if (const int connected = leaf(s); connected >= 0)
                return connected;
        if (budget <= 0)
            return -1;
        const std::uint64_t key = state_key(arena_, s, false, scope_);
        const Failure known = failures_.find(key);
        if (known.budget >= budget) {
            refuter_ = known.hint;
            return -1;
        }
        const std::uint64_t start = watch_.nodes();
        const auto refuted = [&](int reply) {
            if (reply >= 0)
                remember(reply, budget);
            return fail(key, budget, reply, known.effort + watch_.nodes() - start);
        };
        if (options_.patterns)
            if (int hit = theirs(s).find(s, granted(s), longest(budget), patterns_); hit >= 0)
                return hit;
        if (options_.one_move_test)
            if (int refuter = moves_.one_move_test(s, budget); refuter >= 0)
                return fail(key, budget, refuter);
        if (const bool search = budget >= options_.dual_foe;
            dual_ && s.whole() && (search || (options_.threats && budget >= kDualKnown)) &&
            dual_zone(s, budget, search, known.effort))
            return fail(key, kMaxBudget, -1);
        Answers<N> answers(arena_, boards_, rules_, patterns_);
        Bits<N> open = boards_.replies(s);
        const std::array<int, 2> killers = killers_[budget];
        if (!options_.replies_first && !answer(s, -1, budget, answers, open))
            return refuted(-1);
        for (int reply : {int{known.hint}, killers[0], killers[1]})
            if (reply >= 0 && open.test(reply) && !answer(s, reply, budget, answers, open))
                return refuted(reply);
        if (options_.replies_first && !answer(s, -1, budget, answers, open))
            return refuted(-1);
        while (open.any()) {
            const int reply = moves_.most_dangerous(s, open, budget);
            if (!answer(s, reply, budget, answers, open))
                return refuted(reply);
        }
        auto pattern = rules_.reply(s, answers.numbers(), patterns_);
        if (!pattern)
            return refuted(-1);
        const int number = store(std::move(*pattern));
        if (options_.patterns)
            theirs(s).add(patterns_[number], number);
        return number;
    }

    int leaf(const State<N>& s) {
        Path<N> path;
        paths_.shortest_path(s, 0, path);
        auto pattern = rules_.leaf(s, path);
        if (!pattern && !arena_.own_links_cross && paths_.uncrossed_chain(s, path))
            pattern = rules_.leaf(s, path);
        return pattern ? store(std::move(*pattern)) : -1;
    }

    // Proves the prover's win after a reply (-1: a pass), and takes the replies that this proof
    // answers out of `open`.
    bool answer(const State<N>& s, int reply, int budget, Answers<N>& answers, Bits<N>& open) {
        const auto add = [&](int number, const State<N>& t, bool remake) {
            return number >= 0 && answers.add(number, t, remake, [&](Pattern<N>&& pattern) {
                return store(std::move(pattern));
            });
        };
        State<N> t = reply < 0 ? s : boards_.with_foe(s, reply);
        int number = prove_deepening(t, budget, open);
        if (number < 0)
            return false;
        if (!add(number, t, options_.mend)) {
            if (!options_.mend)
                return false;
            // Once more, without the links that cross.
            const Slots<N> clash = answers.clash(number);
            for (int d = 0; d < kDirections; ++d)
                t.free[d] = t.free[d].without(clash[d]);
            number = prove_deepening(t, budget, open);
            if (!add(number, t, false))
                return false;
        }
        open = answers.open(s);
        return true;
    }

    // Small budgets first: their proofs are cheap and have small zones.
    int prove_deepening(const State<N>& t, int budget, const Bits<N>& open) {
        int number = -1;
        const int depth = options_.deepening ? kInnerDepth : 0;
        const int low = std::max({1, budget - depth, boards_.distance(t, budget)});
        for (int b = low; b <= budget && number < 0; ++b)
            number = prove_own(t, b, open);
        return number;
    }

    static constexpr int kSmallestZone = 2; // budgets that try every move for a small zone
    static constexpr int kInnerDepth = 3;   // how far below the budget a reply's proof begins
    // The nodes of the dual grow with the budget.
    static constexpr int kDualKnown = 2; // budgets from which the dual's old proofs are asked
    static constexpr std::uint64_t kDualNodes = 400, kDualGrowth = 5, kDualMost = 50'000;
    // Where failures took so many nodes, the dual may spend a share of them.
    static constexpr std::uint64_t kDualEffort = 2'000, kDualShare = 4;

    Arena<N> arena_;
    Boards<N> boards_;
    Rules<N> rules_;
    Paths<N> paths_;
    Moves<N> moves_;
    Patterns<N> patterns_;
    PatternIndex<N> mine_, theirs_;
    Splitter<N> splitter_{*this};
    Bits<N> scope_; // of the joint under way
    FailureTable failures_;
    std::array<std::array<int, 2>, kMaxBudget + 1> killers_; // replies that refuted lately
    int refuter_ = -1;                                       // of the reply node that failed last
    std::size_t memory_;
    const Options options_;
    bool own_turn_ = true;
    std::unique_ptr<Prover> dual_;
    int budget_ = 0, root_ = -1, favourite_ = -1;
    std::uint64_t effort_ = 0; // nodes of the favourite's refutation
    std::uint64_t began_ = 0;  // nodes spent before this position
    Watch watch_;
    bool shorten_ = false;
};

} // namespace twixt
