// Provers that search for one proof together, each in a thread of its own. They search the same
// tree and keep out of each other's way by marks on the nodes under way, as in ABDADA (Weill, ICCA
// Journal 19, 1996). Two threads are 1.5 to 1.7 times as fast on three of four hard puzzles.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "prover.hpp"

namespace twixt {

template <int N> class Team {
public:
    static constexpr int kMost = Mate<N>::kMostPlaces;

    // require: 1 to kMost threads. Each wants up to 6 MB of stack on the largest boards.
    Team(const ArenaMasks& masks, std::size_t memory_bytes, const Options& options, int threads) {
        TWIXT_REQUIRE(1 <= threads && threads <= kMost);
        std::vector<Prover<N>*> team;
        for (int i = 0; i < threads; ++i) {
            provers_.push_back(std::make_unique<Prover<N>>(masks, memory_bytes / threads, options));
            if (threads > 1)
                provers_.back()->join(team);
            team.push_back(provers_.back().get());
        }
    }

    void begin(const Standing& standing, bool prover_to_move) {
        for (auto& prover : provers_)
            prover->begin(standing, prover_to_move);
        first_ = 0;
    }

    // Searches on as Prover::run does; the nodes are those of all threads. With few nodes one
    // prover works alone, and its proof is not shortened.
    Status run(std::uint64_t nodes, Watch::Run limits) {
        if (provers_.size() == 1 || nodes < kFewest)
            return provers_[first_ = 0]->run(nodes, std::move(limits));
        const std::uint64_t before = this->nodes();
        const Status status = together(
            [&](Prover<N>& prover, Watch::Run run) {
                return prover.run(nodes / provers_.size(), std::move(run));
            },
            limits);
        if (status != Status::proven)
            return status;
        const Prover<N>& found = *provers_[first_];
        const std::uint64_t used = this->nodes() - before;
        // A proof by the split has no budget.
        if (const int budget = found.budget(); budget > 0 && found.too_long() && used < nodes) {
            const std::uint64_t left =
                std::min(nodes - used, found.spent() * provers_.size() / 2) / provers_.size();
            together([&](Prover<N>& prover,
                         Watch::Run run) { return prover.shorten(budget, left, std::move(run)); },
                     limits);
        }
        return status;
    }

    std::uint64_t nodes() const {
        std::uint64_t sum = provers_.front()->nodes();
        for (std::size_t i = 1; i < provers_.size(); ++i)
            sum += running_ ? provers_[i]->nodes_seen() : provers_[i]->nodes();
        return sum;
    }
    std::size_t memory_used() const {
        std::size_t sum = provers_.front()->memory_used();
        for (std::size_t i = 1; i < provers_.size(); ++i)
            sum += running_ ? provers_[i]->memory_seen() : provers_[i]->memory_used();
        return sum;
    }
    int budget() const { return provers_.front()->budget(); }
    int favourite() const { return provers_.front()->favourite(); }
    std::vector<int> ratings(const std::vector<int>& holes) {
        return provers_.front()->ratings(holes);
    }
    // Of one prover alone.
    std::string recorded() { return provers_.front()->recorded(); }
    // Of the prover that found the proof.
    int root() const { return provers_[first_]->root(); }
    const Patterns<N>& patterns() const { return provers_[first_]->patterns(); }
    const Boards<N>& boards() const { return provers_[first_]->boards(); }
    const Arena<N>& arena() const { return provers_[first_]->arena(); }

private:
    // Whatever happens to the calling thread, the others end.
    struct Ending {
        std::atomic<bool>& ended;
        bool& running;
        ~Ending() {
            ended = true;
            running = false;
        }
    };

    // Lets every prover work until the first has done with it. Only the calling thread polls.
    template <class Work> Status together(Work work, const Watch::Run& limits) {
        std::atomic<bool> ended = false;
        std::vector<Status> statuses(provers_.size(), Status::nodes);
        std::vector<std::exception_ptr> faults(provers_.size());
        const auto one = [&](std::size_t i, Watch::Run run) {
            run.ended = &ended;
            try {
                statuses[i] = work(*provers_[i], std::move(run));
            } catch (...) {
                faults[i] = std::current_exception();
            }
            ended = true;
        };
        running_ = true;
        {
            std::vector<std::jthread> threads;
            const Ending ending{ended, running_};
            for (std::size_t i = 1; i < provers_.size(); ++i)
                threads.emplace_back(one, i, limits.elsewhere());
            one(0, limits);
        }
        for (const auto& fault : faults)
            if (fault)
                std::rethrow_exception(fault);
        int best = -1;
        for (std::size_t i = 0; i < provers_.size(); ++i)
            if (statuses[i] == Status::proven &&
                (best < 0 || provers_[i]->pegs() < provers_[best]->pegs()))
                best = static_cast<int>(i);
        if (best >= 0) {
            first_ = best;
            return Status::proven;
        }
        // Cancelled are also those whose work another had done before.
        if (limits.cancelled && limits.cancelled->load())
            return Status::cancelled;
        for (const Status status : {Status::exhausted, Status::seconds, Status::memory})
            if (std::count(statuses.begin(), statuses.end(), status))
                return status;
        return Status::nodes;
    }

    static constexpr std::uint64_t kFewest = 500; // nodes worth sharing out

    std::vector<std::unique_ptr<Prover<N>>> provers_;
    std::size_t first_ = 0; // with the best proof
    bool running_ = false;  // more than one thread; told to the calling one only
};

} // namespace twixt
