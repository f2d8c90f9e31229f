// What is true of a whole proof: of a pattern and all that it rests on.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "pattern.hpp"

namespace twixt {

template <int N> class WholeProofs {
public:
    // The prover's turns at most, and whether there is a split.
    struct Span {
        int turns = 0;
        bool split = false;
    };

    explicit WholeProofs(const Patterns<N>& patterns) : patterns_(patterns) {}

    const Span& span(int number) {
        if (const auto known = spans_.find(number); known != spans_.end())
            return known->second;
        const Pattern<N>& pattern = patterns_[number];
        Span all;
        all.split = pattern.kind == Kind::split;
        for (int child : pattern.children) {
            const Span& part = span(child);
            all.turns = pattern.kind == Kind::split ? all.turns + part.turns
                                                    : std::max(all.turns, part.turns);
            all.split |= part.split;
        }
        all.turns += pattern.kind == Kind::move;
        return spans_.emplace(number, all).first->second;
    }

    // The links that are needed or made anywhere.
    const Slots<N>& links(int number) {
        if (const auto known = links_.find(number); known != links_.end())
            return known->second;
        const Pattern<N>& pattern = patterns_[number];
        Slots<N> all = pattern.links;
        take_in(all, pattern.made);
        for (int child : pattern.children)
            take_in(all, links(child));
        return links_.emplace(number, all).first->second;
    }

    // Forgets it all: the numbers of patterns change.
    void clear() {
        spans_.clear();
        links_.clear();
    }

    std::size_t bytes() const {
        return spans_.size() * (sizeof(Span) + kNode) + links_.size() * (sizeof(Slots<N>) + kNode);
    }

private:
    static constexpr std::size_t kNode = 48; // of a table's entry, key and links

    const Patterns<N>& patterns_;
    std::unordered_map<int, Span> spans_;
    std::unordered_map<int, Slots<N>> links_;
};

} // namespace twixt
