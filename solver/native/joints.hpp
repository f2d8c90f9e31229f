// Joints: the parts of a chain, each between two of the goal lines and own chains; and the network
// of them, in which a whole chain is a way from line to line (Dijkstra's, by what its proofs cost).
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "pattern.hpp"

namespace twixt {

// Patterns of joints: an index for each pair of ends.
template <int N> class JointIndex {
public:
    JointIndex(const Arena<N>& arena, std::size_t bytes_of_each)
        : arena_(arena), buckets_(std::min(kBuckets, PatternIndex<N>::buckets_in(bytes_of_each))) {}

    PatternIndex<N>& at(const std::array<int, 2>& ends) {
        const auto place = std::ranges::lower_bound(indexes_, ends, {}, &Entry::ends);
        if (place != indexes_.end() && place->ends == ends)
            return *place->index;
        auto index = std::make_unique<PatternIndex<N>>(arena_, buckets_);
        return *indexes_.insert(place, Entry{ends, std::move(index)})->index;
    }

    // As PatternIndex::find, for patterns that join any pegs of two chains. A chain without pegs
    // stands for the goal line.
    int find(const State<N>& s, const std::array<Bits<N>, 2>& chains, const Slots<N>& allowed,
             const Patterns<N>& patterns) const {
        const auto fits = [](int end, const Bits<N>& chain) {
            return end < 0 ? chain.none() : chain.test(end);
        };
        for (const auto& [ends, index] : indexes_)
            if (fits(ends[0], chains[0]) && fits(ends[1], chains[1]))
                if (const int hit = index->find(s, allowed, kAnyDepth, patterns); hit >= 0)
                    return hit;
        return -1;
    }

    // All that hold a pattern; forgets the others.
    void each(std::vector<PatternIndex<N>*>& indices) {
        std::erase_if(indexes_, [](const auto& entry) {
            bool any = false;
            entry.index->each([&](int) { any = true; });
            return !any;
        });
        for (auto& [ends, index] : indexes_)
            indices.push_back(index.get());
    }

    // Of the indexes alone: a pattern counts its own entry.
    std::size_t bytes() const { return indexes_.size() * buckets_ * kBucketBytes; }

private:
    static constexpr int kBuckets = 1 << 9; // there are many pairs of ends
    static constexpr std::size_t kBucketBytes = 24;

    struct Entry {
        std::array<int, 2> ends;
        std::unique_ptr<PatternIndex<N>> index;
    };

    const Arena<N>& arena_;
    const int buckets_;
    std::vector<Entry> indexes_; // in order of their ends: every look walks them all
};

struct Joint {
    // A pattern with the foe to move (0) and with the prover to move (1).
    struct Proof {
        int number = -1;
        bool failed = false;
    };

    int from, to; // places of the network; `from` is the nearer to the first end
    int pegs;     // a lower bound of those still needed
    std::array<Proof, 2> proofs{};
    int penalty = 0;
};

// A joint on a way through the network. In `own` the prover moves now.
struct Leg {
    int joint;
    bool own;
    bool back; // gone from `to` to `from`
};

// What could be joined to what: the two ends of a state and the own chains between them.
template <int N> class Network {
public:
    // `carry` are the own links that join pegs to chains.
    Network(const Arena<N>& arena, const Boards<N>& boards, const State<N>& s,
            const Slots<N>& carry) {
        const auto chain_of = [&](Bits<N> start) {
            Bits<N> front = start;
            boards.absorb(carry, s.own, front, start);
            return start;
        };
        const Bits<N> first = chain_of(boards.goal(s, 0) & s.own);
        const Bits<N> last = chain_of(boards.goal(s, 1) & s.own);
        Flood<N> flood;
        boards.flood(boards.view(s), 0, kSorted, flood);
        std::vector<Bits<N>> chains;
        std::vector<std::pair<int, int>> order; // of the chains, by their level
        for (Bits<N> rest = s.own.without(first).without(last); rest.any();) {
            Bits<N> peg;
            peg.set(rest.first());
            const Bits<N> chain = chain_of(peg);
            rest = rest.without(chain);
            int level = 0;
            while (level < kSorted && !flood.level[level].intersects(chain))
                ++level;
            order.emplace_back(level, static_cast<int>(chains.size()));
            chains.push_back(chain);
        }
        std::sort(order.begin(), order.end());
        places_.push_back(first);
        pegs_.push_back(s.ends[0]);
        for (const auto& [level, number] : order) {
            const Bits<N>& chain = chains[number];
            // The same peg as long as the chain grows.
            const Bits<N> old = chain & arena.own.pegs;
            places_.push_back(chain);
            pegs_.push_back(old.any() ? old.first() : chain.first());
        }
        places_.push_back(last);
        pegs_.push_back(s.ends[1]);
        for (int from = 0; from < end(); ++from)
            join(boards, s, from);
    }

    std::vector<Joint>& joints() { return joints_; }
    const std::vector<Joint>& joints() const { return joints_; }

    // The last place: the second end.
    int end() const { return static_cast<int>(places_.size()) - 1; }

    // The place that a leg starts from, or leads to.
    int place(const Leg& leg, bool target) const {
        const Joint& joint = joints_[leg.joint];
        return leg.back == target ? joint.from : joint.to;
    }

    // The pegs at which a leg may end: any peg of a chain between, but at either end of the whole
    // only the peg that is to be joined. None for a goal line.
    Bits<N> chain(int place) const {
        Bits<N> peg;
        if (pegs_[place] < 0)
            return peg;
        if (0 < place && place < end())
            return places_[place];
        peg.set(pegs_[place]);
        return peg;
    }

    State<N> joined(State<N> s, const Leg& leg) const {
        s.ends = {pegs_[place(leg, false)], pegs_[place(leg, true)]};
        return s;
    }

    // Adds a joint over what lies between, unless it is there or joins the ends themselves.
    void add(int from, int to, int pegs) {
        if (from > to)
            std::swap(from, to);
        if (from == to || (from == 0 && to == end()))
            return;
        for (const Joint& joint : joints_)
            if (joint.from == from && joint.to == to)
                return;
        joints_.push_back({from, to, pegs});
    }

    // The cheapest way from end to end by joints that did not fail, or none. Where it is the
    // prover's turn he moves in one joint at most. `price(joint, own)` is positive.
    template <class Price> std::vector<Leg> cheapest(bool own_turn, Price price) const {
        constexpr int far = 1 << 20;
        // Every place, and again every place with the prover's move behind him.
        const int places = end() + 1;
        std::vector<int> cost(2 * places, far), from(2 * places, -1);
        std::vector<Leg> via(2 * places);
        std::vector<bool> done(2 * places, false);
        cost[0] = 0;
        for (;;) {
            int at = -1;
            for (int i = 0; i < 2 * places; ++i)
                if (!done[i] && cost[i] < far && (at < 0 || cost[i] < cost[at]))
                    at = i;
            if (at < 0)
                return {};
            done[at] = true;
            const int place = at % places;
            if (place == end()) {
                std::vector<Leg> route;
                for (int i = at; i != 0; i = from[i])
                    route.push_back(via[i]);
                std::reverse(route.begin(), route.end());
                return route;
            }
            for (std::size_t j = 0; j < joints_.size(); ++j) {
                const Joint& joint = joints_[j];
                const bool back = joint.to == place;
                if (!back && joint.from != place)
                    continue;
                const int other = back ? joint.from : joint.to;
                for (const bool own : {false, true}) {
                    if (joint.proofs[own].failed || (own && (!own_turn || at >= places)))
                        continue;
                    const int to = other + (own || at >= places ? places : 0);
                    if (const int sum = cost[at] + price(joint, own); sum < cost[to])
                        cost[to] = sum, via[to] = {static_cast<int>(j), own, back}, from[to] = at;
                }
            }
        }
    }

private:
    // Finds the places behind this one that few pegs reach without passing another.
    void join(const Boards<N>& boards, const State<N>& s, int from) {
        const Slots<N> use = boards.usable(s);
        const Bits<N> empty = boards.empties(s), finish = boards.goal(s, 1);
        const bool line = pegs_[from] < 0;
        Bits<N> reached = places_[from], front = reached;
        std::vector<bool> seen(places_.size(), false);
        for (int pegs = 0; pegs <= kDirect; ++pegs) {
            const Bits<N> next = boards.spread(use, front);
            for (int to = from + 1; to <= end(); ++to) {
                if (seen[to] || (from == 0 && to == end()))
                    continue;
                if (places_[to].intersects(next) || (to == end() && finish.intersects(front))) {
                    seen[to] = true;
                    joints_.push_back({from, to, pegs});
                }
            }
            front = next & empty;
            if (pegs == 0 && line)
                front |= boards.goal(s, 0) & empty;
            front = front.without(reached);
            reached |= front;
        }
    }

    static constexpr int kSorted = 30; // pegs up to which chains are put in order
    static constexpr int kDirect = 5;  // pegs of a joint at most

    std::vector<Bits<N>> places_;
    std::vector<int> pegs_; // one of each chain; -1 for a goal line
    std::vector<Joint> joints_;
};

} // namespace twixt
