// Parts of a chain that share holes: what `Splitter` tries where two joints clash and neither can
// be proved apart. A reply in one part alone is answered there, as if the others were not; a reply
// in a shared hole gets an answer of its own. So replies are searched where two fights meet, and
// nowhere else. docs/experiments.md says what this proves.
// Invariant: all patterns are made by `Rules` and `Parts`. What is tried, and what counts as
// failed, can lose a proof but never make one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "failures.hpp"
#include "scoped.hpp"
#include "watch.hpp"

namespace twixt {

template <int N> class Prover;
template <int N> class Splitter;

template <int N> class Overlaps {
public:
    Overlaps(Prover<N>& prover, Splitter<N>& splitter) : prover_(prover), splitter_(splitter) {}

    // Takes up another position.
    void begin() {
        began_ = prover_.watch_.nodes();
        spent_ = 0;
        failed_ = {};
    }

    // Forgets what is filed by the numbers of patterns.
    void make_room() { failed_ = {}; }

    std::size_t bytes() const { return failed_.size() * kFailedBytes; }

    // Returns a pattern of parts that clash, side by side from end to end with the foe to move, or
    // -1. Begins with the nodes that a joint gets in the first round and goes on to those of the
    // present one, until overlaps have used their share of the nodes of this position.
    int prove(const State<N>& s, const std::vector<int>& parts) {
        if (level_ == kLevels)
            return -1;
        std::vector<int> flat;
        for (const int part : parts)
            flatten(part, flat);
        const Scoped deeper(level_, level_ + 1);
        if (level_ > 1)
            return side_by_side(s, flat);
        int number = -1;
        for (int round = 0; round <= splitter_.round_ && number < 0; ++round) {
            const std::uint64_t others = prover_.watch_.nodes() - began_ - spent_;
            if (others / kShare < spent_ + kLeast)
                break;
            const Spending spending(prover_.watch_, spent_);
            const Scoped effort(splitter_.round_, int{round});
            prover_.watch_.within(others / kShare - spent_,
                                  [&] { number = side_by_side(s, flat); });
        }
        return number;
    }

private:
    // Adds the nodes that are spent while it lives.
    class Spending {
    public:
        Spending(const Watch& watch, std::uint64_t& sum)
            : watch_(watch), sum_(sum), before_(watch.nodes()) {}
        ~Spending() { sum_ += watch_.nodes() - before_; }
        Spending(const Spending&) = delete;

    private:
        const Watch& watch_;
        std::uint64_t& sum_;
        std::uint64_t before_;
    };

    // Work under way. It counts as failed meanwhile, so that it does not wait for itself. It stays
    // failed, unless it proves something or a limit stops it.
    class Attempt {
    public:
        Attempt(std::unordered_set<std::uint64_t>& failed, std::uint64_t key)
            : failed_(failed), key_(key), fresh_(failed.insert(key).second), keep_(!fresh_) {}
        ~Attempt() {
            if (!keep_)
                failed_.erase(key_);
        }
        Attempt(const Attempt&) = delete;

        bool fresh() const { return fresh_; }
        int fail() {
            keep_ = true;
            return -1;
        }

    private:
        std::unordered_set<std::uint64_t>& failed_;
        const std::uint64_t key_;
        const bool fresh_;
        bool keep_;
    };

    std::uint64_t key(const State<N>& s, bool own_turn, const std::vector<int>& parts) const {
        std::uint64_t key =
            state_key(prover_.arena_, s, own_turn, Bits<N>::all()) + splitter_.round_;
        for (const int part : parts)
            key = (key ^ part) * 0x9E3779B97F4A7C15u;
        return key;
    }

    // The parts that a proof is made of, down to those that are no split.
    void flatten(int number, std::vector<int>& parts) const {
        const Pattern<N>& pattern = prover_.patterns_[number];
        if (pattern.kind != Kind::split)
            parts.push_back(number);
        else
            for (const int child : pattern.children)
                flatten(child, parts);
    }

    // Returns the number of a new pattern. require: it holds in the state
    int file(const State<N>& s, Pattern<N>&& pattern, bool own_turn) {
        const int number = prover_.store(std::move(pattern));
        TWIXT_REQUIRE(prover_.holds(number, s));
        prover_.index(s.ends, own_turn).add(prover_.patterns_[number], number);
        return number;
    }

    // The pattern of parts, foe to move, or -1. Those that clash are put together first, without
    // their neighbours if that can be. require: there are several parts, from end to end
    int side_by_side(const State<N>& s, std::vector<int> parts) {
        TWIXT_REQUIRE(parts.size() > 1);
        for (;;) {
            const auto [first, end] = clashing(parts);
            if (first == end)
                return prover_.parts_.side_by_side(s, parts);
            int number = -1;
            const std::vector<int> run(parts.begin() + first, parts.begin() + end);
            if (run.size() < parts.size()) {
                State<N> t = s;
                t.ends = {prover_.patterns_[run.front()].ends[0],
                          prover_.patterns_[run.back()].ends[1]};
                number = answered(t, run);
            }
            if (number < 0)
                return answered(s, parts);
            parts.erase(parts.begin() + first + 1, parts.begin() + end);
            parts[first] = number;
        }
    }

    // The first run of parts that cannot be taken apart, and the place behind it: from a part that
    // clashes to the last one that it, or a part between, clashes with. Equal if there is none.
    std::pair<std::size_t, std::size_t> clashing(const std::vector<int>& parts) {
        std::size_t first = 0, end = 0;
        for (std::size_t i = 0; i < parts.size() && (end == 0 || i < end); ++i)
            for (std::size_t j = parts.size() - 1; j > i; --j)
                if (prover_.parts_.clash(parts[i], parts[j])) {
                    if (end == 0)
                        first = i;
                    end = std::max(end, j + 1);
                    break;
                }
        return {first, end};
    }

    // As `side_by_side`, by an answer to each reply.
    int answered(const State<N>& s, const std::vector<int>& parts) {
        prover_.tick();
        Bits<N> all, shared;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                if (!prover_.rules_.uncrossed(prover_.parts_.links(parts[i]),
                                              prover_.parts_.links(parts[j])))
                    return -1;
            const Bits<N>& zone = prover_.patterns_[parts[i]].zone;
            shared |= all & zone;
            all |= zone;
        }
        const Bits<N> hit = shared & prover_.boards_.replies(s);
        if (hit.count() > kShared || !shared.within(hit | s.own))
            return -1;
        if (const int number = prover_.known(s, false); number >= 0)
            return number;
        Attempt attempt(failed_, key(s, false, parts));
        if (!attempt.fresh())
            return -1;
        Answers<N> answers(prover_.arena_, prover_.boards_, prover_.rules_, prover_.patterns_, s);
        const auto answer = [&](int reply) {
            const State<N> t = prover_.boards_.with_foe(s, reply);
            return prover_.add(answers, answer_to(reply, t, parts), reply, t, true);
        };
        bool ok = true;
        hit.each([&](int reply) {
            if (ok && answers.open().test(reply))
                ok = answer(reply);
        });
        for (std::size_t i = 0; ok && i < parts.size(); ++i)
            answer_in(s, parts, i, answers);
        ok &= answers.size() > 0;
        while (ok && answers.open().any())
            ok = answer(answers.open().first());
        if (ok)
            if (auto pattern = prover_.rules_.reply(s, answers.numbers(), prover_.patterns_))
                return file(s, std::move(*pattern), false);
        return attempt.fail();
    }

    // Adds the answers of one part's own proof, while the others stay as they are.
    void answer_in(const State<N>& s, const std::vector<int>& parts, std::size_t place,
                   Answers<N>& answers) {
        const Pattern<N>& part = prover_.patterns_[parts[place]];
        if (part.kind != Kind::reply)
            return;
        for (const int child : part.children) {
            if (answers.open().none())
                return;
            const Pattern<N>& move = prover_.patterns_[child];
            std::vector<int> rest(parts.begin(), parts.begin() + place);
            flatten(move.children.front(), rest);
            rest.insert(rest.end(), parts.begin() + place + 1, parts.end());
            const int number = side_by_side(prover_.boards_.with_own(s, move.hole), rest);
            if (number < 0)
                continue;
            if (auto pattern =
                    prover_.rules_.move(s, move.hole, prover_.patterns_[number], number, move.made))
                prover_.add(answers, prover_.store(std::move(*pattern)), -1, s, true);
        }
    }

    // The pattern of an answer to a reply that may hurt several parts, the prover to move in the
    // state after it; -1 if none is found.
    int answer_to(int reply, const State<N>& s, const std::vector<int>& parts) {
        if (const int number = prover_.known(s, true); number >= 0)
            return number;
        Attempt attempt(failed_, key(s, true, parts));
        if (!attempt.fresh())
            return -1;
        if (const int number = splitter_.parted(s, true); number >= 0)
            return number;
        if (const int number = splitter_.searched(s, true, splitter_.nodes()); number >= 0)
            return number;
        for (const int hole : moves(reply, s, parts)) {
            const int number = splitter_.parted(prover_.boards_.with_own(s, hole), false);
            if (number < 0)
                continue;
            if (auto pattern =
                    prover_.rules_.move(s, hole, prover_.patterns_[number], number, Slots<N>{}))
                return file(s, std::move(*pattern), true);
        }
        return attempt.fail();
    }

    // Moves to try after a reply: those that answer it in one of the parts, then the likeliest.
    std::vector<int> moves(int reply, const State<N>& s, const std::vector<int>& parts) {
        std::vector<int> found;
        Bits<N> rest = prover_.boards_.empties(s);
        const auto take = [&](int hole) {
            if (rest.test(hole)) {
                rest.reset(hole);
                found.push_back(hole);
            }
        };
        for (const int part : parts)
            if (prover_.patterns_[part].kind == Kind::reply)
                for (const int child : prover_.patterns_[part].children)
                    if (!prover_.patterns_[child].zone.test(reply))
                        take(prover_.patterns_[child].hole);
        for (const int hole : prover_.likeliest_moves(s, kLikeliest))
            take(hole);
        return found;
    }

    static constexpr int kLevels = 3;             // of overlaps within one another
    static constexpr int kShared = 24;            // replies that hit two parts or more, at most
    static constexpr int kLikeliest = 12;         // moves by the prior
    static constexpr std::uint64_t kShare = 3;    // a node here for so many others
    static constexpr std::uint64_t kLeast = 1000; // nodes that are worth a beginning
    static constexpr std::size_t kFailedBytes = 40;

    Prover<N>& prover_;
    Splitter<N>& splitter_;
    int level_ = 0;
    std::uint64_t began_ = 0, spent_ = 0;      // nodes before this position, and here
    std::unordered_set<std::uint64_t> failed_; // keys of states, parts and rounds
};

} // namespace twixt
