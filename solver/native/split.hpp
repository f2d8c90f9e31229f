// The multi-part split, for whole boards: a chain across the board as joints between goal lines and
// own chains, each proved alone. Where the foe can hurt no two of them with one peg, all hold
// together. The cheapest way through the network of joints is tried first; joints that clash are
// proved again apart, or bargained over, or their overlap is searched.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "failures.hpp"
#include "joints.hpp"
#include "options.hpp"
#include "overlaps.hpp"
#include "parts.hpp"
#include "scoped.hpp"

namespace twixt {

template <int N> class Prover;

template <int N> class Splitter {
public:
    Splitter(Prover<N>& prover, std::size_t memory_bytes)
        : mine(prover.arena_, memory_bytes / kJointShare),
          theirs(prover.arena_, memory_bytes / kJointShare), prover_(prover),
          overlaps_(prover, *this) {}

    void begin() {
        round_ = 0;
        overlaps_.begin();
    }

    // Tells whether splits are to be tried at all.
    bool ready() const {
        const Options& options = prover_.options_;
        return options.split && !prover_.no_splits_ &&
               prover_.arena_.holes >= options.split_holes && prover_.arena_.self_contained();
    }

    // Looks for a proof of the whole chain; returns a pattern's number or -1. Stops like the
    // prover's own search, and goes on from there.
    int prove(const State<N>& root, bool own_turn) {
        for (; round_ <= kLastRound; ++round_) {
            int number = parted(root, own_turn);
            if (number < 0)
                number = searched(root, own_turn, nodes());
            if (number >= 0)
                return number;
        }
        return -1;
    }

    // Tells whether there is a proof (-1: none) and it needs no link that its part may not use.
    bool fits(int number) {
        return number >= 0 && (!allowed_ || within(prover_.parts_.links(number), *allowed_));
    }

    // Forgets what is filed by the numbers of patterns; returns the indexes that remain.
    std::vector<PatternIndex<N>*> make_room() {
        failed_.clear();
        overlaps_.make_room();
        std::vector<PatternIndex<N>*> indices;
        mine.each(indices);
        theirs.each(indices);
        return indices;
    }

    std::size_t bytes() const {
        return mine.bytes() + theirs.bytes() + failed_.size() * kFailedBytes + overlaps_.bytes();
    }

    // The patterns of joints, with the prover and with the foe to move.
    JointIndex<N> mine, theirs;

private:
    friend class Overlaps<N>; // which asks it for splits and searches after a reply

    // A proved leg of a route, and the state it was proved in: the foe is given for nothing what
    // other legs need.
    struct Part {
        Leg leg;
        int number;
        State<N> state;
    };

    // Returns a pattern of a state, an old one or one of joints, or -1.
    int parted(const State<N>& s, bool own_turn) {
        prover_.tick();
        if (!own_turn && s.turn == Turn::later && prover_.boards_.distance(s, 0) == 0)
            if (auto connected = prover_.leaf(s))
                return prover_.store(std::move(*connected));
        if (const int hit = prover_.known(s, own_turn); hit >= 0)
            return hit;
        const int number = route(s, own_turn);
        if (number >= 0 && own_turn && prover_.patterns_[number].kind == Kind::move) {
            const int after = prover_.patterns_[number].children.front();
            prover_.index(s.ends, false).add(prover_.patterns_[after], after);
        }
        // Overlaps file their own replies.
        if (number >= 0 && s.turn != Turn::real && prover_.patterns_[number].kind != Kind::reply)
            prover_.index(s.ends, own_turn).add(prover_.patterns_[number], number);
        return number;
    }

    // Splits a state; returns the pattern's number or -1.
    int route(const State<N>& s, bool own_turn) {
        const Slots<N> carry = both(prover_.granted(s), prover_.arena_.own.conducting);
        // From the start, the foe's links are known for the prover's first move only.
        const State<N> later = s.turn == Turn::real ? prover_.boards_.passed(s) : s;
        Network<N> network(prover_.arena_, prover_.boards_, s, carry);
        for (int routes = 0; routes < kRoutes;) {
            const std::vector<Leg> best =
                network.cheapest(own_turn, [&](const Joint& j, bool own) { return price(j, own); });
            if (best.empty())
                return -1;
            const Leg* untried = nullptr;
            for (const Leg& leg : best) {
                const Joint& joint = network.joints()[leg.joint];
                if (joint.proofs[leg.own].number < 0 &&
                    (!untried || joint.pegs > network.joints()[untried->joint].pegs))
                    untried = &leg;
            }
            if (untried) {
                Joint::Proof& proof = network.joints()[untried->joint].proofs[untried->own];
                Leg forward = *untried;
                forward.back = false;
                const State<N>& leg_state = forward.own ? s : later;
                proof.number =
                    prove_leg(network, forward, network.joined(leg_state, forward), nodes());
                proof.failed = proof.number < 0;
                continue;
            }
            if (const int number = combined(s, later, network, best, own_turn); number >= 0)
                return number;
            ++routes;
        }
        return -1;
    }

    // For the proof of one joint.
    std::uint64_t nodes() const { return kLegNodes << (2 * round_); }

    int price(const Joint& joint, bool own) const {
        const int number = joint.proofs[own].number;
        const int holes = number >= 0
                              ? (prover_.patterns_[number].zone & prover_.arena_.foe.open).count()
                              : kUntried * joint.pegs * joint.pegs;
        return 1 + holes + joint.penalty;
    }

    // Returns a pattern of a leg in a state of its ends, or -1.
    int prove_leg(const Network<N>& network, const Leg& leg, const State<N>& t,
                  std::uint64_t nodes) {
        const std::array<Bits<N>, 2> chains = {network.chain(network.place(leg, false)),
                                               network.chain(network.place(leg, true))};
        if (const int hit =
                (leg.own ? mine : theirs).find(t, chains, prover_.granted(t), prover_.patterns_);
            fits(hit))
            return hit;
        return searched(t, leg.own, nodes);
    }

    // Returns a pattern of a state proved in one piece, or -1.
    int searched(const State<N>& t, bool own, std::uint64_t nodes) {
        const int distance = std::max(1, prover_.boards_.distance(t, kLegPegs));
        if (distance > kLegPegs)
            return -1;
        const int most = distance + 1 + round_ / 2;
        prover_.scope_ = prover_.moves_.scope(t, most);
        const std::uint64_t key = state_key(prover_.arena_, t, own, prover_.scope_);
        if (const auto known = failed_.find(key); known != failed_.end() && known->second >= round_)
            return -1;
        const auto killers = prover_.moves_.all_killers();
        prover_.moves_.forget();
        int number = -1;
        prover_.watch_.within(nodes >> 2 * std::max(0, distance - kShort), [&] {
            for (int budget = distance; budget <= most && number < 0; ++budget)
                number = own ? prover_.prove_own(t, budget) : prover_.prove_foe(t, budget);
        });
        prover_.moves_.restore(killers);
        if (number < 0)
            failed_[key] = round_;
        return number;
    }

    // Puts the proved joints of a route together. Where two of them share a hole or have links
    // that cross, one is proved again without, or the prover moves there. With the foe to move they
    // may overlap.
    int combined(const State<N>& s, const State<N>& later, Network<N>& network,
                 const std::vector<Leg>& route, bool own_turn) {
        prover_.watch_.look([&] { return prover_.full(); });
        std::vector<Part> parts;
        bool moved = !own_turn;
        for (const Leg& leg : route) {
            moved |= leg.own;
            const Joint& joint = network.joints()[leg.joint];
            Part part{leg, joint.proofs[leg.own].number, network.joined(leg.own ? s : later, leg)};
            if (leg.back)
                part.number = prove_leg(network, leg, part.state, nodes());
            if (part.number < 0) {
                network.joints()[leg.joint].penalty += kPenalty;
                return -1;
            }
            parts.push_back(part);
        }
        for (int step = 0; step < kBargains; ++step) {
            const auto [i, j] = clashing(parts);
            if (i == j)
                return whole(s, parts, own_turn);
            if (settled(network, parts[i], parts[j], moved))
                continue;
            int pegs = 0;
            for (std::size_t k = i; k <= j; ++k) {
                Joint& joint = network.joints()[parts[k].leg.joint];
                joint.penalty += kPenalty;
                pegs += joint.pegs;
            }
            network.add(network.place(parts[i].leg, false), network.place(parts[j].leg, true),
                        pegs);
            return own_turn ? -1 : overlaps_.prove(s, numbers(parts));
        }
        return -1;
    }

    static std::vector<int> numbers(const std::vector<Part>& parts) {
        std::vector<int> numbers;
        for (const Part& part : parts)
            numbers.push_back(part.number);
        return numbers;
    }

    // Two parts that one foe peg could hurt, or whose links could cross; equal if there are none.
    std::pair<std::size_t, std::size_t> clashing(const std::vector<Part>& parts) {
        for (std::size_t j = 1; j < parts.size(); ++j)
            for (std::size_t i = 0; i < j; ++i)
                if (prover_.parts_.clash(parts[i].number, parts[j].number))
                    return {i, j};
        return {0, 0};
    }

    // What a part gives up: the other's zone, the holes of both zones, or one of these.
    enum class Share : std::uint8_t { zone, both, single };

    // Makes one of two parts that clash give up all that the other needs, all that they share, or
    // a single hole of it; or else lets the prover move in one.
    bool settled(const Network<N>& network, Part& one, Part& two, bool& moved) {
        const Bits<N> shared =
            prover_.patterns_[one.number].zone & prover_.patterns_[two.number].zone;
        Bits<N> single;
        if (shared.any())
            single.set(shared.first());
        for (const bool move : {false, true}) {
            if (move && moved)
                break;
            for (const Share share : {Share::zone, Share::both, Share::single})
                for (Part* part : {&one, &two}) {
                    const Part& other = part == &one ? two : one;
                    Bits<N> holes = share == Share::single ? single : shared;
                    if (share == Share::zone)
                        holes |= prover_.patterns_[other.number].zone &
                                 prover_.boards_.replies(part->state);
                    if (given_up(network, *part, other, holes, move)) {
                        moved |= move;
                        return true;
                    }
                }
        }
        return false;
    }

    // Proves a part again without some holes, and without links that cross those of another.
    bool given_up(const Network<N>& network, Part& part, const Part& other, const Bits<N>& holes,
                  bool move) {
        State<N> t = part.state;
        prover_.boards_.take_off(t, prover_.rules_.crossing(prover_.parts_.links(part.number),
                                                            prover_.parts_.links(other.number)));
        bool possible = true;
        holes.each([&](int hole) {
            // Where no foe peg can come, both parts want to peg themselves.
            possible &= prover_.arena_.foe.open.test(hole) && !t.own.test(hole);
            if (possible)
                t = prover_.boards_.with_foe(t, hole);
        });
        if (!possible)
            return false;
        Leg leg = part.leg;
        leg.own |= move;
        const Scoped allowed(allowed_, std::optional(t.free));
        int number = prove_leg(network, leg, t, std::max(2 * kLegNodes, nodes() / 32));
        if (!fits(number))
            number = -1; // a reply before the first turn brings back what was taken off
        if (number >= 0)
            part = {leg, number, t};
        return number >= 0;
    }

    // The pattern of parts that do not clash.
    int whole(const State<N>& s, const std::vector<Part>& parts, bool own_turn) {
        if (!own_turn)
            return prover_.parts_.side_by_side(s, numbers(parts));
        const auto mover = std::ranges::find_if(parts, [](const Part& p) { return p.leg.own; });
        return prover_.parts_.moved(
            s, numbers(parts), mover == parts.end() ? -1 : static_cast<int>(mover - parts.begin()));
    }

    static constexpr std::size_t kJointShare = 2048; // of the memory, for a pair of ends
    static constexpr std::size_t kFailedBytes = 48;
    static constexpr int kLastRound = 7;
    static constexpr int kLegPegs = 7;   // of a leg
    static constexpr int kShort = 4;     // pegs, each beyond which waits for the next round
    static constexpr int kRoutes = 10;   // tried in one state
    static constexpr int kBargains = 60; // about one route
    static constexpr int kUntried = 8;   // price of a peg in an untried joint
    static constexpr int kPenalty = 40;  // price of a joint that clashed
    static constexpr std::uint64_t kLegNodes = 200; // in the first round

    Prover<N>& prover_;
    int round_ = 0;
    std::optional<Slots<N>> allowed_; // own links that a part proved again may use; else all
    std::unordered_map<std::uint64_t, int> failed_; // joints, by the last round in vain
    Overlaps<N> overlaps_;
};

} // namespace twixt
