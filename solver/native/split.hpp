// The multi-part split: a chain across the board as joints between goal lines and own chains,
// each proved alone. Where the foe can hurt no two of them with one peg, all hold together.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "below.hpp"
#include "derive.hpp"
#include "failures.hpp"
#include "joints.hpp"
#include "options.hpp"

namespace twixt {

template <int N> class Prover;

template <int N> class Splitter {
public:
    explicit Splitter(Prover<N>& prover)
        : mine(prover.arena_), theirs(prover.arena_), prover_(prover), below_(prover.patterns_) {}

    void begin() { effort_ = 0; }

    // Tells whether splits are to be tried at all.
    bool ready() const {
        const Options& options = prover_.options_;
        return options.split && !crowded_ && prover_.arena_.holes >= options.split_holes &&
               prover_.arena_.self_contained();
    }

    // True when the proof found has parts side by side for which too few holes are left; no such
    // proof is looked for or found again.
    bool refuses(const State<N>& root) {
        if (lasts(prover_.root_, prover_.boards_.empties(root).count()))
            return false;
        crowded_ = true;
        prover_.mine_ = prover_.theirs_ = PatternIndex<N>(prover_.arena_);
        prover_.root_ = prover_.budget_ = -1;
        return true;
    }

    // Looks for a proof of the whole chain; returns a pattern's number or -1. Stops like the
    // prover's own search, and goes on from there.
    int prove(const State<N>& root, bool own_turn) {
        for (; effort_ <= kMostEffort; ++effort_) {
            const int number = own_turn ? move(root) : reply(root, effort_ / 2);
            if (number >= 0)
                return number;
        }
        return -1;
    }

    // Tells whether a proof can be played to its end where the prover has so many holes left. With
    // none he passes, and two passes end the game, whatever links another part has to make.
    bool lasts(int number, int holes) {
        const auto& span = below_.span(number);
        return !span.split || holes >= 2 * span.turns;
    }

    // Forgets what is filed by the numbers of patterns; returns the indexes that remain.
    std::vector<PatternIndex<N>*> make_room() {
        below_.clear();
        failed_.clear();
        std::vector<PatternIndex<N>*> indices;
        mine.each(indices);
        theirs.each(indices);
        return indices;
    }

    std::size_t bytes() const {
        return below_.bytes() + mine.bytes() + theirs.bytes() + failed_.size() * kFailedBytes;
    }

    // The patterns of joints, with the prover and with the foe to move.
    JointIndex<N> mine, theirs;

private:
    // A proved leg of a route, and the state it was proved in: the foe is given for nothing what
    // other legs need.
    struct Part {
        Leg leg;
        int number;
        State<N> state;
    };

    // Foe to move. With `answers`, the reply may be answered by a move in any joint.
    int reply(const State<N>& s, bool answers) {
        prover_.tick();
        if (s.turn == Turn::later && prover_.boards_.distance(s, 0) == 0)
            if (const int connected = prover_.leaf(s); connected >= 0)
                return connected;
        const Slots<N> granted = prover_.granted(s);
        if (const int hit = prover_.theirs_.find(s, granted, kAnyDepth, prover_.patterns_);
            hit >= 0)
            return hit;
        int number = route(s, false);
        if (number < 0 && answers)
            number = answered(s);
        if (number >= 0)
            prover_.theirs_.add(prover_.patterns_[number], number);
        return number;
    }

    // Prover to move.
    int move(const State<N>& s) {
        prover_.tick();
        if (const int hit = prover_.mine_.find(s, prover_.granted(s), kAnyDepth, prover_.patterns_);
            hit >= 0)
            return hit;
        const int number = route(s, true);
        if (number >= 0 && s.turn != Turn::real)
            prover_.mine_.add(prover_.patterns_[number], number);
        return number;
    }

    int answered(const State<N>& s) {
        std::vector<int> children;
        Bits<N> open = prover_.boards_.replies(s);
        for (int reply = -1;;) {
            const int number = move(reply < 0 ? s : prover_.boards_.with_foe(s, reply));
            if (number < 0)
                return -1;
            children.push_back(number);
            open &= prover_.patterns_[number].zone;
            if (open.none())
                break;
            reply = prover_.moves_.most_dangerous(s, open, kMostPegs);
        }
        auto pattern = prover_.rules_.reply(s, children, prover_.patterns_);
        return pattern ? prover_.store(std::move(*pattern)) : -1;
    }

    // Splits a state; returns the pattern's number or -1.
    int route(const State<N>& s, bool own_turn) {
        Slots<N> carry = prover_.granted(s);
        for (int d = 0; d < kDirections; ++d)
            carry[d] &= prover_.arena_.own.conducting[d];
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
                proof.number = prove_leg(network, forward, network.joined(leg_state, forward));
                proof.failed = proof.number < 0;
                continue;
            }
            if (const int number = combined(s, later, network, best, own_turn); number >= 0)
                return number;
            ++routes;
        }
        return -1;
    }

    int price(const Joint& joint, bool own) const {
        const int number = joint.proofs[own].number;
        const int holes = number >= 0
                              ? (prover_.patterns_[number].zone & prover_.arena_.foe.open).count()
                              : kUntried * joint.pegs * joint.pegs;
        return 1 + holes + joint.penalty;
    }

    // Returns a pattern of a leg in a state of its ends, or -1.
    int prove_leg(const Network<N>& network, const Leg& leg, const State<N>& t) {
        const std::array<Bits<N>, 2> chains = {network.chain(network.place(leg, false)),
                                               network.chain(network.place(leg, true))};
        if (const int hit =
                (leg.own ? mine : theirs).find(t, chains, prover_.granted(t), prover_.patterns_);
            hit >= 0)
            return hit;
        const int distance = std::max(1, prover_.boards_.distance(t, kLegPegs));
        if (distance > kLegPegs)
            return -1;
        const int most = distance + 1 + effort_ / 2;
        prover_.scope_ = prover_.moves_.scope(t, most);
        const std::uint64_t key = state_key(prover_.arena_, t, leg.own, prover_.scope_);
        if (const auto known = failed_.find(key);
            known != failed_.end() && known->second >= effort_)
            return -1;
        const auto killers = prover_.killers_;
        for (auto& pair : prover_.killers_)
            pair = {-1, -1};
        int number = -1;
        prover_.watch_.within(kLegNodes << (2 * effort_), [&] {
            for (int budget = distance; budget <= most && number < 0; ++budget)
                number = leg.own ? prover_.prove_own(t, budget, {}) : prover_.prove_foe(t, budget);
        });
        prover_.killers_ = killers;
        if (number < 0)
            failed_[key] = effort_;
        return number;
    }

    // Puts the proved joints of a route together. Where two of them share a hole or have links
    // that cross, one is proved again without, or the prover moves there.
    int combined(const State<N>& s, const State<N>& later, Network<N>& network,
                 const std::vector<Leg>& route, bool own_turn) {
        std::vector<Part> parts;
        bool moved = !own_turn;
        for (const Leg& leg : route) {
            moved |= leg.own;
            const Joint& joint = network.joints()[leg.joint];
            Part part{leg, joint.proofs[leg.own].number, network.joined(leg.own ? s : later, leg)};
            if (leg.back)
                part.number = prove_leg(network, leg, part.state);
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
            return -1;
        }
        return -1;
    }

    // Two parts that one foe peg could hurt, or whose links could cross; equal if there are none.
    std::pair<std::size_t, std::size_t> clashing(const std::vector<Part>& parts) {
        for (std::size_t j = 1; j < parts.size(); ++j)
            for (std::size_t i = 0; i < j; ++i) {
                const int one = parts[i].number, two = parts[j].number;
                if (prover_.patterns_[one].zone.intersects(prover_.patterns_[two].zone) ||
                    !prover_.rules_.uncrossed(below_.links(one), below_.links(two)))
                    return {i, j};
            }
        return {0, 0};
    }

    // Makes one of two parts that clash give up all that they share, or a single hole of it; or
    // else lets the prover move in one.
    bool settled(const Network<N>& network, Part& one, Part& two, bool& moved) {
        const Bits<N> shared =
            prover_.patterns_[one.number].zone & prover_.patterns_[two.number].zone;
        Bits<N> single;
        if (shared.any())
            single.set(shared.first());
        for (const bool move : {false, true}) {
            if (move && moved)
                break;
            for (const Bits<N>& holes : {shared, single})
                for (Part* part : {&one, &two})
                    if (given_up(network, *part, part == &one ? two : one, holes, move)) {
                        moved |= move;
                        return true;
                    }
        }
        return false;
    }

    // Proves a part again without some holes, and without links that cross those of another.
    bool given_up(const Network<N>& network, Part& part, const Part& other, const Bits<N>& holes,
                  bool move) {
        State<N> t = part.state;
        const Slots<N> crossed =
            prover_.rules_.crossing(below_.links(part.number), below_.links(other.number));
        for (int d = 0; d < kDirections; ++d)
            t.free[d] = t.free[d].without(crossed[d]);
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
        const int number = prove_leg(network, leg, t);
        if (number >= 0)
            part = {leg, number, t};
        return number >= 0;
    }

    // The pattern of parts that do not clash. On the prover's turn he moves in one of them, or
    // anywhere.
    int whole(const State<N>& s, const std::vector<Part>& parts, bool own_turn) {
        State<N> t = s;
        std::vector<int> children;
        int moved = -1;
        for (const Part& part : parts) {
            children.push_back(part.number);
            if (part.leg.own) {
                moved = part.number;
                t = prover_.boards_.with_own(s, prover_.patterns_[moved].hole);
                children.back() = prover_.patterns_[moved].children.front();
            }
        }
        const int number = side_by_side(t, children);
        if (!own_turn || number < 0)
            return number;
        int hole = moved < 0 ? idle(s, number) : prover_.patterns_[moved].hole;
        if (hole < 0)
            return -1;
        const Slots<N> made = moved < 0 ? Slots<N>{} : prover_.patterns_[moved].made;
        auto pattern = prover_.rules_.move(s, hole, prover_.patterns_[number], number, made);
        if (!pattern || !prover_.rules_.uncrossed(pattern->links, pattern->links))
            return -1;
        return prover_.store(std::move(*pattern));
    }

    // A hole for a peg that is not needed, in the zone of a pattern if that can be; -1 if none.
    int idle(const State<N>& s, int number) const {
        const Bits<N> empty = prover_.boards_.empties(s);
        const Bits<N> zone = empty & prover_.patterns_[number].zone;
        const Bits<N> own = s.own & prover_.arena_.own.open;
        for (const Bits<N>& holes : {zone, empty, own})
            if (holes.any())
                return holes.first();
        return -1;
    }

    int side_by_side(const State<N>& s, const std::vector<int>& parts) {
        Pattern<N> p;
        p.kind = Kind::split;
        p.ends = s.ends;
        const auto add = [&](const Pattern<N>& part) {
            p.pegs |= part.pegs;
            for (int d = 0; d < kDirections; ++d)
                p.links[d] |= part.links[d];
        };
        Slots<N> between{}; // links of the chains where two parts meet
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) {
                State<N> t = s;
                t.free = prover_.granted(s);
                t.ends = {prover_.patterns_[parts[i - 1]].ends[1],
                          prover_.patterns_[parts[i]].ends[0]};
                if (t.ends[0] != t.ends[1]) {
                    const int chain = prover_.boards_.distance(t, 0) == 0 ? prover_.leaf(t) : -1;
                    if (chain < 0)
                        return -1;
                    add(prover_.patterns_[chain]);
                    for (int d = 0; d < kDirections; ++d)
                        between[d] |= prover_.patterns_[chain].links[d];
                }
            }
            const Pattern<N>& part = prover_.patterns_[parts[i]];
            p.zone |= part.zone;
            p.depth += part.depth;
            add(part);
        }
        for (int number : parts)
            if (!prover_.rules_.uncrossed(between, below_.links(number)))
                return -1;
        if (!prover_.rules_.uncrossed(p.links, p.links))
            return -1;
        p.children = parts;
        return prover_.store(std::move(p));
    }

    static constexpr std::size_t kFailedBytes = 48;
    static constexpr int kMostEffort = 7;
    static constexpr int kMostPegs = 24;            // of a whole chain
    static constexpr int kLegPegs = 7;              // of a leg
    static constexpr int kRoutes = 10;              // tried in one state
    static constexpr int kBargains = 60;            // about one route
    static constexpr int kUntried = 8;              // price of a peg in an untried joint
    static constexpr int kPenalty = 40;             // price of a joint that clashed
    static constexpr std::uint64_t kLegNodes = 200; // with the least effort

    Prover<N>& prover_;
    int effort_ = 0;
    bool crowded_ = false;
    std::unordered_map<std::uint64_t, int> failed_; // joints, by the effort spent in vain
    Below<N> below_;
};

} // namespace twixt
