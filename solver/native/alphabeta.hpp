// A plain alpha-beta player, to compare the solver with. It plays plain moves only: every legal
// link to the new peg is made, and none is ever taken off. So what it finds is no proof.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "watch.hpp"

namespace twixt {

template <int N> class AlphaBeta {
public:
    static constexpr int kWin = 10'000; // less one for each ply until then

    struct Answer {
        int hole = -1;      // the best first move, -1 for a pass
        int value = 0;      // for the side to move
        int depth = 0;      // plies searched in full
        bool whole = false; // no line was cut off
        std::uint64_t nodes = 0;
    };

    // The "own" side of the masks is to move. `interrupted` may throw to end the search.
    AlphaBeta(const ArenaMasks& masks, std::function<void()> interrupted)
        : arenas_{Arena<N>(masks), Arena<N>(swapped(masks))},
          boards_{Boards<N>(arenas_[0]), Boards<N>(arenas_[1])},
          interrupted_(std::move(interrupted)) {
        for (int who = 0; who < 2; ++who) {
            const Arena<N>& arena = arenas_[who];
            start_.links[who] = arena.own.links;
            State<N>& view = start_.views[who];
            view = boards_[who].against(arena.own.pegs, arena.foe.pegs, arena.foe.links);
            if (!arena.own_links_cross)
                boards_[who].each_slot(arena.own.links, [&](Slot link) {
                    take_out(view.free, arena.crossings(link));
                });
        }
    }

    // Deepens ply by ply for so many seconds.
    Answer search(double seconds) {
        deadline_ = Watch::after(seconds);
        Answer answer;
        try {
            for (int depth = 1; !answer.whole && depth <= 2 * arenas_[0].holes; ++depth) {
                cut_ = false;
                const int value = best(start_, 0, depth, 0, -kWin, kWin, false);
                answer = {first_, value, depth, !cut_ || std::abs(value) > kWin / 2, 0};
            }
        } catch (const TimeUp&) {
        }
        answer.nodes = nodes_;
        return answer;
    }

private:
    using Clock = Watch::Clock;
    struct TimeUp {};

    // Each side's own view of the pegs, with the slots it may still link or has linked.
    struct Node {
        std::array<State<N>, 2> views;
        std::array<Slots<N>, 2> links{};
    };

    Node play(const Node& node, int who, int hole) const {
        Node next = node;
        State<N>&mine = next.views[who], &other = next.views[1 - who];
        mine.own.set(hole);
        other.foe.set(hole);
        const Arena<N>& arena = arenas_[who];
        arena.each_at(node.views[1 - who].free, hole,
                      [&](Slot slot, int) { other.free[slot.direction].reset(slot.upper); });
        arena.each_at(node.views[who].free, hole, [&](Slot slot, int end) {
            if (!node.views[who].own.test(end))
                return;
            next.links[who][slot.direction].set(slot.upper);
            take_out(other.free, arena.crossings(slot));
            if (!arena.own_links_cross)
                take_out(mine.free, arena.crossings(slot));
        });
        return next;
    }

    bool connected(const Node& node, int who) const {
        State<N> linked = node.views[who];
        linked.free = node.links[who];
        return boards_[who].distance(linked, 0) == 0;
    }

    // How many pegs fewer than the other side `who` still needs.
    int lead(const Node& node, int who) const {
        return boards_[1 - who].distance(node.views[1 - who], kFar) -
               boards_[who].distance(node.views[who], kFar);
    }

    // The value for `who`, who is to move, after so many plies from the start.
    int best(const Node& node, int who, int depth, int ply, int alpha, int beta, bool passed) {
        if ((++nodes_ & 1023) == 0) {
            if (Clock::now() > deadline_)
                throw TimeUp{};
            interrupted_();
        }
        if (depth == 0) {
            cut_ = true;
            return lead(node, who);
        }
        struct Option {
            int hole, order;
            Node node;
        };
        std::vector<Option> options;
        boards_[who].empties(node.views[who]).each([&](int hole) {
            options.push_back({hole, 0, play(node, who, hole)});
        });
        if (options.empty()) {
            if (ply == 0)
                first_ = -1;
            return passed ? 0 : -best(node, 1 - who, depth - 1, ply + 1, -beta, -alpha, true);
        }
        for (Option& option : options)
            if (connected(option.node, who)) {
                if (ply == 0)
                    first_ = option.hole;
                return kWin - ply - 1;
            }
        if (depth > 1)
            for (Option& option : options)
                option.order = lead(option.node, who);
        // Not std::stable_sort: its scratch memory is not aligned for wide registers.
        std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) {
            return a.order != b.order ? a.order > b.order : a.hole < b.hole;
        });
        int found = -kWin, chosen = options.front().hole;
        for (const Option& option : options) {
            const int value = -best(option.node, 1 - who, depth - 1, ply + 1, -beta, -alpha, false);
            if (value > found) {
                found = value;
                chosen = option.hole;
            }
            alpha = std::max(alpha, value);
            if (alpha >= beta)
                break;
        }
        if (ply == 0)
            first_ = chosen;
        return found;
    }

    static constexpr int kFar = 20; // pegs beyond which nobody counts

    std::array<Arena<N>, 2> arenas_;
    std::array<Boards<N>, 2> boards_;
    std::function<void()> interrupted_;
    Node start_;
    Clock::time_point deadline_{};
    std::uint64_t nodes_ = 0;
    bool cut_ = false;
    int first_ = -1; // the best move of the last full search
};

} // namespace twixt
