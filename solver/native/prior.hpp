// The prior: a small convolutional network that was trained on nodes searched before, and tells
// which of the prover's moves are likely to win there. It sorts them and keeps pegs from unlikely
// ones: a late move reduction as in chess, with a policy in the place of counters (AlphaGo, Nature
// 529, 2016). It proves nothing and leaves out nothing for good. On random claims that took more
// than 20,000 nodes the search needs a third of them with it; docs/experiments.md has the
// figures. All numbers are integers, so that every build of the core sorts alike.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "boards.hpp"

namespace twixt {

// The network: one number of each plane and hole becomes kChannels numbers of the hole; then each
// layer adds to them what it makes of the numbers of the hole and of twelve near ones.
struct PriorWeights {
    static constexpr int kPlanes = 40, kChannels = 32, kTaps = 13;
    // Columns and rows to the holes that a layer looks at: the hole itself, those beside it, and
    // those a knight's move away.
    static constexpr std::array<std::array<int, 2>, kTaps> taps{{{-1, -2},
                                                                 {1, -2},
                                                                 {-2, -1},
                                                                 {0, -1},
                                                                 {2, -1},
                                                                 {-1, 0},
                                                                 {0, 0},
                                                                 {1, 0},
                                                                 {-2, 1},
                                                                 {0, 1},
                                                                 {2, 1},
                                                                 {-1, 2},
                                                                 {1, 2}}};

    using Sums = std::array<std::int32_t, kChannels>;
    struct Layer {
        std::array<std::array<std::int16_t, kTaps * kChannels>, kChannels> weights; // of each sum
        Sums bias;
    };
    std::array<Sums, kPlanes> planes; // for a 1 on a plane
    Sums bias;
    std::vector<Layer> layers;
    std::array<std::int16_t, kChannels> last;
};

// The weights that this core was built with.
const PriorWeights& prior_weights();

template <int N> class Prior {
    using Weights = PriorWeights;
    static constexpr int kChannels = Weights::kChannels, kTaps = Weights::kTaps;

public:
    explicit Prior(const Arena<N>& arena)
        : arena_(arena), width_((arena.steps[0] - 1) / 2), near_(arena.holes), sums_(arena.holes) {
        // The prover joins the first row and the last on every canvas.
        across_ = std::ranges::any_of(arena.own.goals, [&](const Bits<N>& line) {
            return line.intersects(line.down(width_));
        });
        for (int hole = 0; hole < arena.holes; ++hole)
            for (int tap = 0; tap < kTaps; ++tap) {
                auto [column, row] = Weights::taps[tap];
                if (across_)
                    std::swap(column, row);
                column += hole % width_, row += hole / width_;
                const bool inside = 0 <= column && column < width_ && 0 <= row &&
                                    row < arena.holes / width_ &&
                                    board().test(row * width_ + column);
                near_[hole][tap] = inside ? row * width_ + column : arena.holes;
            }
        for (auto& values : values_)
            values.assign(arena.holes + 1, Values{});
    }

    // Rates moves of a state in which the prover may place `budget` pegs and needs `distance`: the
    // higher the likelier, a logit in parts of 128. `t` is the state as the foe's search sees it.
    // Only what it says of these moves counts, and only until the next call.
    const std::vector<int>& rate(const Boards<N>& own, const State<N>& s, const Boards<N>& foe,
                                 const State<N>& t, const Bits<N>& moves, int budget,
                                 int distance) {
        const Weights& net = prior_weights();
        const int layers = static_cast<int>(net.layers.size());
        std::vector<Bits<N>> at(layers + 1); // the holes that matter before each layer
        at[layers] = moves;
        for (int l = layers; l-- > 0;) {
            Bits<N> wide = at[l + 1];
            for (const int step :
                 {1, width_, arena_.steps[0], arena_.steps[1], arena_.steps[2], arena_.steps[3]})
                wide |= at[l + 1].up(step) | at[l + 1].down(step);
            at[l] = wide & board();
        }
        at[0].each([&](int hole) { sums_[hole] = net.bias; });
        planes(own, s, foe, t, moves, budget, distance, [&](int plane, const Bits<N>& set, int n) {
            const auto& weights = net.planes[plane];
            (set & at[0]).each([&](int hole) {
                for (int c = 0; c < kChannels; ++c)
                    sums_[hole][c] += n * weights[c];
            });
        });
        at[0].each([&](int hole) {
            for (int c = 0; c < kChannels; ++c)
                values_[0][hole][c] = scaled(sums_[hole][c]);
        });
        for (int l = 0; l < layers; ++l)
            pass(net.layers[l], at[l + 1], values_[l % 2], values_[1 - l % 2]);
        ratings_.assign(arena_.holes, std::numeric_limits<int>::min() / 2);
        moves.each([&](int hole) {
            std::int32_t sum = 0;
            for (int c = 0; c < kChannels; ++c)
                sum += values_[layers % 2][hole][c] * net.last[c];
            ratings_[hole] = sum >> kShift;
        });
        return ratings_;
    }

    // The planes that the network sees, as calls of add(plane, holes, number) for the numbers that
    // are not 0. Of several calls for one hole the sum counts.
    template <class Add>
    void planes(const Boards<N>& own, const State<N>& s, const Boards<N>& foe, const State<N>& t,
                const Bits<N>& moves, int budget, int distance, Add add) {
        add(0, s.own & board(), 1);
        add(1, s.foe & board(), 1);
        const Bits<N> mine = own.empties(s), theirs = own.replies(s);
        add(2, mine, 1);
        add(3, theirs, 1);
        slots(4, s.free, add);
        slots(12, t.free, add);
        levels(20, own, s, mine, add);
        levels(28, foe, t, theirs, add);
        add(36, board(), std::min(budget, kLargest));
        add(37, board(), std::clamp(budget - distance, 0, kLargest));
        add(38, moves, 1);
        add(39, board(), 1);
    }

    // The canvas that the planes lie on: its columns and rows.
    std::array<int, 2> canvas() const {
        const int height = arena_.holes / width_;
        return across_ ? std::array{height, width_} : std::array{width_, height};
    }
    // The hole's column and row on the canvas.
    std::array<int, 2> place(int hole) const {
        return across_ ? std::array{hole / width_, hole % width_}
                       : std::array{hole % width_, hole / width_};
    }

private:
    using Values = std::array<std::int16_t, kChannels>;

    Bits<N> board() const { return arena_.own.open | arena_.foe.open; }

    static std::int16_t scaled(std::int32_t sum) {
        return static_cast<std::int16_t>(
            std::clamp((sum + (1 << (kShift - 1))) >> kShift, 0, kMost));
    }

    // A plane for each way from a hole along a free slot.
    template <class Add> void slots(int plane, const Slots<N>& free, Add add) const {
        // The ways of a slot from its upper end on a canvas: direction by direction, as it lies
        // here and across. From the lower end it is the opposite way, four planes on.
        static constexpr std::array<std::array<int, kDirections>, 2> ways{
            {{0, 1, 2, 3}, {1, 0, 7, 6}}};
        for (int d = 0; d < kDirections; ++d) {
            const int way = ways[across_][d];
            add(plane + way, free[d] & board(), 1);
            add(plane + (way + 4) % 8, free[d].up(arena_.steps[d]) & board(), 1);
        }
    }

    // Eight planes of one side: how many pegs more than the shortest path the shortest one over
    // each hole takes (0 to 3, 4 or more: a plane each), how far the hole is from either end, and
    // how far these are apart.
    template <class Add>
    void levels(int plane, const Boards<N>& boards, const State<N>& s, const Bits<N>& empty,
                Add add) {
        const View<N> v = boards.view(s);
        std::vector<int> pegs(arena_.holes);
        for (int end = 0; end < 2; ++end) {
            boards.flood(v, end, kFar, flood_);
            Bits<N> rest = board();
            for (int k = 0; k <= kFar; ++k) {
                const Bits<N> level = flood_.level[k] & rest;
                level.each([&](int hole) { pegs[hole] += k; });
                add(plane + 5 + end, level, k);
                rest = rest.without(level);
            }
            rest.each([&](int hole) { pegs[hole] += kUnreached; });
            add(plane + 5 + end, rest, kFar);
        }
        empty.each([&](int hole) { --pegs[hole]; }); // counted from both ends
        int least = 2 * kUnreached;
        board().each([&](int hole) { least = std::min(least, pegs[hole]); });
        std::array<Bits<N>, 5> more;
        board().each([&](int hole) { more[std::min(4, pegs[hole] - least)].set(hole); });
        for (int k = 0; k < 5; ++k)
            add(plane + k, more[k], 1);
        add(plane + 7, board(), std::min(least, kFar));
    }

    // One layer at some holes. Four at a time, as the weights are what takes time to read. Plain
    // arrays, as the compiler makes no vectors of a loop over checked ones.
    void pass(const Weights::Layer& layer, const Bits<N>& where, const std::vector<Values>& in,
              std::vector<Values>& out) {
        constexpr int kAtOnce = 4;
        std::int16_t seen[kAtOnce][kTaps * kChannels]{};
        std::array<int, kAtOnce> holes{};
        int n = 0;
        const auto flush = [&] {
            for (int o = 0; o < kChannels; o += 2) {
                const std::int16_t* const weights[] = {layer.weights[o].data(),
                                                       layer.weights[o + 1].data()};
                std::int32_t sums[2][kAtOnce]{};
                for (int i = 0; i < kTaps * kChannels; ++i)
                    for (int k = 0; k < kAtOnce; ++k)
                        for (int p = 0; p < 2; ++p)
                            sums[p][k] += seen[k][i] * weights[p][i];
                for (int p = 0; p < 2; ++p)
                    for (int k = 0; k < n; ++k)
                        out[holes[k]][o + p] = static_cast<std::int16_t>(std::min<int>(
                            in[holes[k]][o + p] + scaled(sums[p][k] + layer.bias[o + p]), kMost));
            }
            n = 0;
        };
        where.each([&](int hole) {
            for (int tap = 0; tap < kTaps; ++tap)
                std::ranges::copy(in[near_[hole][tap]], &seen[n][tap * kChannels]);
            holes[n++] = hole;
            if (n == kAtOnce)
                flush();
        });
        if (n)
            flush();
    }

    static constexpr int kFar = 9;        // as far as floods look
    static constexpr int kLargest = 12;   // the largest budget that is told from others
    static constexpr int kUnreached = 15; // what counts where they did not come
    static constexpr int kShift = 10;     // a weight of 1 is 1 << kShift
    static constexpr int kMost = 8191;    // the largest value; the sums fit 32 bits with it

    const Arena<N>& arena_;
    const int width_;
    bool across_;
    std::vector<std::array<int, kTaps>> near_; // of each hole; past the last where there is none
    std::vector<Weights::Sums> sums_;
    std::array<std::vector<Values>, 2> values_; // before a layer and after it, in turns
    std::vector<int> ratings_;
    Flood<N> flood_;
};

} // namespace twixt
