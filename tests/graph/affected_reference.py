"""What a change affects, worked out the slow way: as states, and the steps between them one by one."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from .reference import (
    COLUMN,
    COLUMN_INDIRECT,
    COLUMN_TO_DATASET,
    FEEDS,
    JOB_FEEDS,
    READS,
    WRITES,
    Row,
    World,
    owning_job,
)

COLUMN_KINDS = {COLUMN, COLUMN_INDIRECT, COLUMN_TO_DATASET}
# A word for the kind of state, then the nodes it is about.
State = tuple[Any, ...]


class Step(NamedTuple):
    """From state to state, by a row or by none."""

    start: State
    end: State
    hops: int
    row: Row | None = None


class Question:
    def __init__(
        self,
        world: World,
        roots: frozenset[int],
        downstream: bool,
        at: int,
        touched: frozenset[int] = frozenset(),
    ) -> None:
        self.world, self.roots, self.downstream, self.touched = world, roots, downstream, touched
        self.rows = world.alive(at)
        self.column_rows: defaultdict[tuple[int, int], list[Row]] = defaultdict(list)
        for row in self.alive(*COLUMN_KINDS):
            self.column_rows[self.dataset(self.near(row)), row.owner].append(row)

    def near(self, row: Row) -> int:
        return row.source if self.downstream else row.target

    def far(self, row: Row) -> int:
        return row.target if self.downstream else row.source

    def dataset(self, node: int) -> int:
        parent = self.world.parent[node]
        return node if parent < 0 else parent

    def alive(self, *kinds: int) -> list[Row]:
        return [row for row in self.rows if row.kind in kinds]

    def entering(self) -> list[Row]:
        return self.alive(READS if self.downstream else WRITES)

    def enters(self, row: Row) -> bool:
        return self.downstream or row.flows

    def leaving(self, job: int | None = None) -> list[Row]:
        rows = self.alive(WRITES if self.downstream else READS)
        return [row for row in rows if (row.flows or not self.downstream) and job in (None, self.near(row))]

    def rows_between(self, near: int, owner: int, far: int | None = None) -> list[Row]:
        """Column arcs of an owner between two datasets, or from one to anywhere."""
        rows = self.column_rows.get((near, owner), [])
        ends = {row: self.dataset(self.far(row)) for row in rows}
        return [
            row for row in rows if far in (None, ends[row]) and not self.overruled(near, owner, ends[row])
        ]

    def overruled(self, near: int, owner: int, far: int) -> bool:
        """Someone declared the hop of the dataset as a whole."""
        source, target = (near, far) if self.downstream else (far, near)
        return any(
            row.whole and row.owner == owner and row.source == source and row.target in (owner, target)
            for row in self.alive(READS, FEEDS)
        )


def steps(ask: Question) -> Iterator[Step]:
    yield from known_steps(ask)
    yield from gap_steps(ask)
    yield from maybe_steps(ask)


def known_steps(ask: Question) -> Iterator[Step]:
    for node in range(len(ask.world.parent)):
        yield Step(("known", node), ("touched", ask.dataset(node)), 0)
    for row in ask.alive(*COLUMN_KINDS):
        near, far = ask.near(row), ask.far(row)
        whole = ask.downstream and row.kind == COLUMN_TO_DATASET
        start = ("touched", near) if ask.world.parent[near] < 0 else ("known", near)
        for end in {far} | (ask.world.columns(far) if whole else set()):
            yield Step(start, ("known", end), 1, row)
        for job in owning_job(ask.world, row):
            yield Step(start, ("job known", job), 1, row)


def gap_steps(ask: Question) -> Iterator[Step]:
    for row in ask.alive(FEEDS):
        near, far = ask.near(row), ask.far(row)
        if not ask.rows_between(near, row.owner, far):
            yield Step(("touched", near), ("maybe", far), 1, row)
            yield from _met(ask, "touched", row)
    for row in ask.entering():
        near, job = ask.near(row), ask.far(row)
        if not ask.rows_between(near, job):
            yield Step(("touched", near), ("job maybe", job), 1, row)
        if ask.enters(row):
            yield from _entered(ask, row, near, job)


def _met(ask: Question, kind: str, row: Row) -> list[Step]:
    """The owner of a FEEDS row."""
    jobs = owning_job(ask.world, row)
    return [Step((kind, ask.near(row)), ("job maybe", job), 1, row) for job in jobs]


def _entered(ask: Question, row: Row, near: int, job: int) -> Iterator[Step]:
    """Through a job that takes data from a touched dataset."""
    used = {ask.near(row) for row in ask.rows_between(near, job)}
    for start in used or {near}:
        yield Step(("touched" if start == near else "known", start), ("hands on", job), 1, row)
    for out in ask.leaving(job):
        if not ask.rows_between(near, job, ask.far(out)):
            yield Step(("touched", near), ("through", near, job), 1, row)
            yield Step(("through", near, job), ("job maybe", job), 0)
            yield Step(("through", near, job), ("maybe", ask.far(out)), 0, out)


def maybe_steps(ask: Question) -> Iterator[Step]:
    for row in ask.alive(FEEDS):
        yield Step(("maybe", ask.near(row)), ("maybe", ask.far(row)), 1, row)
        yield from _met(ask, "maybe", row)
    for row in ask.entering():
        yield Step(("maybe", ask.near(row)), ("job maybe", ask.far(row)), 1, row)
        if ask.enters(row):
            yield Step(("maybe", ask.near(row)), ("hub", ask.far(row)), 1, row)
    for row in ask.leaving():
        yield Step(("hub", ask.near(row)), ("maybe", ask.far(row)), 0, row)
    for row in ask.alive(WRITES if ask.downstream else READS):
        yield Step(("root", ask.near(row)), ("maybe", ask.far(row)), 1, row)
    for row in ask.alive(JOB_FEEDS):
        yield from _handed_on(ask, row)


def _handed_on(ask: Question, row: Row) -> Iterator[Step]:
    for start, hops in (("root", 1), ("hub", 0), ("hands on", 0)):
        yield Step((start, ask.near(row)), ("hub", ask.far(row)), hops, row)
        yield Step((start, ask.near(row)), ("job maybe", ask.far(row)), hops, row)


def begin(ask: Question) -> set[State]:
    columns = set().union(*(ask.world.columns(root) for root in ask.roots))
    known = {("known", node) for node in ask.roots | columns}
    return known | {("root", node) for node in ask.roots} | {("touched", node) for node in ask.touched}


BARRED = {"maybe", "hub", "hands on", "job maybe", "job known", "through"}


def allowed(ask: Question) -> list[Step]:
    """Nothing may be affected, or be passed through, that is itself a root.

    The dataset of a root is known to be affected through another of its columns only.
    """
    own = {("known", ask.dataset(root)) for root in ask.roots} | {("known", node) for node in ask.touched}
    return [
        step
        for step in steps(ask)
        if step.end not in own and not (step.end[0] in BARRED and step.end[-1] in ask.roots)
    ]


def distances(ask: Question) -> dict[State, int]:
    """Hops to each state, by giving each step its turn until nothing gets nearer."""
    found = dict.fromkeys(begin(ask), 0)
    every, changed = allowed(ask), True
    while changed:
        changed = False
        for start, end, hops, _ in every:
            if start in found and found[start] + hops < found.get(end, 10**9):
                found[end] = found[start] + hops
                changed = True
    return found


class Answer(NamedTuple):
    columns: dict[int, int]
    assets: dict[int, tuple[int, bool]]
    """By dataset or job: its depth, and whether it is known by columns."""


def affected(ask: Question, max_depth: int = 10**6) -> Answer:
    found = {state: hops for state, hops in distances(ask).items() if 0 < hops <= max_depth}
    known = {node: hops for (kind, *_, node), hops in found.items() if kind == "known"}
    sure: dict[int, int] = {}
    for node, hops in known.items():
        sure[ask.dataset(node)] = min(hops, sure.get(ask.dataset(node), hops))
    sure |= {node: hops for (kind, *_, node), hops in found.items() if kind == "job known"}
    unsure = {node: hops for (kind, *_, node), hops in found.items() if kind in ("maybe", "job maybe")}
    assets = {
        node: (min(sure.get(node, 10**9), unsure.get(node, 10**9)), node in sure) for node in sure | unsure
    }
    columns = {node: hops for node, hops in known.items() if ask.world.parent[node] >= 0}
    return Answer(columns, assets)


def continues(ask: Question, max_depth: int) -> set[int]:
    """Datasets and jobs from which any row leads further, be it to what was reached before."""
    found = {state for state, hops in distances(ask).items() if hops <= max_depth}
    ways = [step for step in steps(ask) if step.start in found and step.row is not None]
    owners = {step.end[-1] for step in ways if step.end[0] == "job known"}
    owners |= {
        step.end[-1] for step in ways if step.end[0] == "job maybe" and step.row and step.row.kind == FEEDS
    }
    return owners | {ask.dataset(step.start[-1]) for step in ways}


def lengths(ask: Question, rows: list[Row]) -> dict[State, int]:
    """The states that these rows, one after the other, lead to from a root, and in how many hops."""
    every = allowed(ask)
    at = _settled(dict.fromkeys(begin(ask), 0), every)
    for row in rows:
        moved = [(s.end, at[s.start] + s.hops) for s in every if s.row == row and s.start in at]
        at = _settled(dict(sorted(moved, key=lambda one: -one[1])), every)
    return at


def _settled(at: dict[State, int], every: list[Step]) -> dict[State, int]:
    free = [(step.end, at[step.start]) for step in every if step.row is None and step.start in at]
    return dict(free) | at
