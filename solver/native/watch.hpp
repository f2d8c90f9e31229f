// The limits of a search, looked at while it runs: nodes at each one, time and memory now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "scoped.hpp"

namespace twixt {

enum class Status : std::uint8_t { proven, exhausted, nodes, seconds, memory, cancelled };

// Thrown to end a search.
struct Stop {
    Status status;
};

class Watch {
public:
    using Clock = std::chrono::steady_clock;

    // How far one run may go. `poll` is called some twenty times a second in the thread of the
    // search and may throw to end it; another thread may set `cancelled`.
    struct Run {
        Clock::time_point deadline{};
        const std::atomic<bool>* cancelled = nullptr;
        std::function<void()> poll{};
        const std::atomic<bool>* ended = nullptr; // by another search of a team

        // The same for a search in another thread.
        Run elsewhere() const { return {deadline, cancelled, {}, ended}; }
    };

    static Clock::time_point after(double seconds) {
        const double some = seconds > 0 ? std::min(seconds, 1e9) : 0; // not a number: none
        return Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(some));
    }

    void start(std::uint64_t nodes, Run run) {
        most_ = beyond(nodes);
        run_ = std::move(run);
        next_poll_ = Clock::now() + kPollEvery;
    }

    // Counts a node; asks `full()` now and then whether the memory is used up.
    template <class Full> void tick(Full full) {
        if (nodes_ >= most_)
            throw Stop{Status::nodes};
        if (++nodes_ < next_look_)
            return;
        next_look_ = nodes_ + kLookEvery;
        look(full);
    }

    // Looks at all limits but that on nodes: for long work at one node.
    template <class Full> void look(Full full) {
        if (run_.cancelled && run_.cancelled->load(std::memory_order_relaxed))
            throw Stop{Status::cancelled};
        if (run_.ended && run_.ended->load(std::memory_order_relaxed))
            throw Stop{Status::cancelled};
        if (full())
            throw Stop{Status::memory};
        const auto now = Clock::now();
        if (now > run_.deadline)
            throw Stop{Status::seconds};
        if (run_.poll && now > next_poll_) {
            run_.poll();
            next_poll_ = Clock::now() + kPollEvery;
        }
    }

    // Runs a part of the search that may use so many nodes; only the limits of the whole run end
    // more than this part.
    template <class Part> void within(std::uint64_t nodes, Part part) {
        const std::uint64_t most = most_;
        const Scoped less(most_, std::min(most, beyond(nodes)));
        try {
            part();
        } catch (const Stop& stop) {
            if (stop.status != Status::nodes || nodes_ >= most)
                throw;
        }
    }

    // Counts nodes of a search within this one.
    void add(std::uint64_t nodes) { nodes_ += nodes; }

    // Leaves at most so many nodes of the run.
    void leave(std::uint64_t nodes) { most_ = std::min(most_, beyond(nodes)); }

    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t left() const { return most_ > nodes_ ? most_ - nodes_ : 0; }
    const Run& run() const { return run_; }

private:
    // The count after so many nodes more.
    std::uint64_t beyond(std::uint64_t nodes) const { return nodes_ + std::min(nodes, ~nodes_); }

    static constexpr std::uint64_t kLookEvery = 64;
    static constexpr std::chrono::milliseconds kPollEvery{50};

    std::uint64_t nodes_ = 0, most_ = 0, next_look_ = 0;
    Run run_;
    Clock::time_point next_poll_{};
};

} // namespace twixt
