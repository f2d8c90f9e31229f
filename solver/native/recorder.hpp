// Examples for the training of the prior: nodes that were won, with all moves that win there. An
// ordinary search records none.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "prior.hpp"

namespace twixt {

// An example, as a row of bytes: the columns and rows of its canvas, the budget, whether it is of a
// half; then for every place of the canvas, row by row, a byte of each plane, plane after plane; a
// byte that is 1 for a move that wins, 0 for one that does not, 255 elsewhere; and the prior's
// rating in four bytes, the lowest first.
class Recorder {
public:
    static constexpr int kLeast = 4; // budget

    template <int N>
    void add(Prior<N>& prior, const Boards<N>& own, const State<N>& s, const Boards<N>& foe,
             const State<N>& t, const std::vector<std::pair<int, bool>>& tried, int budget,
             int distance) {
        const auto [columns, rows] = prior.canvas();
        const int places = columns * rows;
        Bits<N> moves;
        for (const auto& [hole, wins] : tried)
            moves.set(hole);
        for (const int number : {columns, rows, budget, s.whole() ? 0 : 1})
            bytes_.push_back(static_cast<char>(number));
        const auto at = [&](int hole) {
            const auto [column, row] = prior.place(hole);
            return row * columns + column;
        };
        const std::size_t planes = bytes_.size();
        bytes_.append(PriorWeights::kPlanes * places, 0);
        prior.planes(own, s, foe, t, moves, budget, distance,
                     [&](int plane, const Bits<N>& set, int number) {
                         set.each([&](int hole) {
                             bytes_[planes + plane * places + at(hole)] +=
                                 static_cast<char>(number);
                         });
                     });
        const auto& ratings = prior.rate(own, s, foe, t, moves, budget, distance);
        const std::size_t labels = bytes_.size();
        bytes_.append(places, -1);
        bytes_.append(4 * places, 0);
        for (const auto& [hole, wins] : tried) {
            bytes_[labels + at(hole)] = wins;
            for (int i = 0; i < 4; ++i)
                bytes_[labels + places + 4 * at(hole) + i] =
                    static_cast<char>(static_cast<std::uint32_t>(ratings[hole]) >> 8 * i);
        }
    }

    // What was recorded since the last call.
    std::string take() { return std::exchange(bytes_, {}); }

    // While there is one, an example is being made. require: there is no other
    class Busy {
    public:
        explicit Busy(Recorder& recorder) : recorder_(recorder) { recorder_.busy_ = true; }
        ~Busy() { recorder_.busy_ = false; }
        Busy(const Busy&) = delete;

    private:
        Recorder& recorder_;
    };
    bool busy() const { return busy_; }

private:
    std::string bytes_;
    bool busy_ = false;
};

} // namespace twixt
