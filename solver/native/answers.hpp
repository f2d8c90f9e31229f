// The answers to the replies of one node: proofs whose links must be able to stand together. Where
// they cross, links are made later or the answer is proved again without them.
#pragma once

#include <utility>
#include <vector>

#include "rules.hpp"

namespace twixt {

template <int N> class Answers {
public:
    // Of a node with the foe to move. require: its state outlives this
    Answers(const Arena<N>& arena, const Boards<N>& boards, const Rules<N>& rules,
            const Patterns<N>& patterns, const State<N>& node)
        : arena_(arena), boards_(boards), rules_(rules), patterns_(patterns), node_(node) {}

    // Adds the pattern that answers a reply (-1: a pass), proved in state `t`, if its links agree
    // with those of the others. With `remake`, links that cross may be made later, in the moves
    // themselves; `store` keeps the patterns this makes and returns their numbers. Without it `t`
    // may lack slots that the reply leaves free.
    template <class Store>
    bool add(int number, int reply, const State<N>& t, bool remake, Store store) {
        Answer answer{number, reply};
        if (agrees(number, answers_)) {
            if (!remake) {
                answer.lacking = static_cast<int>(lacking_.size());
                lacking_.push_back(t);
            }
            answers_.push_back(answer);
            return true;
        }
        if (!remake)
            return false;
        if (const int later = made_later(t, number, clash(number), store);
            later >= 0 && agrees(later, answers_)) {
            answers_.push_back({later, reply});
            return true;
        }
        std::vector<Answer> remade;
        for (Answer a : answers_) {
            const Slots<N> links =
                rules_.crossing(patterns_[a.number].links, patterns_[number].links);
            if (links != Slots<N>{})
                a.number = made_later(state(a), a.number, links, store);
            if (a.number < 0 || !agrees(a.number, remade))
                return false;
            remade.push_back(a);
        }
        if (!agrees(number, remade))
            return false;
        answers_ = std::move(remade);
        answers_.push_back(answer);
        return true;
    }

    // The links of a pattern that cross those of an answer.
    Slots<N> clash(int number) const {
        Slots<N> all{};
        for (const Answer& a : answers_)
            take_in(all, rules_.crossing(patterns_[number].links, patterns_[a.number].links));
        return all;
    }

    // The replies that are not answered yet.
    Bits<N> open() const {
        Bits<N> open = boards_.replies(node_);
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
        int reply;
        int lacking = -1; // of `lacking_`: its state, where that is not what the reply leaves
    };

    State<N> state(const Answer& a) const {
        if (a.lacking >= 0)
            return lacking_[a.lacking];
        return a.reply < 0 ? node_ : boards_.with_foe(node_, a.reply);
    }

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
        take_in(made, old.made);
        auto pattern = rules_.move(t, old.hole, patterns_[child], child, made);
        if (!pattern || pattern->zone.intersects(t.foe))
            return -1;
        return store(std::move(*pattern));
    }

    const Arena<N>& arena_;
    const Boards<N>& boards_;
    const Rules<N>& rules_;
    const Patterns<N>& patterns_;
    const State<N>& node_;
    std::vector<Answer> answers_;
    std::vector<State<N>> lacking_;
};

} // namespace twixt
