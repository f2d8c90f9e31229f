"""The search with Privileges against its brute force, on random small positions.

Every verdict must be the brute force's, and both checkers must accept every proof. A proof with one
thing changed, or held against other Privileges, is refused or still speaks the truth.
"""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from solver.errors import CertificateError
from solver.game import Position, Ruleset, Side, holders_letters, position_text
from solver.oracle import (
    TooHardError,
    connects_with_privilege,
    measured_with_privilege,
    random_position,
)
from solver.proof import Aim, Claim, Limits, NodeKind, PrivilegeStrategy, Verdict
from solver.search import PrivilegeSearch
from solver.verify import check_with_privilege, check_with_privilege_by_sat

__all__ = ["PrivilegeCase", "damaged", "privilege_case", "privilege_faults"]

_MOST_VISITED = 4_000
"""Positions the brute force may visit; harder throws are thrown away."""

_HOLDERS = (
    frozenset[Side](),
    frozenset({Side.WHITE}),
    frozenset({Side.BLACK}),
    frozenset(Side),
    frozenset(Side),
)

_DAMAGED = 3
"""Damaged proofs tried for each position."""

_LIMITS = Limits(nodes=2_000)


@dataclass(frozen=True, slots=True)
class PrivilegeCase:
    """A position, who holds the Privilege, a claim and whether it is true."""

    seed: int
    position: Position
    holders: frozenset[Side]
    claim: Claim
    true: bool

    @property
    def text(self) -> str:
        """All that is needed to see it again."""
        held = holders_letters(self.holders) or "nobody"
        return (
            f"{self.claim.text}, {held} holding: {position_text(self.position)}\n"
            f"  again: twixt bench --fuzz 1 --seed {self.seed} --privilege"
        )


def privilege_case(seed: int) -> PrivilegeCase:
    """Return the case of a seed; in one of three a Privilege changes the value."""
    rng = Random(f"privilege {seed}")
    ruleset = rng.choice([Ruleset.STD, Ruleset.PP])
    deep, matters = rng.choice([2, 3, 6, 12]), rng.random() < 1 / 3
    while True:
        position = random_position(rng, ruleset)
        if position is None:
            continue
        position = replace(position, to_move=rng.choice(list(Side)))
        holders, chaser = rng.choice(_HOLDERS), rng.choice(list(Side))
        try:
            value, visited = measured_with_privilege(position, chaser, holders, nodes=_MOST_VISITED)
            if visited < deep:
                continue
            if matters and value is connects_with_privilege(
                position, chaser, (), nodes=_MOST_VISITED
            ):
                continue
        except TooHardError:
            continue
        aim = rng.choice(list(Aim))
        claim = Claim(aim, chaser if aim is Aim.CONNECT else chaser.other)
        return PrivilegeCase(seed, position, holders, claim, value is (aim is Aim.CONNECT))


def privilege_faults(case: PrivilegeCase) -> tuple[Counter[tuple[str, ...]], list[str]]:
    """Solve a case; return how that ended, and what is wrong with it.

    Keys of the counter: (ruleset, holders, true or false, verdict); (`accepted`,) for checks passed
    and (`refused`,) for those of changed proofs that did not.
    """
    counts = Counter[tuple[str, ...]]()
    solution = PrivilegeSearch(case.claim, _LIMITS).solve(case.position, case.holders)
    verdict = solution.verdict
    counts[
        case.position.ruleset.value,
        holders_letters(case.holders) or "none",
        "true" if case.true else "false",
        verdict.value,
    ] += 1
    if verdict is (Verdict.DISPROVEN if case.true else Verdict.PROVEN):
        return counts, [f"{verdict.value}, but it is {case.true}: {case.text}"]
    if solution.proof is None:
        return counts, []
    faults = list[str]()
    for check in (check_with_privilege, check_with_privilege_by_sat):
        try:
            check(case.position, case.holders, solution.proof)
            counts["accepted",] += 1
        except CertificateError as error:
            faults.append(f"{error}: {case.text}")
    for number in range(_DAMAGED):
        broken = damaged(solution.proof, Random(f"{case.seed} {number}"))
        for holders in set(_HOLDERS):
            for check in (check_with_privilege, check_with_privilege_by_sat):
                try:
                    check(case.position, holders, broken)
                except CertificateError:
                    counts["refused",] += 1
                    continue
                if not _true(case.position, holders, broken.strategy.claim):
                    faults.append(f"a false proof for {holders_letters(holders)}: {case.text}")
    return counts, faults


def _true(position: Position, holders: frozenset[Side], claim: Claim) -> bool:
    """Tell what the brute force says of a claim; true where it cannot tell."""
    try:
        value = connects_with_privilege(position, claim.chaser, holders, nodes=_MOST_VISITED)
    except TooHardError:
        return True
    return value is (claim.aim is Aim.CONNECT)


def damaged(proof: PrivilegeStrategy, rng: Random) -> PrivilegeStrategy:
    """Return a proof with one thing changed: a mark, a child, or a part of a pattern."""
    nodes = list(proof.strategy.nodes)
    against, uses = set(proof.against), set(proof.uses)
    what = rng.choice(["against", "uses", "child", "zone", "pegs", "links", "made"])
    at = rng.randrange(len(nodes))
    node = nodes[at]
    if what == "against":
        against ^= {at}
    elif what == "uses":
        uses ^= {at}
    elif what == "child" and node.kind is NodeKind.REPLY:
        dropped = rng.randrange(len(node.children))
        kept = (*node.children[:dropped], *node.children[dropped + 1 :])
        nodes[at] = replace(node, children=kept)
    elif what != "child" and (part := getattr(node, what)):
        nodes[at] = replace(node, **{what: part - {rng.choice(sorted(part))}})
    else:
        nodes = nodes[:-1] or nodes
    strategy = replace(proof.strategy, nodes=tuple(nodes))
    last = len(nodes)
    return PrivilegeStrategy(
        strategy,
        frozenset(number for number in against if number < last),
        frozenset(number for number in uses if number < last),
    )
