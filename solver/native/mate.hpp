// What the provers of a team tell each other while they search for the same proof.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "failures.hpp"
#include "pattern.hpp"

namespace twixt {

// Thrown to leave a node that another prover has settled, and all nodes below it.
struct Settled {
    int level;
};

// One prover's place in a team: it tells the others which patterns it proved and which nodes
// failed, hears what they tell, and shows at which nodes it is at work. Every prover keeps
// copies of its own, so that nothing is shared but letters and those marks.
template <int N> class Mate {
public:
    // The budget from which nodes are worth being shared out.
    static constexpr int kShared = 3;
    static constexpr int kMostPlaces = 256;

    explicit Mate(int place) : place_(place) {}
    Mate(const Mate&) = delete;
    Mate& operator=(const Mate&) = delete;

    void meet(Mate& other) {
        others_.push_back(&other);
        other.others_.push_back(this);
    }

    // A node of the search as long as it is open. require: not full()
    class Node {
    public:
        Node(Mate& mate, std::uint64_t key, int budget) : mate_(mate), level_(mate.open_) {
            TWIXT_REQUIRE(!mate.full());
            mate.budgets_[level_] = budget;
            mate.keys_[level_].store(key, std::memory_order_relaxed);
            mate.shown_.store(++mate.open_, std::memory_order_release);
        }
        ~Node() { mate_.shown_.store(--mate_.open_, std::memory_order_release); }
        Node(const Node&) = delete;
        Node& operator=(const Node&) = delete;

        int level() const { return level_; }

    private:
        Mate& mate_;
        int level_;
    };

    // True when no further node can be shown to the others.
    bool full() const { return open_ == kDeepest; }

    // True when another prover is at work at a node, as far as can be told.
    bool busy(std::uint64_t key) const {
        for (const Mate* other : others_) {
            const int depth = other->shown_.load(std::memory_order_acquire);
            for (int i = 0; i < depth; ++i)
                if (other->keys_[i].load(std::memory_order_relaxed) == key)
                    return true;
        }
        return false;
    }

    // Tells of a pattern, and of all below it that the others do not know yet.
    void tell(int number, bool own_turn, std::uint64_t key, const Patterns<N>& patterns) {
        if (static_cast<int>(names_.size()) < patterns.size())
            names_.resize(patterns.size(), 0);
        std::vector<int> below{number}, fresh;
        while (!below.empty()) {
            const int next = below.back();
            below.pop_back();
            if (names_[next] != 0)
                continue;
            name(next, (++named_) << kPlaces | place_);
            fresh.push_back(next);
            for (int child : patterns[next].children)
                below.push_back(child);
        }
        std::sort(fresh.begin(), fresh.end());
        for (int next : fresh) {
            Letter letter{patterns[next], names_[next], {}, false, false, 0};
            for (int child : patterns[next].children)
                letter.children.push_back(names_[child]);
            outgoing_.patterns.push_back(std::move(letter));
        }
        if (fresh.empty() || fresh.back() != number)
            return;
        Letter& last = outgoing_.patterns.back();
        last.filed = true;
        last.own_turn = own_turn;
        last.key = key;
    }

    // Tells of a failure that took some effort, or that holds for good.
    void tell(const Refuted<N>& failure, bool for_good) {
        if (failure.effort >= kWorthTelling || for_good)
            outgoing_.failures.push_back(failure);
    }

    // Tells when it is time for another exchange.
    bool due(std::uint64_t nodes) {
        if (nodes < next_exchange_)
            return false;
        next_exchange_ = nodes + kEvery;
        return true;
    }

    // Sends what was told, takes in what came: adds patterns and calls file(number, own turn).
    // Throws Settled when a node under way is settled: by a failure, or by a proof of
    // at most `longest(budget)` pegs.
    template <class File, class Longest>
    void swap_letters(Patterns<N>& patterns, FailureTable<Refuted<N>>& failures, File file,
                      Longest longest) {
        send();
        if (waiting_.load(std::memory_order_relaxed) == 0)
            return;
        std::vector<std::shared_ptr<const Batch>> batches;
        {
            const std::lock_guard lock(door_);
            batches.swap(inbox_);
            waiting_.store(0, std::memory_order_relaxed);
        }
        int settled = open_;
        for (const auto& batch : batches) {
            for (const Letter& letter : batch->patterns) {
                const int number = take(letter, patterns);
                if (number < 0 || !letter.filed)
                    continue;
                file(number, letter.own_turn);
                for (int i = 0; i < settled; ++i)
                    if (keys_[i].load(std::memory_order_relaxed) == letter.key &&
                        letter.pattern.depth <= longest(budgets_[i]))
                        settled = i;
            }
            for (const Refuted<N>& failure : batch->failures) {
                failures.store(failure);
                for (int i = 0; i < settled; ++i)
                    if (keys_[i].load(std::memory_order_relaxed) == failure.key &&
                        budgets_[i] <= failure.budget)
                        settled = i;
            }
        }
        if (settled < open_)
            throw Settled{settled};
    }

    // Throws away what came and was not taken in: while this prover waits for a processor, the
    // others may send more than it can hold.
    void forget() {
        const std::lock_guard lock(door_);
        inbox_.clear();
        waiting_.store(0, std::memory_order_relaxed);
    }

    // Takes over the new numbers that `Patterns::keep` gave.
    void renew(const std::vector<int>& fresh, int size) {
        std::vector<std::uint64_t> names(size, 0);
        numbers_.clear();
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (fresh[i] >= 0 && names_[i] != 0) {
                names[fresh[i]] = names_[i];
                numbers_.emplace(names_[i], fresh[i]);
            }
        names_ = std::move(names);
    }

    // Lets other threads see how far this prover is.
    void show(std::uint64_t nodes, std::size_t memory) {
        nodes_.store(nodes, std::memory_order_relaxed);
        memory_.store(memory, std::memory_order_relaxed);
    }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::size_t memory() const { return memory_.load(std::memory_order_relaxed); }

    std::size_t bytes() const {
        return waiting_.load(std::memory_order_relaxed) +
               names_.capacity() * sizeof(std::uint64_t) + numbers_.size() * kNumberBytes;
    }

private:
    // A pattern on its way, its children by the names that all provers know them by.
    struct Letter {
        Pattern<N> pattern;
        std::uint64_t name;
        std::vector<std::uint64_t> children;
        bool filed, own_turn;
        std::uint64_t key; // of the node where it was proved
    };

    struct Batch {
        std::vector<Letter> patterns;
        std::vector<Refuted<N>> failures;

        std::size_t bytes() const {
            return patterns.size() * sizeof(Letter) + failures.size() * sizeof(Refuted<N>);
        }
    };

    void name(int number, std::uint64_t name) {
        names_[number] = name;
        numbers_.emplace(name, number);
    }

    void send() {
        if (outgoing_.patterns.empty() && outgoing_.failures.empty())
            return;
        const auto batch = std::make_shared<const Batch>(std::exchange(outgoing_, {}));
        for (Mate* other : others_) {
            // One that is idle reads nothing, and all may do without what comes.
            if (other->waiting_.load(std::memory_order_relaxed) > kMostWaiting)
                continue;
            const std::lock_guard lock(other->door_);
            other->inbox_.push_back(batch);
            other->waiting_.fetch_add(batch->bytes(), std::memory_order_relaxed);
        }
    }

    // Keeps a copy of a pattern; -1 when some of what it rests on was forgotten.
    int take(const Letter& letter, Patterns<N>& patterns) {
        if (const auto known = numbers_.find(letter.name); known != numbers_.end())
            return known->second;
        Pattern<N> pattern = letter.pattern;
        pattern.children.clear();
        for (std::uint64_t child : letter.children) {
            const auto known = numbers_.find(child);
            if (known == numbers_.end())
                return -1;
            pattern.children.push_back(known->second);
        }
        const int number = patterns.add(std::move(pattern));
        names_.resize(patterns.size(), 0);
        name(number, letter.name);
        return number;
    }

    static constexpr int kPlaces = 8;                     // bits of a name that tell whose it is
    static constexpr std::size_t kMostWaiting = 16 << 20; // bytes
    static constexpr std::uint64_t kEvery = 64;
    static constexpr std::uint32_t kWorthTelling = 16;
    static constexpr std::size_t kNumberBytes = 48;
    static constexpr int kDeepest = 160;

    int place_;
    std::vector<Mate*> others_;
    std::array<int, kDeepest> budgets_{};
    int open_ = 0;
    Batch outgoing_;
    std::vector<std::uint64_t> names_; // of patterns by number; 0 for those not told
    std::unordered_map<std::uint64_t, int> numbers_;
    std::uint64_t named_ = 0, next_exchange_ = 0;

    // What the others see.
    alignas(64) std::atomic<int> shown_ = 0;
    std::array<std::atomic<std::uint64_t>, kDeepest> keys_{};
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<std::size_t> memory_ = 0;
    alignas(64) std::atomic<std::size_t> waiting_ = 0; // bytes of letters
    std::mutex door_;
    std::vector<std::shared_ptr<const Batch>> inbox_;
};

} // namespace twixt
