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
#include "halves.hpp"
#include "mates.hpp"
#include "moves.hpp"
#include "options.hpp"
#include "split.hpp"
#include "watch.hpp"

namespace twixt {

template <int N> class Threats;

template <int N> class Prover {
    friend class Threats<N>;  // which asks it about any position
    friend class Splitter<N>; // which asks it about joints
    friend class Halves<N>;   // which asks it about halves
    friend class Parts<N>;    // which puts its proofs together

public:
    Prover(const ArenaMasks& masks, std::size_t memory_bytes, const Options& options = {})
        : arena_(masks), boards_(arena_, options.held_links), rules_(arena_, boards_),
          paths_(arena_, boards_), moves_(arena_, boards_, paths_), mine_(arena_), theirs_(arena_),
          failures_(memory_bytes / 8), memory_(memory_bytes), options_(options) {
        for (auto& pair : killers_)
            pair = {-1, -1};
        if (options.dual) {
            ArenaMasks swapped = masks;
            std::swap(swapped.own, swapped.foe);
            Options alone = options;
            alone.dual = false;
            alone.halves = false;
            dual_ = std::make_unique<Prover>(swapped, memory_bytes / 8, alone);
        }
    }

    // Makes this prover and those of a team, in the same order for each, tell each other what
    // they find.
    void join(const std::vector<Prover*>& team) {
        mate_ = std::make_unique<Mate<N>>(static_cast<int>(team.size()));
        std::vector<Prover*> duals;
        for (Prover* other : team) {
            mate_->meet(*other->mate_);
            duals.push_back(other->dual_.get());
        }
        if (dual_)
            dual_->join(duals);
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
        root_ = -1;
        for (;;)
            try {
                if (splitter_.ready()) {
                    root_ = splitter_.prove(root, own_turn_);
                    if (root_ >= 0 && !parts_.refuses(root))
                        return Status::proven;
                }
                for (; budget_ <= most; ++budget_) {
                    root_ = prove(root);
                    if (root_ < 0 || parts_.refuses(root))
                        continue;
                    if (too_long() && !mate_) {
                        watch_.leave(spent() / 2);
                        shorter(root);
                    }
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

    // Looks for a proof of no more pegs than a budget; proven when it finds one.
    Status shorten(int budget, std::uint64_t nodes, Watch::Run limits) {
        watch_.start(nodes, std::move(limits));
        budget_ = budget;
        try {
            return shorter(boards_.root(own_turn_)) ? Status::proven : Status::nodes;
        } catch (const Stop& stop) {
            shorten_ = false;
            return stop.status;
        }
    }

    // Of the proof that was found: the pegs it takes, and whether they are more than the budget.
    int pegs() const { return patterns_[root_].depth; }
    bool too_long() const { return pegs() > budget_; }
    // Nodes spent on this position.
    std::uint64_t spent() const { return watch_.nodes() - began_; }

    bool full() const { return memory_used() > memory_; }

    // Forgets half of what was proved; false when that is too little. The numbers of patterns
    // change, so no node may be under way.
    bool make_room() {
        parts_.clear();
        halves_.give_up();
        std::vector<PatternIndex<N>*> indices = splitter_.make_room();
        indices.insert(indices.end(), {&mine_, &theirs_});
        const bool enough =
            twixt::make_room(patterns_, indices, [&](const std::vector<int>& fresh) {
                if (mate_)
                    mate_->renew(fresh, patterns_.size());
            });
        return enough && !full();
    }

    std::uint64_t nodes() const { return watch_.nodes(); }
    // What another thread may see of a team's prover at work.
    std::uint64_t nodes_seen() const { return mate_->nodes(); }
    std::size_t memory_seen() const { return mate_->memory(); }
    std::size_t memory_used() const {
        return patterns_.bytes() + mine_.bytes() + theirs_.bytes() + failures_.bytes() +
               parts_.bytes() + splitter_.bytes() + (dual_ ? dual_->memory_used() : 0) +
               (mate_ ? mate_->bytes() : 0);
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
        if (mate_ && mate_->due(watch_.nodes())) {
            mate_->show(watch_.nodes(), memory_used());
            mate_->exchange(
                patterns_, failures_,
                [&](int number, bool own_turn) {
                    const Pattern<N>& pattern = patterns_[number];
                    index(pattern.ends, own_turn).add(pattern, number);
                },
                [&](int budget) { return longest(budget); });
        }
    }

    int prove(const State<N>& root) {
        return own_turn_ ? prove_own(root, budget_) : prove_foe(root, budget_);
    }

    // Replaces the proof by one within the budget, if it finds one.
    bool shorter(const State<N>& root) {
        shorten_ = true;
        const int number = prove(root);
        shorten_ = false;
        const bool found = number >= 0 && parts_.lasts(number, boards_.empties(root).count());
        if (found)
            root_ = number;
        return found;
    }

    // Files a pattern that was proved at the node of a key.
    void file(int number, bool own_turn, std::uint64_t key) {
        const Pattern<N>& pattern = patterns_[number];
        index(pattern.ends, own_turn).add(pattern, number);
        if (mate_)
            mate_->tell(number, own_turn, key, patterns_);
    }

    // Calls `look`, which returns nothing where the answer is not known, and then `search`; looks
    // again when the rest of the team settles the node meanwhile.
    template <class Look, class Search>
    int shared(std::uint64_t key, int budget, Look look, Search search) {
        for (;;) {
            if (const std::optional<int> known = look())
                return *known;
            if (!mate_ || budget < Mate<N>::kShared)
                return search();
            int level = 0;
            try {
                const typename Mate<N>::Node node(*mate_, key, budget);
                level = node.level();
                return search();
            } catch (const Settled& settled) {
                if (settled.level != level)
                    throw;
            }
        }
    }

    // True when another prover of the team is at work at a node.
    bool busy(const State<N>& s, bool own_turn, int budget) const {
        return mate_ && budget >= Mate<N>::kShared &&
               mate_->busy(state_key(arena_, s, own_turn, scope_));
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
        if (!options_.failures)
            return -1;
        const Failure failure{key, static_cast<std::int16_t>(budget),
                              static_cast<std::int16_t>(refuter),
                              static_cast<std::uint32_t>(std::min(effort, most))};
        failures_.store(failure);
        if (mate_)
            mate_->tell(failure, budget == kMaxBudget);
        return -1;
    }

    void remember(int reply, int budget) {
        if (auto& [newest, older] = killers_[budget]; options_.killers && newest != reply) {
            older = newest;
            newest = reply;
        }
    }

    PatternIndex<N>& index(const std::array<int, 2>& ends, bool own_turn) {
        if (ends[0] < 0 && ends[1] < 0)
            return own_turn ? mine_ : theirs_;
        return (own_turn ? splitter_.mine : splitter_.theirs).at(ends);
    }

    // Looks for a proof from any state; returns a pattern's number, or -1 after so many nodes.
    int attempt(const State<N>& s, bool own_turn, std::uint64_t nodes, Watch::Run limits) {
        watch_.start(nodes, std::move(limits));
        const int most = std::min(kMaxBudget, boards_.empties(s).count());
        try {
            for (int budget = boards_.distance(s, most); budget <= most; ++budget) {
                const int number = own_turn ? prove_own(s, budget) : prove_foe(s, budget);
                if (number >= 0)
                    return number;
            }
        } catch (const Stop&) {
        }
        return -1;
    }

    // Returns the zone in which the foe's own chain is proved if he moves now: if that is known
    // already, or if a few nodes show it, or a share of the nodes that failures at smaller budgets
    // took here. He is given no link that crosses one held
    // here, so where the held links cannot all stand at once the answer may be wrong: it prunes
    // a search and proves nothing.
    std::optional<Bits<N>> dual_zone(const State<N>& s, int budget, std::uint64_t effort);

    // Prover to move with `budget` pegs left.
    int prove_own(const State<N>& s, int budget);

    int try_moves(const State<N>& s, int budget, std::uint64_t key, std::uint64_t effort);

    // Foe to move; the prover may place `budget` pegs afterwards.
    int prove_foe(const State<N>& s, int budget);

    int try_replies(const State<N>& s, int budget, std::uint64_t key, const Failure& known);

    // The most dangerous reply where no other prover of the team is at work, or else of all.
    int free_reply(const State<N>& s, const Bits<N>& open, int budget) const;

    // The nodes for each first move before the next one has its turn. It doubles when all had
    // theirs: a hard move that fails does not keep the search from the one that wins.
    std::uint64_t first_allowance() const {
        return options_.rounds
                   ? std::max<std::uint64_t>(options_.rounds_nodes, spent() / kRoundShare)
                   : kNoLimit;
    }

    int leaf(const State<N>& s);

    // Adds a pattern (-1: none) that answers a reply in state `t`; see Answers.
    bool add(Answers<N>& answers, int number, const State<N>& t, bool remake);

    // Proves the prover's win after a reply (-1: a pass), and takes the replies that this proof
    // answers out of `open`.
    bool answer(const State<N>& s, int reply, int budget, Answers<N>& answers, Bits<N>& open);

    // Small budgets first: their proofs are cheap and have small zones.
    int prove_deepening(const State<N>& t, int budget);

    static constexpr int kInnerDepth = 3; // how far below the budget a reply's proof begins
    static constexpr std::uint64_t kRoundShare = 4; // of the nodes so far, for a first move
    static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max() / 4;
    // The nodes of the dual grow with the budget.
    static constexpr std::uint64_t kDualNodes = 400, kDualGrowth = 5, kDualMost = 50'000;
    // Where failures took so many nodes, the dual may spend a share of them.
    static constexpr std::uint64_t kDualShare = 4;

    Arena<N> arena_;
    Boards<N> boards_;
    Rules<N> rules_;
    Paths<N> paths_;
    Moves<N> moves_;
    Patterns<N> patterns_;
    PatternIndex<N> mine_, theirs_;
    Parts<N> parts_{*this};
    Splitter<N> splitter_{*this};
    Halves<N> halves_{*this};
    Bits<N> scope_; // of the joint under way
    FailureTable failures_;
    std::array<std::array<int, 2>, kMaxBudget + 1> killers_; // replies that refuted lately
    int refuter_ = -1;                                       // of the reply node that failed last
    std::size_t memory_;
    const Options options_;
    bool own_turn_ = true;
    std::unique_ptr<Prover> dual_;
    std::unique_ptr<Mate<N>> mate_;
    int budget_ = 0, root_ = -1, favourite_ = -1;
    std::uint64_t effort_ = 0; // nodes of the favourite's refutation
    std::uint64_t began_ = 0;  // nodes spent before this position
    Watch watch_;
    bool shorten_ = false;
};

} // namespace twixt

#include "nodes.hpp"
