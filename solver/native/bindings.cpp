// The one door between Python and the native core.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "alphabeta.hpp"
#include "blocker.hpp"
#include "call.hpp"
#include "cpu.hpp"
#include "packed.hpp"
#include "team.hpp"

namespace nb = nanobind;

namespace twixt {
namespace {

struct Cancel {
    std::atomic<bool> set = false;
};

class AnyProver {
public:
    virtual ~AnyProver() = default;
    virtual void begin(const Standing& standing, bool prover_to_move) = 0;
    virtual Status run(std::uint64_t nodes, double seconds, const Cancel* cancel,
                       nb::object poll) = 0;
    virtual std::uint64_t nodes() const = 0;
    virtual std::size_t memory_used() const = 0;
    virtual int budget() const = 0;
    virtual int favourite() const = 0;
    virtual std::vector<Node> strategy() const = 0;
    virtual std::pair<Node, std::string> packed() const = 0;
    virtual std::vector<int> ratings(const std::vector<int>& holes) = 0;
    virtual std::string recorded() = 0;
};

// `Search` is Team or Blocker.
template <template <int> class Search, int N> class SizedProver final : public AnyProver {
public:
    template <class... Args>
    explicit SizedProver(const Args&... args) : prover_(std::make_unique<Search<N>>(args...)) {}

    void begin(const Standing& standing, bool prover_to_move) override {
        const Call call(busy_);
        prover_->begin(standing, prover_to_move);
    }

    Status run(std::uint64_t nodes, double seconds, const Cancel* cancel,
               nb::object poll) override {
        const Call call(busy_);
        const auto ask_python = [&] {
            nb::gil_scoped_acquire gil;
            if (PyErr_CheckSignals() != 0)
                throw nb::python_error();
            if (!poll.is_none())
                poll();
        };
        nb::gil_scoped_release release;
        return prover_->run(nodes,
                            {Watch::after(seconds), cancel ? &cancel->set : nullptr, ask_python});
    }
    std::uint64_t nodes() const override { return prover_->nodes(); }
    std::size_t memory_used() const override { return prover_->memory_used(); }
    int budget() const override { return prover_->budget(); }
    int favourite() const override { return prover_->favourite(); }

    std::vector<int> ratings(const std::vector<int>& holes) override {
        if constexpr (requires { prover_->ratings(holes); }) {
            const Call call(busy_);
            return prover_->ratings(holes);
        }
        throw std::invalid_argument("searches for a block have no prior");
    }

    std::string recorded() override {
        if constexpr (requires { prover_->recorded(); }) {
            const Call call(busy_);
            return prover_->recorded();
        }
        throw std::invalid_argument("searches for a block have no prior to learn");
    }

    std::vector<Node> strategy() const override {
        const Call call(busy_);
        const std::vector<int> order = proof();
        std::vector<Node> nodes;
        for (int number : order)
            nodes.push_back(node(order, number));
        return nodes;
    }

    // Without lists of numbers for nodes that are not looked at.
    std::pair<Node, std::string> packed() const override {
        const Call call(busy_);
        const std::vector<int> order = proof();
        if (order.empty())
            throw std::invalid_argument("nothing is proven");
        Packer packer;
        const auto add_holes = [&](const Bits<N>& set) {
            packer.add(set.count(), [&](auto take) { set.each(take); });
        };
        const auto add_slots = [&](const Slots<N>& set) {
            int size = 0;
            for (const Bits<N>& plane : set)
                size += plane.count();
            packer.add(size, [&](auto take) {
                prover_->boards().each_slot(set, [&](Slot s) { take(slot(s)); });
            });
        };
        for (int number : order) {
            const Pattern<N>& p = prover_->patterns()[number];
            packer.add(static_cast<int>(p.kind));
            packer.add(p.depth);
            add_holes(p.zone);
            add_holes(p.pegs);
            add_slots(p.links);
            packer.add(p.hole);
            add_slots(p.made);
            packer.add(static_cast<int>(p.children.size()), [&](auto take) {
                for (int child : p.children)
                    take(place(order, child));
            });
            for (int end : p.ends)
                packer.add(end);
        }
        return {node(order, order.back()), std::move(packer).bytes()};
    }

private:
    // The numbers of the patterns that the root is proved by, in order: a pattern is stored after
    // its children. Takes time for those only, as many strategies are asked for.
    std::vector<int> proof() const {
        std::vector<int> order, below;
        std::unordered_set<int> seen;
        const auto add = [&](int number) {
            if (number >= 0 && seen.insert(number).second)
                below.push_back(number);
        };
        add(prover_->root());
        while (!below.empty()) {
            order.push_back(below.back());
            below.pop_back();
            for (int child : prover_->patterns()[order.back()].children)
                add(child);
        }
        std::ranges::sort(order);
        return order;
    }

    static int place(const std::vector<int>& order, int number) {
        return static_cast<int>(std::ranges::lower_bound(order, number) - order.begin());
    }

    Node node(const std::vector<int>& order, int number) const {
        const Pattern<N>& p = prover_->patterns()[number];
        std::vector<int> children;
        for (int child : p.children)
            children.push_back(place(order, child));
        return {static_cast<int>(p.kind),
                p.depth,
                holes(p.zone),
                holes(p.pegs),
                slots(p.links),
                p.hole,
                slots(p.made),
                std::move(children),
                p.ends};
    }

    static std::vector<int> holes(const Bits<N>& set) {
        std::vector<int> numbers;
        set.each([&](int i) { numbers.push_back(i); });
        return numbers;
    }

    std::vector<int> slots(const Slots<N>& set) const {
        std::vector<int> numbers;
        prover_->boards().each_slot(set, [&](Slot s) { numbers.push_back(slot(s)); });
        return numbers;
    }

    int slot(Slot s) const { return prover_->arena().number(s); }

    // By itself, as its masks want an alignment that nanobind does not give back.
    std::unique_ptr<Search<N>> prover_;
    mutable std::atomic<bool> busy_ = false;
};

using Exits = std::vector<std::array<int, 3>>;
using Side = std::tuple<std::vector<int>, std::vector<int>, std::vector<int>, std::vector<int>,
                        std::vector<int>, std::vector<int>, std::vector<int>, Exits>;

SideMasks side_masks(const Side& side) { return std::make_from_tuple<SideMasks>(side); }

template <template <int> class Search, class... Args>
std::unique_ptr<AnyProver> sized_prover(const ArenaMasks& masks, const Args&... args) {
    check_lattice(masks.width, masks.height);
    const int holes = masks.width * masks.height;
    if (holes <= 64 * 4)
        return std::make_unique<SizedProver<Search, 4>>(masks, args...);
    if (holes <= 64 * 8)
        return std::make_unique<SizedProver<Search, 8>>(masks, args...);
    if (holes <= 64 * 12)
        return std::make_unique<SizedProver<Search, 12>>(masks, args...);
    if (holes <= 64 * 16)
        return std::make_unique<SizedProver<Search, 16>>(masks, args...);
    return std::make_unique<SizedProver<Search, 24>>(masks, args...);
}

std::unique_ptr<AnyProver> make_prover(int width, int height, bool own_links_cross, const Side& own,
                                       const Side& foe, bool block, std::size_t memory,
                                       const Options& options, int threads) {
    if (threads < 1 || threads > Team<4>::kMost)
        throw std::invalid_argument("a search has 1 to 256 threads");
    const ArenaMasks masks{width, height, own_links_cross, side_masks(own), side_masks(foe)};
    if (block)
        return sized_prover<Blocker>(masks, memory, options);
    return sized_prover<Team>(masks, memory, options, threads);
}

// (hole or -1, value, plies, whether all lines were played out, nodes)
std::tuple<int, int, int, bool, std::uint64_t> alpha_beta(int width, int height,
                                                          bool own_links_cross, const Side& own,
                                                          const Side& foe, double seconds) {
    constexpr int kWords = 4; // enough for the windows and small boards it is compared on
    check_lattice(width, height);
    AlphaBeta<kWords> player({width, height, own_links_cross, side_masks(own), side_masks(foe)},
                             [] {
                                 nb::gil_scoped_acquire gil;
                                 if (PyErr_CheckSignals() != 0)
                                     throw nb::python_error();
                             });
    nb::gil_scoped_release release;
    const auto answer = player.search(seconds);
    return {answer.hole, answer.value, answer.depth, answer.whole, answer.nodes};
}

Options changed(Options options, const nb::kwargs& changes) {
    for (const auto& [key, value] : changes) {
        const std::string given = nb::borrow<nb::str>(key).c_str();
        bool known = false;
#define TWIXT_SET(type, name, default, meaning)                                                    \
    if (given == #name) {                                                                          \
        known = true;                                                                              \
        if (!nb::try_cast(value, options.name))                                                    \
            throw nb::type_error(#name " takes a value of type " #type);                           \
    }
        TWIXT_OPTIONS(TWIXT_SET)
#undef TWIXT_SET
        if (!known)
            throw nb::type_error(("there is no technique named " + given).c_str());
    }
    return options;
}

nb::tuple techniques() {
    nb::list names;
#define TWIXT_NAME(type, name, value, meaning)                                                     \
    if (std::is_same_v<type, bool>)                                                                \
        names.append(#name);
    TWIXT_OPTIONS(TWIXT_NAME)
#undef TWIXT_NAME
    return nb::tuple(names);
}

} // namespace
} // namespace twixt

NB_MODULE(TWIXT_MODULE, module) {
    using namespace twixt;
    module.doc() = "Native search core of the TwixT solver. Private: use solver.search.";

    module.def(
        "cpu_level", &cpu_level,
        "The level of x86-64 this machine supports: 4, 3, or 0 for less or another processor.");

    nb::enum_<Status>(module, "Status", "Why a run ended.")
        .value("proven", Status::proven)
        .value("exhausted", Status::exhausted)
        .value("nodes", Status::nodes)
        .value("seconds", Status::seconds)
        .value("memory", Status::memory)
        .value("cancelled", Status::cancelled);

    nb::class_<Cancel>(module, "Cancel",
                       "Ends the searches it was given to, from any thread; not to be used again.")
        .def(nb::init<>())
        .def(
            "set", [](Cancel& cancel) { cancel.set = true; }, "End them soon, and for good.")
        .def(
            "is_set", [](const Cancel& cancel) { return cancel.set.load(); }, "Whether it is set.");

    auto options = nb::class_<Options>(
        module, "Options",
        "How to search; the defaults are best. Nothing here decides what counts as a proof. "
        "Raises TypeError for a name or a value that does not fit.");
    options
        .def(
            "__init__",
            [](Options* self, const nb::kwargs& changes) {
                new (self) Options(changed({}, changes));
            },
            nb::sig("def __init__(self, **changes: int) -> None"))
        .def("changed", &changed, nb::sig("def changed(self, **changes: int) -> Options"),
             "Return the same with other values.")
        .def_static("techniques", &techniques, nb::sig("def techniques() -> tuple[str, ...]"),
                    "Return the names of all that can be switched off.");
#define TWIXT_READ(type, name, value, meaning) options.def_ro(#name, &Options::name, meaning);
    TWIXT_OPTIONS(TWIXT_READ)
#undef TWIXT_READ

    nb::class_<AnyProver>(module, "Prover",
                          "Search for one side's proof that it connects or, with `block`, that "
                          "the other side never does. A side is the tuple (open holes, pegs, goal "
                          "line 0, goal line 1, slots, conducting slots, links, "
                          "exits) of an arena; `memory` is in bytes. `begin` a position, then run. "
                          "Raises ValueError for numbers that do not fit, and RuntimeError for a "
                          "call while it runs. Its properties may be read in `poll` then, but not "
                          "in another thread.")
        .def(nb::new_(&make_prover), nb::arg("width"), nb::arg("height"),
             nb::arg("own_links_cross"), nb::arg("own"), nb::arg("foe"), nb::arg("block"),
             nb::arg("memory"), nb::arg("options") = Options(), nb::arg("threads") = 1)
        .def(
            "begin",
            [](AnyProver& prover, std::vector<int> own_pegs, std::vector<int> own_links,
               std::vector<int> foe_pegs, std::vector<int> foe_links, bool prover_to_move) {
                prover.begin({std::move(own_pegs), std::move(own_links), std::move(foe_pegs),
                              std::move(foe_links)},
                             prover_to_move);
            },
            nb::arg("own_pegs"), nb::arg("own_links"), nb::arg("foe_pegs"), nb::arg("foe_links"),
            nb::arg("prover_to_move"),
            "Take up a position of the arena, with the patterns of those before.")
        .def(
            "run", &AnyProver::run, nb::arg("nodes"), nb::arg("seconds"),
            nb::arg("cancel").none() = nb::none(), nb::arg("poll") = nb::none(),
            "Search on for so many more nodes and seconds, until `cancel` is set or `poll`, called "
            "about twenty times a second, raises.")
        .def_prop_ro("nodes", &AnyProver::nodes, "Nodes searched so far.")
        .def_prop_ro("memory_used", &AnyProver::memory_used, "Bytes held.")
        .def_prop_ro("budget", &AnyProver::budget, "Own pegs of the present iteration.")
        .def_prop_ro("favourite", &AnyProver::favourite,
                     "The first move that was hardest to refute so far; -1 without one.")
        .def("ratings", &AnyProver::ratings, nb::arg("holes"),
             "How likely the prior holds first moves to win: logarithms, in parts of 128. The "
             "prover must be to move, and the holes empty.")
        .def(
            "recorded",
            [](AnyProver& prover) {
                const std::string bytes = prover.recorded();
                return nb::bytes(bytes.data(), bytes.size());
            },
            "Record examples for the prior from now on; return those since the last call, as "
            "solver/native/recorder.hpp says.")
        .def("strategy", &AnyProver::strategy,
             "The proof's nodes, children first and the root last: (kind 0 leaf 1 move 2 reply "
             "3 split, pegs needed, zone, own pegs, own links, hole, links made, children, "
             "ends: an own peg each, or -1 for the goal line).")
        .def(
            "packed",
            [](const AnyProver& prover) {
                const auto [root, bytes] = prover.packed();
                return std::pair(root, nb::bytes(bytes.data(), bytes.size()));
            },
            "The root of the proof that was found, and the bytes of all its nodes for `unpacked`.");

    module.def(
        "unpacked",
        [](const nb::bytes& bytes) { return Unpacker({bytes.c_str(), bytes.size()}).unpack(); },
        nb::arg("bytes"), "The nodes that `packed` made bytes of.");

    module.def(
        "alpha_beta", &alpha_beta, nb::arg("width"), nb::arg("height"), nb::arg("own_links_cross"),
        nb::arg("own"), nb::arg("foe"), nb::arg("seconds"),
        "The plain player's choice for the \"own\" side of an arena of 256 holes at most: "
        "(hole or -1 for a pass, value, plies searched, whether the value is final, nodes).");
    module.attr("ALPHA_BETA_WIN") = AlphaBeta<4>::kWin;
}
