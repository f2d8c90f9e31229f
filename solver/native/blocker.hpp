// Search for one prover's proof that the foe never connects: deepened by the prover's turns. The
// same patterns and rules as Prover's, with cuts for leaves. It finds 99 % of the true blocks on
// small random boards; the chain of the blocker alone finds 20 %.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cut.hpp"
#include "search.hpp"
#include "threats.hpp"
#include "walls.hpp"

namespace twixt {

// A second search proves the foe's own chain: what it finds says where the prover must move, and
// never more than that.
template <int N> class Blocker : public Search<N> {
    using Base = Search<N>;

public:
    using Base::store, Base::granted;

    Blocker(const ArenaMasks& masks, std::size_t memory_bytes, const Options& options = {})
        : Base(masks, memory_bytes, options, PatternIndex<N>::buckets_in(memory_bytes)),
          failures_(memory_bytes / 8), threats_(arena_, boards_, masks, memory_bytes / 4, options),
          cuts_(arena_, boards_, rules_, threats_.boards(), threats_.paths()),
          walls_(arena_, boards_, threats_.boards()) {
        killers_.fill({-1, -1});
    }

    // Takes up another position of the same arena, as Prover does.
    using Base::begin;

    // Searches on from where the last call stopped, for so many nodes more.
    // ensure: proven means `root()` is the number of a pattern that holds in the position.
    Status run(std::uint64_t nodes, Watch::Run limits) {
        walls_.begin();
        const State<N> root = boards_.root(own_turn_);
        const int most = Base::most(root), lag = options_.walls ? 1 : 0;
        const auto prove = [&](int budget, bool walled) {
            walled_ = walled && budget >= kWalls;
            root_ = own_turn_ ? prove_own(root, budget, Bits<N>{}) : prove_foe(root, budget);
            TWIXT_ENSURE(root_ < 0 || Base::holds(root_, root));
            return root_ >= 0;
        };
        // Walls are a guess, so each budget is searched again without them, a turn later.
        const auto deepen = [&] {
            for (; budget_ <= most + lag; ++budget_)
                if ((budget_ <= most && prove(budget_, options_.walls)) ||
                    (budget_ - lag >= kWalls && prove(budget_ - lag, false)))
                    return Status::proven;
            return Status::exhausted;
        };
        return Base::within(nodes, std::move(limits), deepen, [&] { return make_room(); });
    }

    std::size_t memory_used() const {
        return patterns_.bytes() + mine_.bytes() + theirs_.bytes() + leaves_.bytes() +
               failures_.bytes() + threats_.memory_used();
    }
    int favourite() const { return -1; }

private:
    using Base::arena_, Base::boards_, Base::rules_, Base::patterns_, Base::mine_, Base::theirs_;
    using Base::memory_, Base::options_, Base::own_turn_, Base::budget_, Base::root_, Base::watch_;

    // Of several proofs, the one whose zone meets `focus`, or else the holes open to the foe,
    // least.
    struct Best {
        Bits<N> open, focus;
        int number = -1, size = 0;

        void offer(int other, Bits<N> zone) {
            zone &= open;
            const int other_size = 256 * (zone & focus).count() + zone.count();
            if (number >= 0 && other_size >= size)
                return;
            number = other;
            size = other_size;
        }
    };

    void tick() {
        watch_.tick([&] { return full(); });
    }

    bool full() const { return memory_used() > memory_ || threats_.full(); }

    bool make_room() {
        const bool some = threats_.full() && threats_.make_room();
        return (twixt::make_room(patterns_, {&mine_, &theirs_, &leaves_}, [](const auto&) {}) ||
                some) &&
               !full();
    }

    // The pattern of a threat. If none is known, searches with as many nodes as failures took here.
    int find_threat(const State<N>& f, std::uint64_t effort) {
        const std::uint64_t before = threats_.nodes();
        const int threat = threats_.find(f, std::min(effort, watch_.left()), watch_.run());
        watch_.add(threats_.nodes() - before);
        return threat;
    }

    // The number of a known pattern that fits; -1 if there is none.
    int find(const PatternIndex<N>& index, const State<N>& s, int budget) const {
        return options_.patterns ? index.find(s, granted(s), budget, patterns_) : -1;
    }

    // Failures of the search that trusts walls are kept apart.
    std::uint64_t key(const State<N>& s, bool own_turn) const {
        return state_key(arena_, s, own_turn) ^ (walled_ ? 0x9E3779B97F4A7C15u : 0);
    }

    int fail(std::uint64_t key, int budget, int reply, std::uint64_t effort) {
        if (options_.failures)
            failures_.store(
                {{key, static_cast<std::int16_t>(budget), static_cast<std::int16_t>(reply),
                  static_cast<std::uint32_t>(std::min<std::uint64_t>(effort, ~0u))},
                 zone_});
        return -1;
    }

    // Fails for good: the foe's pattern of that number wins.
    int lose(const State<N>& s, int threat) {
        threat_ = threat;
        zone_ = threats_.met_at(s, threat);
        return -1;
    }

    // Where the prover may peg; with no hole left, a peg of his own, to say that he passes.
    Bits<N> turns(const State<N>& s) const {
        Bits<N> open = boards_.empties(s);
        if (const Bits<N> any = s.own & arena_.own.open; open.none() && any.any())
            open.set(any.first());
        return open;
    }

    // Prover to move with `budget` turns left; of several cuts in one turn, takes the smallest.
    // When it fails it sets `zone_`, and `threat_` if it does for good.
    int prove_own(const State<N>& s, int budget, const Bits<N>& focus) {
        tick();
        threat_ = -1;
        zone_ = Bits<N>::all();
        if (budget <= 0)
            return -1;
        const std::uint64_t key = this->key(s, true), start = watch_.nodes();
        failures_.fetch(key);
        if (const int hit = find(mine_, s, budget); hit >= 0)
            return hit;
        const State<N> f = threats_.view(s);
        if (s.turn != Turn::real)
            if (const int known = threats_.known(f, false); known >= 0)
                return lose(s, known);
        const BlockFailure<N> before = failures_.find(key);
        if (before.budget >= budget) {
            zone_ = before.zone;
            return -1;
        }
        const auto effort = [&] { return before.effort + watch_.nodes() - start; };
        Bits<N> must = Bits<N>::all();
        if (!in_reach(s, budget, must))
            return fail(key, budget, -1, effort());
        if (budget == 1) {
            const int number = finish(s, focus);
            return number >= 0 ? number : fail(key, budget, -1, effort());
        }
        Bits<N> open = turns(s), zone;
        const auto meet = [&](const Bits<N>& where) {
            open &= where;
            zone |= where;
        };
        if (must != Bits<N>::all())
            meet(must);
        if (const int threat = find_threat(f, before.effort); threat >= 0)
            meet(threats_.met_at(s, threat));
        for (int hole : threats_.ordered(s, f, open)) {
            if (!open.test(hole))
                continue;
            const int child = prove_foe(boards_.with_own(s, hole), budget - 1);
            if (child >= 0) {
                if (const int number = moved(s, hole, child); number >= 0)
                    return learn(s, number);
                meet(Bits<N>::all());
            } else if (threat_ >= 0) {
                meet(threats_.met_at(s, threat_));
            } else {
                // Before the first turn a peg may also stop links of the foe that do not stand yet.
                meet(options_.no_help && s.turn != Turn::real ? zone_ : Bits<N>::all());
            }
            threat_ = -1;
        }
        zone_ = zone;
        return fail(key, budget, -1, effort());
    }

    // False where no wall seems to stand after so many turns; sets `zone_` then. Where one needs
    // them all, `must` gets the holes of such walls.
    bool in_reach(const State<N>& s, int budget, Bits<N>& must) {
        if (!walled_ || budget < kWalls || s.turn == Turn::real)
            return true;
        const int pegs = walls_.pegs(s, budget + 1);
        if (pegs == budget)
            must = walls_.holes(s, pegs);
        else if (pegs > budget)
            zone_ = pegs == budget + 1 ? walls_.helpers(s) : Bits<N>{};
        return pegs <= budget;
    }

    // One move that leaves the foe no path.
    int finish(const State<N>& s, const Bits<N>& focus) {
        const Bits<N> turn = turns(s);
        Bits<N> open = turn;
        Best best{arena_.foe.open, focus};
        std::vector<typename Cuts<N>::Stops> paths;
        bool all = !options_.last_turn; // moves may have failed for another reason than these paths
        Path<N> path;
        const auto stop = [&](const typename Cuts<N>::Stops& stops) {
            if (!options_.last_turn)
                return;
            paths.push_back(stops);
            open &= stops.one;
        };
        if (options_.last_turn && cuts_.foe_path(s, path))
            stop(cuts_.stops(s, path));
        while (open.any()) {
            const int hole = open.first();
            open.reset(hole);
            const State<N> t = boards_.with_own(s, hole);
            if (cuts_.foe_path(t, path)) {
                stop(cuts_.stops(s, path));
                continue;
            }
            watch_.look([&] { return full(); }); // a cut may take long
            const int child = cut(t);
            if (child < 0) {
                if (const auto stops = cuts_.stops_of_choices(s))
                    stop(*stops);
                else
                    all = true;
                continue;
            }
            if (const int number = moved(s, hole, child); number >= 0)
                best.offer(number, patterns_[number].zone);
            else
                all = true;
        }
        zone_ = all ? Bits<N>::all() : cuts_.zone(std::move(paths), turn);
        return learn(s, best.number);
    }

    int learn(const State<N>& s, int number) {
        if (number >= 0 && s.turn != Turn::real)
            mine_.add(patterns_[number], number);
        return number;
    }

    // A cut that stands; -1 if there is none.
    int cut(const State<N>& s) {
        if (const int hit = find(leaves_, s, 0); hit >= 0)
            return hit;
        auto pattern = cuts_.find(s, granted(s));
        if (!pattern)
            return -1;
        const int number = store(std::move(*pattern));
        leaves_.add(patterns_[number], number);
        return number;
    }

    // The pattern before the move to a child's; -1 if its links cannot be made.
    int moved(const State<N>& s, int hole, int child) {
        auto p = rules_.move(s, hole, patterns_[child], child, Slots<N>{});
        if (!p)
            return -1;
        return counted(std::move(*p));
    }

    // Keeps the pattern of a move; every turn counts, even one without a new peg.
    int counted(Pattern<N>&& move) {
        move.depth = patterns_[move.children.front()].depth + 1;
        return store(std::move(move));
    }

    // Foe to move; the prover has `budget` turns afterwards.
    int prove_foe(const State<N>& s, int budget) {
        tick();
        threat_ = -1;
        zone_ = Bits<N>::all();
        if (const int number = cut(s); number >= 0)
            return number;
        if (budget <= 0)
            return -1;
        const std::uint64_t key = this->key(s, false), start = watch_.nodes();
        failures_.fetch(key);
        if (const int hit = find(theirs_, s, budget); hit >= 0)
            return hit;
        const State<N> f = threats_.view(s);
        if (const int known = threats_.known(f, true); known >= 0)
            return lose(s, known);
        const BlockFailure<N> known = failures_.find(key);
        if (known.budget >= budget) {
            zone_ = known.zone;
            return -1;
        }
        if (const int threat = find_threat(f, known.effort); threat >= 0)
            return lose(s, threat);
        const auto effort = [&] { return known.effort + watch_.nodes() - start; };
        Answers<N> answers(arena_, boards_, rules_, patterns_, s);
        Bits<N> open = boards_.replies(s);
        const std::array<int, 2> killers = killers_[budget];
        for (int reply : {int{known.hint}, killers[0], killers[1]})
            if (reply >= 0 && open.test(reply) && !answer(s, reply, budget, answers, open))
                return refuted(s, key, budget, reply, effort());
        if (!answer(s, -1, budget, answers, open))
            return refuted(s, key, budget, -1, effort());
        while (open.any()) {
            const int reply = threats_.most_dangerous(f, open);
            if (!answer(s, reply, budget, answers, open))
                return refuted(s, key, budget, reply, effort());
        }
        threat_ = -1;
        zone_ = Bits<N>::all();
        auto pattern = rules_.reply(s, answers.numbers(), patterns_);
        if (!pattern)
            return fail(key, budget, -1, effort());
        const int number = store(std::move(*pattern));
        theirs_.add(patterns_[number], number);
        return number;
    }

    int refuted(const State<N>& s, std::uint64_t key, int budget, int reply, std::uint64_t effort) {
        threat_ = -1;
        if (reply >= 0)
            zone_ |= cuts_.stopped_at(s, reply);
        if (reply >= 0 && options_.killers) {
            auto& [newest, older] = killers_[budget];
            if (newest != reply) {
                older = newest;
                newest = reply;
            }
        }
        return fail(key, budget, reply, effort);
    }

    // Proves the block after a reply (-1: a pass), and takes the replies that this proof
    // answers out of `open`.
    bool answer(const State<N>& s, int reply, int budget, Answers<N>& answers, Bits<N>& open) {
        const auto keep = [&](Pattern<N>&& move) { return counted(std::move(move)); };
        State<N> t = reply < 0 ? s : boards_.with_foe(s, reply);
        int number = prove_deepening(t, budget, open);
        if (number < 0)
            return false;
        TWIXT_ENSURE(Base::holds(number, t));
        if (!answers.add(number, reply, t, options_.mend, keep)) {
            zone_ = Bits<N>::all();
            if (!options_.mend)
                return false;
            // Once more, without the links that cross.
            boards_.take_off(t, answers.clash(number));
            number = prove_deepening(t, budget, open);
            threat_ = -1;
            zone_ = Bits<N>::all();
            if (number < 0 || !answers.add(number, reply, t, false, keep))
                return false;
        }
        open = answers.open();
        return true;
    }

    // Small budgets first: their proofs are cheap and have small zones.
    int prove_deepening(const State<N>& t, int budget, const Bits<N>& open) {
        int number = -1;
        const int depth = options_.deepening ? kInnerDepth : 0;
        for (int b = std::max(1, budget - depth); b <= budget && number < 0; ++b) {
            number = prove_own(t, b, open);
            if (threat_ >= 0)
                break;
        }
        return number;
    }

    static constexpr int kWalls = 2;      // least budget at which walls are looked for
    static constexpr int kInnerDepth = 3; // how far below the budget a reply's proof begins

    PatternIndex<N> leaves_{arena_};
    FailureTable<BlockFailure<N>> failures_;
    std::array<std::array<int, 2>, kMaxBudget + 1> killers_; // replies that refuted lately
    int threat_ = -1; // the foe's pattern that made the last node fail for good
    Bits<N> zone_;    // where a peg more, or instead of another, might have helped it
    Threats<N> threats_;
    Cuts<N> cuts_;
    Walls<N> walls_;
    bool walled_ = false; // the search that trusts walls is under way
};

} // namespace twixt
