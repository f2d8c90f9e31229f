// The answers to the replies of one node: proofs whose links must be able to stand together. Where
// they cross, links are made later or the answer is proved again without them.
#pragma once

#include <utility>
#include <vector>

#include "rules.hpp"

namespace twixt {

template <int N> class Answers {
public:
    Answers(const Arena<N>& arena, const Boards<N>& boards, const Rules<N>& rules,
            const Patterns<N>& patterns)
        : arena_(arena), boards_(boards), rules_(rules), patterns_(patterns) {}

    // Adds the pattern that answers a reply, proved in state `t`, if its links agree with those
    // of the others. With `remake`, links that cross may be made later, in the moves themselves;
    // `store` keeps the patterns this makes and returns their numbers.
    template <class Store> bool add(int number, const State<N>& t, bool remake, Store store) {
        if (agrees(number, answers_)) {
            answers_.push_back({number, t});
            return true;
        }
        if (!remake)
            return false;
        if (const int later = made_later(t, number, clash(number), store);
            later >= 0 && agrees(later, answers_)) {
            answers_.push_back({later, t});
            return true;
        }
        std::vector<Answer> remade;
        for (Answer a : answers_) {
            const Slots<N> links =
                rules_.crossing(patterns_[a.number].links, patterns_[number].links);
            if (links != Slots<N>{})
                a.number = made_later(a.state, a.number, links, store);
            if (a.number < 0 || !agrees(a.number, remade))
                return false;
            remade.push_back(a);
        }
        if (!agrees(number, remade))
            return false;
        answers_ = std::move(remade);
        answers_.push_back({number, t});
        return true;
    }

    // The links of a pattern that cross those of an answer.
    Slots<N> clash(int number) const {
        Slots<N> all{};
        for (const Answer& a : answers_) {
            const Slots<N> links =
                rules_.crossing(patterns_[number].links, patterns_[a.number].links);
            for (int d = 0; d < kDirections; ++d)
                all[d] |= links[d];
        }
        return all;
    }

    // The replies of state `s` that are not answered yet.
    Bits<N> open(const State<N>& s) const {
        Bits<N> open = boards_.replies(s);
        for (const Answer& a : answers_)
            open &= patterns_[a.number].zone;
        return open;
    }

    std::size_t size() const { return answers_.size(); }

    std::vector<int> numbers() const {
        std::vector<int> numbers;
        for (const Answer& a : answers_)
            numbers.push_back(a.number);
        return numbers;
    }

private:
    struct Answer {
        int number;
        State<N> state;
    };

    bool agrees(int number, const std::vector<Answer>& others) const {
        for (const Answer& a : others)
            if (!rules_.uncrossed(patterns_[number].links, patterns_[a.number].links))
                return false;
        return true;
    }

    // The same move with some links made in it instead of taken for granted; -1 if impossible.
    template <class Store>
    int made_later(const State<N>& t, int number, const Slots<N>& links, Store store) const {
        const Pattern<N>& old = patterns_[number];
        if (old.kind != Kind::move || arena_.own_links_cross)
            return -1;
        const int child = old.children.front();
        Slots<N> made = links;
        for (int d = 0; d < kDirections; ++d)
            made[d] |= old.made[d];
        auto pattern = rules_.move(t, old.hole, patterns_[child], child, made);
        if (!pattern || pattern->zone.intersects(t.foe) ||
            !rules_.uncrossed(pattern->links, pattern->links))
            return -1;
        return store(std::move(*pattern));
    }

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    const Rules<N>& rules_;
    const Patterns<N>& patterns_;
    std::vector<Answer> answers_;
};

} // namespace twixt
