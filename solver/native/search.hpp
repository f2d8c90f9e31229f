// Relevance-zone search for one prover: depth-first AND/OR, deepened by the pegs he may place.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "derive.hpp"

namespace twixt {

enum class Status : std::uint8_t { proven, exhausted, nodes, seconds, memory, cancelled };

inline constexpr int kMaxBudget = 64;  // own pegs; more than any proof can carry

template <int N>
class Prover {
 public:
  // `interrupted` is asked now and then and may throw to end the search.
  Prover(const ArenaMasks& masks, bool prover_to_move, std::size_t memory_bytes,
         std::function<void()> interrupted)
      : arena_(masks),
        boards_(arena_),
        rules_(arena_, boards_),
        mine_(arena_),
        theirs_(arena_),
        failures_(memory_bytes / 8 / sizeof(Failure) / 2 + 1),
        memory_(memory_bytes),
        interrupted_(std::move(interrupted)),
        own_turn_(prover_to_move) {
    used_ = failures_.size() * sizeof(Failure);
  }

  // Searches on from where the last call stopped, for so many nodes and seconds more.
  // ensure: proven means `root()` is the number of a pattern that holds in the position.
  Status run(std::uint64_t nodes, double seconds) {
    const State<N> root = boards_.root(own_turn_);
    node_limit_ = nodes_ + nodes;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::min(seconds, 1e9)));
    const int most = std::min(kMaxBudget, boards_.empties(root).count());
    try {
      for (; budget_ <= most; ++budget_) {
        cut_off_ = false;
        root_ = own_turn_ ? prove_own(root, budget_, Bits<N>{}) : prove_foe(root, budget_);
        if (root_ >= 0) return Status::proven;
        if (!cut_off_) break;
      }
      return Status::exhausted;
    } catch (const Stop& stop) {
      return stop.status;
    }
  }

  void cancel() { cancelled_ = true; }

  std::uint64_t nodes() const { return nodes_; }
  std::size_t memory_used() const { return used_; }
  int budget() const { return budget_; }
  int root() const { return root_; }
  const std::vector<Pattern<N>>& patterns() const { return patterns_; }
  const Boards<N>& boards() const { return boards_; }
  const Arena<N>& arena() const { return arena_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Stop {
    Status status;
  };

  // A node that failed with a budget. Only bounded failures: never evidence of anything.
  struct Failure {
    std::uint64_t key = 0;
    std::int16_t budget = -1;
    std::int16_t hint = -1;  // the reply that refuted it
  };

  // A child of a reply node, with the state it was proved in.
  struct Answer {
    int number;
    State<N> state;
  };

  static constexpr std::array<std::array<int, 2>, kMaxBudget + 1> no_killers() {
    std::array<std::array<int, 2>, kMaxBudget + 1> none{};
    for (auto& pair : none) pair = {-1, -1};
    return none;
  }

  void tick() {
    ++nodes_;
    if (nodes_ > node_limit_) {
      --nodes_;
      throw Stop{Status::nodes};
    }
    if ((nodes_ & 255) == 0) {
      if (cancelled_) throw Stop{Status::cancelled};
      if (used_ > memory_) throw Stop{Status::memory};
      if (Clock::now() > deadline_) throw Stop{Status::seconds};
      if ((nodes_ & 8191) == 0 && interrupted_) interrupted_();
    }
  }

  int store(Pattern<N>&& pattern) {
    used_ += sizeof(Pattern<N>) + pattern.children.size() * sizeof(int) + 16;
    patterns_.push_back(std::move(pattern));
    return static_cast<int>(patterns_.size()) - 1;
  }

  Slots<N> granted(const State<N>& s) const {
    return s.turn == Turn::later ? arena_.between(s.free, s.own) : arena_.own.links;
  }

  std::uint64_t key(const State<N>& s, bool own_turn) const {
    std::uint64_t h = own_turn ? 0x9E3779B97F4A7C15u : 0xC2B2AE3D27D4EB4Fu;
    const auto mix = [&](const Bits<N>& bits) {
      for (std::uint64_t word : bits.words) {
        h = (h ^ word) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
      }
    };
    mix(s.own);
    mix(s.foe);
    for (const auto& bits : s.free) mix(bits);
    return h;
  }

  Failure& slot_of(std::uint64_t key) { return failures_[key % failures_.size()]; }

  int fail(std::uint64_t key, int budget, int hint) {
    refuter_ = hint;
    Failure& entry = slot_of(key);
    if (entry.key != key || entry.budget <= budget)
      entry = {key, static_cast<std::int16_t>(budget), static_cast<std::int16_t>(hint)};
    return -1;
  }

  int refuted(std::uint64_t key, int budget, int reply) {
    auto& killers = killers_[budget];
    if (killers[0] != reply) {
      killers[1] = killers[0];
      killers[0] = reply;
    }
    return fail(key, budget, reply);
  }

  int leaf(const State<N>& s) {
    Path<N> path;
    boards_.shortest_path(s, 0, path);
    auto pattern = rules_.leaf(s, path);
    return pattern ? store(std::move(*pattern)) : -1;
  }

  // Prover to move with `budget` pegs left. Of several quick wins, takes the one whose zone
  // meets `focus`, or the whole board, least.
  int prove_own(const State<N>& s, int budget, const Bits<N>& focus) {
    tick();
    if (int hit = mine_.find(s, granted(s), budget, patterns_); hit >= 0) return hit;
    const int distance = boards_.distance(s, budget);
    if (distance > budget) {
      cut_off_ = true;
      return -1;
    }
    const std::uint64_t k = key(s, true);
    if (const Failure& entry = slot_of(k); entry.key == k && entry.budget >= budget) {
      cut_off_ = true;
      return -1;
    }
    int best = -1, least = 0;
    Bits<N> hopeless;
    for (int hole : candidates(s, budget)) {
      if (hopeless.test(hole)) continue;
      const State<N> t = boards_.with_own(s, hole);
      refuter_ = -1;
      const int child = prove_foe(t, budget - 1);
      if (child < 0) {
        if (refuter_ >= 0 && s.turn == Turn::later) hopeless |= no_help(s, refuter_, budget);
        continue;
      }
      auto pattern = rules_.move(s, hole, patterns_[child], child, Slots<N>{});
      if (!pattern || !rules_.uncrossed(pattern->links, pattern->links)) continue;
      const Bits<N> zone = pattern->zone & arena_.foe.open;
      const int size = 256 * (zone & focus).count() + zone.count();
      if (best < 0 || size < least) {
        best = store(std::move(*pattern));
        least = size;
      }
      if (budget > kSmallestZone) break;
    }
    if (best < 0) return fail(k, budget, -1);
    if (s.turn != Turn::real) mine_.add(patterns_[best], best);
    return best;
  }

  // The moves after which a reply leaves no path within the budget: all that lie on no short
  // path past the reply and make no link that the reply's links would have to cross.
  Bits<N> no_help(const State<N>& s, int reply, int budget) {
    const Bits<N> empty = boards_.empties(s);
    const State<N> t = boards_.with_foe(s, reply);
    if (boards_.distance(t, budget - 1) < budget) return {};
    std::vector<Bits<N>>&from = from_, &to = to_;
    boards_.levels(t, 0, budget, from);
    boards_.levels(t, 1, budget, to);
    Bits<N> helps;
    helps.set(reply);
    Bits<N> reached;
    for (int k = 1; k <= budget; ++k) {
      reached = {};
      for (int j = 0; j <= budget + 1 - k; ++j) reached |= to[j];
      helps |= from[k] & reached;
    }
    arena_.each_at(arena_.foe.slots, reply, [&](Slot slot, int other) {
      if (!s.foe.test(other)) return;
      for (Slot c : arena_.crossings(slot)) {
        if (!s.free[c.direction].test(c.upper)) continue;
        const int upper = c.upper, lower = arena_.lower(c);
        if (s.own.test(upper) != s.own.test(lower)) helps.set(s.own.test(upper) ? lower : upper);
      }
    });
    return empty.without(helps);
  }

  // Empty holes on paths of at most `budget` pegs, those on the shortest paths first.
  std::vector<int> candidates(const State<N>& s, int budget) {
    std::vector<Bits<N>>&from = from_, &to = to_;
    boards_.levels(s, 0, budget, from);
    boards_.levels(s, 1, budget, to);
    const Bits<N> empty = boards_.empties(s);
    std::vector<int> order;
    if (from[0].intersects(to[0])) {
      // Connected by held links that do not stand yet: any peg will do, or a pass.
      if ((empty | s.own).any()) order.push_back((empty.any() ? empty : s.own).first());
      return order;
    }
    Bits<N> taken;
    for (int length = 1; length <= budget; ++length)
      for (int k = 1; k <= length; ++k) {
        const Bits<N> here = (from[k] & to[length + 1 - k] & empty).without(taken);
        taken |= here;
        here.each([&](int hole) { order.push_back(hole); });
      }
    return order;
  }

  // Foe to move; the prover may place `budget` pegs afterwards.
  int prove_foe(const State<N>& s, int budget) {
    tick();
    const int distance = boards_.distance(s, budget);
    if (distance > budget) {
      cut_off_ = true;
      return -1;
    }
    // Before the prover's first turn, slots that are free are no links yet.
    if (distance == 0 && s.turn == Turn::later) {
      const int connected = leaf(s);
      if (connected >= 0) return connected;
    }
    if (budget <= 0) return -1;
    if (int hit = theirs_.find(s, granted(s), budget, patterns_); hit >= 0) return hit;
    const std::uint64_t k = key(s, false);
    int hint = -1;
    if (const Failure& entry = slot_of(k); entry.key == k) {
      if (entry.budget >= budget) {
        cut_off_ = true;
        refuter_ = entry.hint;
        return -1;
      }
      hint = entry.hint;
    }
    std::vector<std::pair<int, int>> critical;
    if (int refuter = one_move_test(s, budget, distance, critical); refuter >= 0) {
      cut_off_ = true;
      return fail(k, budget, refuter);
    }
    std::vector<Answer> answers;
    Bits<N> open = boards_.replies(s);
    const auto answered = [&](int reply) {
      return answer(s, reply, budget, answers, open);
    };
    if (hint >= 0 && open.test(hint) && !answered(hint)) return fail(k, budget, hint);
    for (int i = 0; i < 2; ++i)
      if (const int killer = killers_[budget][i]; killer >= 0 && open.test(killer) && !answered(killer)) {
        if (i) std::swap(killers_[budget][0], killers_[budget][1]);
        return fail(k, budget, killer);
      }
    for (std::size_t i = 0; i < critical.size() && i < 2; ++i)
      if (open.test(critical[i].second) && !answered(critical[i].second))
        return refuted(k, budget, critical[i].second);
    if (!answered(-1)) return fail(k, budget, -1);
    while (open.any()) {
      int worst = -1, reply = -1;
      open.each([&](int hole) {
        const int d = boards_.distance(boards_.with_foe(s, hole), budget);
        if (d > worst) worst = d, reply = hole;
      });
      if (!answered(reply)) return refuted(k, budget, reply);
    }
    std::vector<int> children;
    for (const Answer& a : answers) children.push_back(a.number);
    auto pattern = rules_.reply(s, children, patterns_);
    if (!pattern) return fail(k, budget, -1);
    const int number = store(std::move(*pattern));
    theirs_.add(patterns_[number], number);
    return number;
  }

  // Looks for a single reply that lifts the distance above the budget; returns it or -1.
  // Collects replies that lift the distance at all, the most dangerous first.
  int one_move_test(const State<N>& s, int budget, int distance,
                    std::vector<std::pair<int, int>>& critical) {
    Path<N> path;
    if (boards_.shortest_path(s, budget, path) > budget) return -1;
    Bits<N> danger = boards_.touch(s, path);
    while (danger.any()) {
      const int reply = danger.first();
      danger.reset(reply);
      const int after = boards_.shortest_path(boards_.with_foe(s, reply), budget, path);
      if (after > budget) return reply;
      if (after > distance) critical.emplace_back(-after, reply);
      danger &= boards_.touch(s, path);
    }
    std::sort(critical.begin(), critical.end());
    return -1;
  }

  // Proves the prover's win after a reply (-1: a pass), with small budgets first, and takes
  // the replies that proof answers out of `open`.
  bool answer(const State<N>& s, int reply, int budget, std::vector<Answer>& answers,
              Bits<N>& open) {
    State<N> t = reply < 0 ? s : boards_.with_foe(s, reply);
    int number = prove_deepening(t, budget, open);
    if (number < 0) return false;
    if (!agrees(number, answers) && !mend(t, number, budget, answers, open)) return false;
    answers.push_back({number, t});
    open = boards_.replies(s);
    for (const Answer& a : answers) open &= patterns_[a.number].zone;
    return true;
  }

  int prove_deepening(const State<N>& t, int budget, const Bits<N>& open) {
    int number = -1;
    const int low = std::max({1, budget - kInnerDepth, boards_.distance(t, budget)});
    for (int b = low; b <= budget && number < 0; ++b) number = prove_own(t, b, open);
    return number;
  }

  bool agrees(int number, const std::vector<Answer>& answers) const {
    for (const Answer& a : answers)
      if (!rules_.uncrossed(patterns_[number].links, patterns_[a.number].links)) return false;
    return true;
  }

  // Two answers need links that cross: make the link later, in the move itself, or prove the
  // new answer again without it.
  bool mend(State<N>& t, int& number, int budget, std::vector<Answer>& answers,
            const Bits<N>& open) {
    Slots<N> clash{};
    for (const Answer& a : answers) {
      const Slots<N> c = rules_.crossing(patterns_[number].links, patterns_[a.number].links);
      for (int d = 0; d < kDirections; ++d) clash[d] |= c[d];
    }
    if (int later = remake(t, number, clash); later >= 0 && agrees(later, answers)) {
      number = later;
      return true;
    }
    std::vector<Answer> remade = answers;
    bool ok = true;
    for (Answer& a : remade) {
      const Slots<N> c = rules_.crossing(patterns_[a.number].links, patterns_[number].links);
      if (c == Slots<N>{}) continue;
      a.number = remake(a.state, a.number, c);
      if (a.number < 0 || !rules_.uncrossed(patterns_[a.number].links, patterns_[number].links)) {
        ok = false;
        break;
      }
    }
    for (std::size_t i = 0; ok && i < remade.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        ok = ok && rules_.uncrossed(patterns_[remade[i].number].links,
                                    patterns_[remade[j].number].links);
    if (ok) {
      answers = std::move(remade);
      return true;
    }
    for (int d = 0; d < kDirections; ++d) t.free[d] = t.free[d].without(clash[d]);
    number = prove_deepening(t, budget, open);
    return number >= 0 && agrees(number, answers);
  }

  // The same move with some links made in it instead of taken for granted; -1 if impossible.
  int remake(const State<N>& t, int number, const Slots<N>& later) {
    if (patterns_[number].kind != Kind::move || arena_.own_links_cross) return -1;
    const int child = patterns_[number].children.front();
    Slots<N> forced = later;
    for (int d = 0; d < kDirections; ++d) forced[d] |= patterns_[number].made[d];
    auto pattern = rules_.move(t, patterns_[number].hole, patterns_[child], child, forced);
    if (!pattern || pattern->zone.intersects(t.foe) ||
        !rules_.uncrossed(pattern->links, pattern->links))
      return -1;
    return store(std::move(*pattern));
  }

  static constexpr int kSmallestZone = 2;
  static constexpr int kInnerDepth = 3;

  Arena<N> arena_;
  Boards<N> boards_;
  Rules<N> rules_;
  std::vector<Pattern<N>> patterns_;
  PatternIndex<N> mine_, theirs_;
  std::vector<Failure> failures_;
  std::size_t memory_, used_ = 0;
  std::function<void()> interrupted_;
  bool own_turn_;
  int budget_ = 0, root_ = -1;
  bool cut_off_ = false;
  int refuter_ = -1;  // the reply that refuted the node searched last
  std::vector<Bits<N>> from_, to_;
  std::array<std::array<int, 2>, kMaxBudget + 1> killers_ = no_killers();
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  Clock::time_point deadline_{};
  std::atomic<bool> cancelled_ = false;
};

}  // namespace twixt
