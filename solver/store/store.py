"""The verdict store: one SQLite file that several processes may share.

A row is a claim proved, with its strategy, or a question that limits left undecided. Nothing in
the file is believed: a strategy is checked against the position that is asked about, so that a
damaged row is of no use but does no harm.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from solver import __version__
from solver.errors import CertificateError, StoreError
from solver.game import Hole, Move, Position, position_text
from solver.proof import Claim, Limit, Limits, Strategy, Verdict, pack_strategy
from solver.search import FirstMoves, Solution
from solver.store.checked_rows import as_stored, read_strategy
from solver.store.rows import COLUMNS, VALUES, Row, Stored, StoredOthers, holes_text, used
from solver.store.store_file import add_from, opened, unusable
from solver.store.symmetry import Canonical, canonical

__all__ = ["Store"]

_ENDLESS = 2**63 - 1


class Store:
    """Verdicts in a file. May be used by several threads, and the file by several processes."""

    def __init__(self, path: Path | str, most_bytes: int | None = None) -> None:
        """Open a store, or make it.

        A file of `most_bytes` or more takes nothing new but by `add_all`. Raises StoreError when
        the file is something else or cannot be opened.
        """
        self.path = Path(path)
        self._most_bytes = most_bytes
        self.faults: list[str] = []
        """Rows that were found wanting, a line each: they were not used."""
        self._lock = threading.RLock()
        self._newest = _ENDLESS
        try:
            self._file = opened(self.path)
        except sqlite3.Error as error:
            raise unusable(self.path, error) from None

    def freeze(self) -> None:
        """Find from now on only what is stored already.

        What a run finds then does not depend on which of its parts came first.
        """
        ((self._newest,),) = self._execute("SELECT coalesce(max(id), 0) FROM verdicts")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading ------------------------------------------------------------------------

    def find(self, position: Position, claim: Claim, limits: Limits | None = None) -> Stored | None:
        """Return what is known of a claim, by its own proof, that of the opposite or of more.

        An undecided result counts only if `limits` are given and allow no more than was tried by
        this version. Raises StoreError, and PuzzleRuleError for a position that cannot be solved.
        """
        canon = canonical(position)
        asked = canon.claim(claim)
        undecided: Row | None = None
        for row in self._rows(canon.key, self._newest):
            if row.but is not None:
                continue
            if row.packed is None:
                if row.claim == asked and limits and row.covers(limits):
                    undecided = row
            elif row.claim.implies(asked) or row.claim.implies(asked.opposite):
                strategy = self._checked(row, canon, position)
                if strategy is not None:
                    return as_stored(row, position, claim, strategy)
        return as_stored(undecided, position, claim, None) if undecided else None

    def find_others(
        self,
        position: Position,
        claim: Claim,
        winning: frozenset[Hole] = frozenset(),
        limits: Limits | None = None,
    ) -> StoredOthers | None:
        """Return what is known of the first moves of a claim's prover.

        `winning` are those that are known to win: they are not looked up. With `limits`, moves that
        the store leaves undecided count only as in `find`. Without, whatever is known is returned;
        in either case what leaves the fewest moves undecided. Raises StoreError, and
        PuzzleRuleError for a position that cannot be solved.
        """
        canon = canonical(position)
        opposite = canon.claim(claim.opposite)
        best: StoredOthers | None = None
        for row in self._rows(canon.key, self._newest):
            if row.but is None or not row.claim.implies(opposite):
                continue
            strategy = self._checked(row, canon, position) if row.packed is not None else None
            if row.packed is not None and strategy is None:
                continue
            left = frozenset(map(canon.hole_back, row.but))
            if strategy is None:
                left = frozenset(position.open_holes(claim.prover))
            named = frozenset(map(canon.hole_back, row.winning)) - winning
            wins = left & (winning | self._wins(position, claim, named))
            undecided = left - wins
            if undecided and limits is not None and not row.covers(limits):
                continue
            if best is None or len(undecided) < len(best.others.undecided):
                others = FirstMoves(strategy, wins, undecided)
                best = StoredOthers(others, row.limits, row.nodes, row.seconds, row.version)
        return best

    def has_proof(self, position: Position) -> bool:
        """Tell whether a proof about a position is kept; it is not checked.

        Raises StoreError, and PuzzleRuleError for a position that cannot be solved.
        """
        return any(row.packed is not None for row in self._rows(canonical(position).key))

    def _wins(self, position: Position, claim: Claim, holes: frozenset[Hole]) -> frozenset[Hole]:
        """Return those of some first moves of which the store has the proof."""

        def proven(after: Position) -> bool:
            if after.result is not None:
                return after.connected(claim.prover)
            stored = self.find(after, claim)
            return stored is not None and stored.solution.verdict is Verdict.PROVEN

        empty = holes & frozenset(position.open_holes(claim.prover))
        # Where even a pass wins, an own peg anywhere does no harm.
        if empty and proven(replace(position, to_move=claim.prover.other)):
            return empty
        return frozenset(hole for hole in empty if proven(position.play(Move(hole))))

    def _checked(self, row: Row, canon: Canonical, position: Position) -> Strategy | None:
        """Return a row's strategy for a position; None, and a fault, when it proves nothing."""
        try:
            return read_strategy(row, canon, position)
        except CertificateError as error:
            self._blame(row.number, error)
            return None

    # -- writing ------------------------------------------------------------------------

    def add(self, position: Position, solution: Solution, limits: Limits) -> None:
        """Keep a solution, unless the store knows as much. Raises StoreError.

        One that says nothing is not kept: cancelled, or ended by nodes or seconds before its first
        node. Another undecided one is kept with what it used of the limit that ended it. A row in
        its place whose proof fails is removed.
        """
        cut_short = solution.limit in (Limit.NODES, Limit.SECONDS) and not solution.nodes
        if solution.limit is Limit.CANCELLED or cut_short:
            return
        canon = canonical(position)
        strategy = solution.strategy
        claim = canon.claim(strategy.claim if strategy else solution.claim)
        known = [row for row in self._rows(canon.key) if row.but is None and row.claim == claim]
        if strategy is not None:
            same = [row for row in known if row.packed and row.pegs == strategy.root.depth]
        else:
            limits = used(limits, solution)
            same = [row for row in known if row.covers(limits)]
        for row in same:
            if row.packed is None or self._checked(row, canon, position) is not None:
                return
            self.remove(row)
        self._insert(
            position,
            canon,
            claim,
            strategy,
            reached=solution.limit.value if solution.limit else None,
            nodes=solution.nodes,
            seconds=solution.seconds,
            limits=limits,
        )

    def add_others(
        self,
        position: Position,
        claim: Claim,
        others: FirstMoves,
        limits: Limits,
        *,
        nodes: int,
        seconds: float,
    ) -> None:
        """Keep what is known of the first moves of a claim's prover. Raises StoreError."""
        canon = canonical(position)
        self._insert(
            position,
            canon,
            canon.claim(others.strategy.claim if others.strategy else claim.opposite),
            others.strategy,
            but=holes_text(map(canon.hole, others.left)),
            winning=holes_text(map(canon.hole, others.winning)),
            nodes=nodes,
            seconds=seconds,
            limits=limits,
        )

    def _insert(
        self,
        position: Position,
        canon: Canonical,
        claim: Claim,
        strategy: Strategy | None,
        *,
        but: str | None = None,
        winning: str | None = None,
        reached: str | None = None,
        nodes: int,
        seconds: float,
        limits: Limits,
    ) -> None:
        if self._is_full():
            return
        values = {
            "key": canon.key,
            "aim": claim.aim.value,
            "prover": claim.prover.value,
            "but": but,
            "winning": winning,
            "reached": reached,
            "pegs": strategy.root.depth if strategy else None,
            "strategy": pack_strategy(canon.strategy(strategy)) if strategy else None,
            "nodes": nodes,
            "seconds": seconds,
            "limit_nodes": limits.nodes,
            "limit_seconds": limits.seconds,
            "limit_memory": limits.memory,
            "version": __version__,
            "position": position_text(position),
        }
        names = ", ".join(values)
        marks = ", ".join("?" * len(values))
        self._execute(f"INSERT INTO verdicts ({names}) VALUES ({marks})", *values.values())

    def _is_full(self) -> bool:
        if self._most_bytes is None:
            return False
        ((size,),) = self._execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        return bool(size >= self._most_bytes)

    def add_all(self, path: Path) -> int:
        """Add the proofs of another store that are not here yet; return how many.

        They are not checked: like all rows, each is when it is used. Raises StoreError.
        """
        same = "mine.key = its.key AND mine.but IS its.but AND mine.strategy = its.strategy"
        try:
            with self._lock:
                return add_from(
                    self._file,
                    path,
                    f"INSERT INTO verdicts ({VALUES}) SELECT {VALUES} FROM other.verdicts AS its "
                    "WHERE strategy IS NOT NULL "
                    f"AND NOT EXISTS (SELECT 1 FROM main.verdicts AS mine WHERE {same})",
                )
        except (sqlite3.Error, OSError) as error:
            raise unusable(path, error) from None

    # -- rows ---------------------------------------------------------------------------

    def _rows(self, key: bytes, newest: int = _ENDLESS) -> list[Row]:
        """Return what is stored of a position up to a row, short proofs and late rows first."""
        found = self._execute(
            f"SELECT {COLUMNS} FROM verdicts WHERE key = ? AND id <= ? "
            "ORDER BY pegs IS NULL, pegs, id DESC",
            key,
            newest,
        )
        return [row for values in found if (row := self._row(values))]

    def _row(self, values: tuple[Any, ...]) -> Row | None:
        """Read a row; None, and a fault, when it makes no sense."""
        try:
            return Row.read(values)
        except StoreError as error:
            self._blame(values[0], error)
            return None

    def _blame(self, number: int, error: Exception) -> None:
        fault = f"{self.path}, row {number}: {error}"
        with self._lock:
            if fault not in self.faults:
                self.faults.append(fault)

    def rows(self) -> Iterator[Row]:
        """Yield the proofs that make sense, in the order they were added. Raises StoreError."""
        last = 0
        while found := self._execute(
            f"SELECT {COLUMNS} FROM verdicts WHERE id > ? AND id <= ? AND strategy IS NOT NULL "
            "ORDER BY id LIMIT 1",
            last,
            self._newest,
        ):
            last = found[0][0]
            if row := self._row(found[0]):
                yield row

    @property
    def proofs(self) -> int:
        """Number of proofs that `rows` yields at most. Raises StoreError."""
        ((number,),) = self._execute(
            "SELECT count(*) FROM verdicts WHERE id <= ? AND strategy IS NOT NULL", self._newest
        )
        return int(number)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make what is written within this block all there or, after an exception, not at all.

        Raises StoreError.
        """
        with self._lock:
            self._execute("BEGIN IMMEDIATE")
            try:
                yield
                self._execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def remove(self, row: Row) -> None:
        """Forget a row. Raises StoreError."""
        self._execute("DELETE FROM verdicts WHERE id = ?", row.number)

    def _execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._file.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise unusable(self.path, error) from None
