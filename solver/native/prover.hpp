// Search for one prover's chain: depth-first over moves and replies, deepened by the pegs he may
// still place. It looks for a pattern, a set of holes the foe must hit, so that one proof answers
// every reply outside it: must-play regions as in Hex (Hayward and others, Solving 7x7 Hex, TCS
// 349, 2005), and the relevance zones of Shih and others (AAAI 2022). Whatever prunes here can lose
// a proof but never make one: patterns are made by the rules in rules.hpp and parts.hpp alone.
// Measured: docs/experiments.md, technique by technique.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "exchange.hpp"
#include "failures.hpp"
#include "halves.hpp"
#include "mate.hpp"
#include "moves.hpp"
#include "recorder.hpp"
#include "search.hpp"
#include "split.hpp"

namespace twixt {

template <int N> class Prover : public Search<N> {
    using Base = Search<N>;
    friend class Splitter<N>; // which asks it about joints
    friend class Overlaps<N>; // about parts that share holes
    friend class Halves<N>;   // which asks it about halves

public:
    using Base::nodes, Base::store, Base::granted;

    Prover(const ArenaMasks& masks, std::size_t memory_bytes, const Options& options = {})
        : Base(masks, memory_bytes, options, PatternIndex<N>::buckets_in(memory_bytes / 32)),
          paths_(arena_, boards_), moves_(arena_, boards_), splitter_(*this, memory_bytes),
          prior_(arena_), failures_(memory_bytes / 8), exchange_(arena_, memory_bytes / 16) {
        if (options.dual)
            dual_ = std::make_unique<Prover>(swapped(masks), memory_bytes / 8, inner(options));
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
        Base::begin(standing, prover_to_move);
        favourite_ = -1;
        effort_ = 0;
        began_ = nodes();
        no_splits_ = false;
        halves_.begin();
        splitter_.begin();
    }

    // Searches on from where the last call stopped, for so many nodes more. If the proof takes more
    // pegs than the budget, looks for a shorter one, with half as many nodes as were spent so far
    // and within the same limits; one of a team leaves that to the team.
    // ensure: proven means `root()` is the number of a pattern that holds in the position.
    Status run(std::uint64_t nodes, Watch::Run limits);

    // Looks for a proof of no more pegs than a budget; proven when it finds one.
    Status shorten(int budget, std::uint64_t nodes, Watch::Run limits);

    // Looks for a proof from any state, of `slack` pegs more than the distance at most; returns a
    // pattern's number, or -1 after so many nodes. The arena may still hold the position that this
    // search was made with. require: `s.turn` is Turn::later
    int attempt(const State<N>& s, bool own_turn, std::uint64_t nodes, int slack,
                Watch::Run limits);

    // Records from now on; returns what was recorded since the last call, as Recorder says.
    std::string recorded() {
        if (!recorder_)
            recorder_ = std::make_unique<Recorder>();
        return recorder_->take();
    }

    // The prior's ratings of first moves, in parts of 128; all 0 without a prior. Throws
    // std::invalid_argument unless the prover is to move and the holes are empty.
    std::vector<int> ratings(const std::vector<int>& holes);

    // The number of a known pattern that a state contains and that joins its ends; -1 if there is
    // none.
    int known(const State<N>& s, bool own_turn) {
        return index(s.ends, own_turn).find(s, granted(s), kAnyDepth, patterns_);
    }

    // The pattern of a chain that joins the state's ends by held links, if there is one.
    std::optional<Pattern<N>> leaf(const State<N>& s);

    // Of the proof that was found: the pegs it takes, and whether they are more than the budget.
    int pegs() const { return patterns_[root_].depth; }
    bool too_long() const { return pegs() > budget_; }
    // Nodes spent on this position.
    std::uint64_t spent() const { return watch_.nodes() - began_; }
    bool full() const { return memory_used() > memory_; }

    // Forgets half of what was proved; false when that is too little. The numbers of patterns
    // change, so no node may be under way.
    bool make_room();

    // What another thread may see of a team's prover at work.
    std::uint64_t nodes_seen() const { return mate_->nodes(); }
    std::size_t memory_seen() const { return mate_->memory(); }
    std::size_t memory_used() const {
        return patterns_.bytes() + mine_.bytes() + theirs_.bytes() + failures_.bytes() +
               exchange_.bytes() + parts_.bytes() + splitter_.bytes() +
               (dual_ ? dual_->memory_used() : 0) + (mate_ ? mate_->bytes() : 0);
    }
    // The first move that was hardest to refute from this position so far; -1 without one.
    int favourite() const { return favourite_; }
    Paths<N>& paths() { return paths_; }

private:
    using Base::arena_, Base::boards_, Base::rules_, Base::patterns_, Base::mine_, Base::theirs_;
    using Base::memory_, Base::options_, Base::own_turn_, Base::budget_, Base::root_, Base::watch_;

    void tick() {
        watch_.tick([&] { return full(); });
        if (mate_ && mate_->due(watch_.nodes())) {
            mate_->show(watch_.nodes(), memory_used());
            mate_->swap_letters(
                patterns_, failures_,
                [&](int number, bool own_turn) {
                    const Pattern<N>& pattern = patterns_[number];
                    index(pattern.ends, own_turn).add(pattern, number);
                },
                [&](int budget) { return longest(budget); });
        }
    }

    int prove(const State<N>& root);
    // Replaces the proof by one within the budget, if it finds one.
    bool shorter(const State<N>& root);
    // True when too few holes are left to play the parts of the proof side by side to the end. Then
    // the search begins again, without parts.
    bool refuses(const State<N>& root);

    // Files a pattern that was proved at the node of a key.
    void file(int number, bool own_turn, std::uint64_t key) {
        const Pattern<N>& pattern = patterns_[number];
        index(pattern.ends, own_turn).add(pattern, number);
        if (mate_)
            mate_->tell(number, own_turn, key, patterns_);
    }

    // Calls `look`, which returns nothing where the answer is not known, and then `search`; looks
    // again when the rest of the team settles the node meanwhile. `search(true)` floods again: the
    // floods may be of other nodes then.
    template <class Look, class Search>
    int shared(std::uint64_t key, int budget, Look look, Search search) {
        for (bool again = false;; again = true) {
            if (const std::optional<int> known = look())
                return *known;
            if (!mate_ || budget < Mate<N>::kShared || mate_->full())
                return search(again);
            int level = 0;
            try {
                const typename Mate<N>::Node node(*mate_, key, budget);
                level = node.level();
                return search(again);
            } catch (const Settled& settled) {
                if (settled.level != level)
                    throw;
                nothing_refuted();
            }
        }
    }

    // True when another prover of the team is at work at a node.
    bool busy(const State<N>& s, bool own_turn, int budget) const {
        return mate_ && budget >= Mate<N>::kShared &&
               mate_->busy(state_key(arena_, s, own_turn, scope_));
    }

    // A proof holds whatever the budget. Only a search for a short one minds how long it is.
    int longest(int budget) const { return shorten_ ? budget : kMaxBudget; }

    // Changes what is noted of a node; nothing is noted of one whose key is 0.
    template <class Change> void note(std::uint64_t key, Change change) {
        if (key == 0)
            return;
        Refuted<N> entry = failures_.find(key);
        if (entry.key != key)
            entry = {};
        entry.key = key;
        change(entry);
        failures_.store(entry);
    }

    // Fails for `refutation_`.
    int fail(std::uint64_t key, int budget, int refuter, std::uint64_t effort = 0) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        if (!options_.failures)
            return -1;
        note(key, [&](Refuted<N>& entry) {
            entry.hint = static_cast<std::int16_t>(refuter);
            entry.effort = static_cast<std::uint32_t>(std::min(effort, most));
            if (budget > entry.budget) {
                entry.budget = static_cast<std::int16_t>(budget);
                entry.why = refutation_;
            }
            if (mate_)
                mate_->tell(entry, budget == kMaxBudget);
        });
        return -1;
    }

    void remember(int reply, int budget, bool by_itself) {
        if (options_.killers)
            moves_.refuted(reply, budget, by_itself);
    }

    PatternIndex<N>& index(const std::array<int, 2>& ends, bool own_turn) {
        if (ends[0] < 0 && ends[1] < 0)
            return own_turn ? mine_ : theirs_;
        return (own_turn ? splitter_.mine : splitter_.theirs).at(ends);
    }

    // The position as the dual sees it: the foe's own chain is what it looks for. He is given no
    // link that crosses one held here, even where these cannot all stand at once: a chain that is
    // found for him is one, and that none is found says nothing. All his pairs of pegs are linked
    // there; before the prover's first turn they need not be, and then the view is of no use.
    State<N> dual_view(const State<N>& s) const;
    // A pattern of the dual that fits; -1 if none is known.
    int known_dual(const State<N>& t, bool foe_turn) const;
    // Looks for the foe's own chain with him to move.
    int find_dual(const State<N>& t, int budget);

    // What is said of the node that fails next.
    void nothing_refuted() { refutation_ = {}, far_ = 0, dual_refuter_ = -1; }
    void refuted_by_dual(int number);
    void refuted_by_distance(int pegs);
    Refutation<N> why(const State<N>& failed); // of a node that failed just now

    // Prover to move with `budget` pegs left. `dual` is the position as the dual sees it, if that
    // is known. Of several proofs those are best whose zones keep out of `focus`.
    int prove_own(const State<N>& s, int budget, const State<N>* dual = nullptr,
                  const Bits<N>& focus = {});
    int finish(const State<N>& s, const View<N>& v, const Bits<N>& focus);
    int try_moves(const State<N>& s, const View<N>& v, int budget, std::uint64_t key,
                  const State<N>* dual, const Bits<N>& focus);
    // A node with the prover to move, while its moves are tried.
    struct OwnNode {
        const State<N>& state;
        const View<N>& view;
        int budget, distance;
        std::uint64_t key;
        const State<N>* dual;
        const Bits<N>& focus;
        Bits<N> must;                  // where the prover must move or has lost
        Refutation<N> failed;          // of all moves so far
        Bits<N> help = Bits<N>::all(); // where a move can still be of use
        std::vector<int> threats = {}; // proofs of the dual if the prover moves elsewhere,
        std::uint64_t rooms = 0;       // and `dual_rooms_` when the last of them was found
    };
    bool ask_dual(OwnNode& node);
    void meet(OwnNode& node, int threat);
    bool lost_everywhere(const OwnNode& node);
    std::vector<std::pair<int, int>> scored_moves(OwnNode& node, Bits<N> moves,
                                                  const Bits<N>& shortest);
    std::optional<Pattern<N>> try_move(OwnNode& node, int hole, const State<N>& t, int budget);
    std::array<Bits<N>, 2> by_prior(const State<N>& s, int budget, int distance,
                                    const Bits<N>& must, const State<N>* dual,
                                    std::vector<std::pair<int, int>>& order);
    // The prior's ratings of moves outside a search with a budget: for a chain of the state's
    // distance and a few pegs to spare. require: there is a dual
    const std::vector<int>& rated(const State<N>& s, const Bits<N>& moves);
    // The moves that the prior rates highest, so many at most; none without a prior.
    std::vector<int> likeliest_moves(const State<N>& s, int most);
    // Makes an example of a node that a move won, if they are recorded: tries all others, too.
    void record(const State<N>& s, int budget, int distance, const Bits<N>& must,
                const State<N>* dual, const std::vector<std::pair<int, int>>& order, int winner);
    template <class Learn>
    void meet_dangers(const State<N>& s, const View<N>& v, int budget, Bits<N>& moves, Learn learn);
    template <class Learn>
    void look_ahead(const State<N>& s, int budget, std::vector<std::pair<int, int>>& order,
                    Learn learn);
    void smallest(const OwnNode& node, const std::vector<std::pair<int, int>>& order,
                  std::size_t next, Pattern<N>& best);

    std::optional<int> look_up(const State<N>& s, bool own_turn, int budget, std::uint64_t key,
                               const State<N>* dual);

    // Foe to move; the prover may place `budget` pegs afterwards.
    int prove_foe(const State<N>& s, int budget, const State<N>* dual = nullptr);
    int try_replies(const State<N>& s, const View<N>& v, int budget, std::uint64_t key,
                    const State<N>* dual);
    // What a node's replies are ordered by.
    struct ReplyOrder {
        int hint; // what refuted the node before
        std::array<int, 4> killers;
        typename Moves<N>::Test test;
        std::size_t next = 0; // of the killers
        bool passed = false;
        std::vector<std::pair<int, int>> scored = {};
        bool refuted = false; // the reply lifts the distance above the budget
    };
    int next_reply(const State<N>& s, const View<N>& v, int budget, const Bits<N>& open,
                   std::size_t answered, ReplyOrder& order);
    int likeliest(const State<N>& s, const Bits<N>& open, int budget,
                  const std::vector<std::pair<int, int>>& scored) const;
    int score_replies(const State<N>& s, const View<N>& v, const Bits<N>& open, int budget,
                      std::vector<std::pair<int, int>>& scored);
    int fail_by(const State<N>& s, const View<N>& v, int reply, int budget, std::uint64_t key,
                std::uint64_t start);
    bool busy_after(const State<N>& s, int reply, int budget) const {
        return mate_ && busy(boards_.with_foe(s, reply), true, budget);
    }

    // Looks for two halves of the chain, once for each budget.
    int halves(const State<N>& s, int budget, std::uint64_t key, bool own_turn);

    // Adds a pattern (-1: none) that answers a reply in state `t`; see Answers.
    bool add(Answers<N>& answers, int number, int reply, const State<N>& t, bool remake);

    // Proves the prover's win after a reply (-1: a pass), small budgets first: their proofs are
    // cheap and have small zones. Takes the replies that the proof answers out of `open`.
    bool answer(const State<N>& s, int reply, int budget, int distance, const State<N>* dual,
                Answers<N>& answers, Bits<N>& open);

    static constexpr int kPass = -1;     // the reply of no peg
    static constexpr int kZones = 2;     // the least budget at which failures have zones,
    static constexpr int kZonesUsed = 3; // and at which these are used
    static constexpr int kDualTurn = 3;  // the least budget at which the dual is followed
    static constexpr int kLookAhead = 6; // at which moves are sorted by a look ahead
    static constexpr int kChoose = 2;    // the largest at which the smallest proof is taken
    static constexpr int kFocus = 64;    // holes that one of the focus counts for
    static constexpr std::size_t kBeforePass = 2; // of joints: replies answered before the pass
    static constexpr int kInnerDepth = 3;         // how far below the budget a reply's proof begins
    // The nodes of the dual grow with the budget until they are so many or more.
    static constexpr std::uint64_t kDualNodes = 8, kDualGrowth = 5, kDualGrown = 50'000;
    static constexpr int kDualSlack = 1; // pegs of the dual beyond its distance
    // So much less than the best move's is the rating of those that get one peg less, and two: they
    // are 20 and 800 times less likely to win.
    static constexpr std::array kUnlikely{383, 856};
    // Outside a search with a budget, moves are rated for a chain of so many pegs at most, and so
    // many to spare.
    static constexpr int kMostRated = 12, kRatedSlack = 2;
    static constexpr std::uint64_t kRecorded = 60'000; // nodes for the other moves of an example

    Paths<N> paths_;
    Moves<N> moves_;
    Parts<N> parts_{*this};
    Splitter<N> splitter_;
    Halves<N> halves_{*this};
    Bits<N> scope_; // of the joint under way
    Prior<N> prior_;
    std::unique_ptr<Recorder> recorder_;
    FailureTable<Refuted<N>> failures_;
    Exchange<N> exchange_;
    Flood<N> from_, to_, after_;      // of the node under way; a search below overwrites them
    Refutation<N> refutation_;        // of the node that failed last
    int far_ = 0;                     // if not 0, its zone is yet to be made: paths of so many pegs
    int dual_refuter_ = -1;           // the dual's proof, where that refuted it
    std::uint64_t dual_rooms_ = 0;    // how often the dual had to forget
    const State<N>* start_ = nullptr; // of the search under way, but for its parts
    std::unique_ptr<Prover> dual_;
    std::unique_ptr<Mate<N>> mate_;
    int favourite_ = -1;
    std::uint64_t effort_ = 0; // nodes of the favourite's refutation
    std::uint64_t began_ = 0;  // nodes spent before this position
    bool no_splits_ = false;   // too few holes for parts side by side
    bool shorten_ = false;     // only short proofs are looked for
};

// Made in prover.cpp, of the sizes that `sized_prover` chooses from.
extern template class Prover<4>;
extern template class Prover<8>;
extern template class Prover<12>;
extern template class Prover<16>;
extern template class Prover<24>;

} // namespace twixt
