"""How trouble spreads: places of the lineage, arcs between them, how strongly each start reaches each place.

A place is a dataset, a column, a job that reads something bad (`TOUCHED`: it may fail), or where something
is observed (`SEEN`). Arcs carry a factor between 0 and 1; a start reaches a place with the product along the
best way.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.evidence import Entity
from headwater.timemachine.lineage_view import STILL, Link

Floats = NDArray[np.float32]
Place = tuple[Entity, str]
"""An entity and a column, or one of the words below, which name no column."""

WHOLE = "\x00whole"
TOUCHED = "\x00touched"
SEEN = "\x00seen"

BAD, WELL, UNSEEN = "bad", "well", "unseen"
# Whether all that a job writes is wrong once it read something wrong, by how it was seen.
PASSES_ON = {BAD: 0.97, WELL: 0.75, UNSEEN: 0.9}
# The same where only some columns that it reads are wrong, and its column links say which come through.
FAILS_WHOLLY = {BAD: 0.95, WELL: 0.05, UNSEEN: 0.3}
DIRECT, INDIRECT = 0.95, 0.6
UNKNOWN_COLUMNS = 0.6
"""A job that says nothing of columns may or may not use the one that changed."""
NOT_USED = 0.02
"""A job says which columns it uses, and this is none of them; yet what producers say may be incomplete."""
SHOWS_ON_DATASET = 0.6
"""A test of a whole dataset notices a wrong column."""
DECIDES_ROWS = 0.5
FEEDS_JOB = 0.8
PASSES = 3
TOGETHER = 256
"""Places that are reckoned in one step: few enough for the processor's cache."""


@dataclass(slots=True)
class FlowMap:
    """Built once for an alert; `places` are numbered in the order in which they were met."""

    places: dict[Place, int] = field(default_factory=dict)
    arcs: dict[int, list[tuple[int, float, datetime]]] = field(default_factory=lambda: defaultdict(list))
    """Into each place: from where, how strongly, and when the link ended."""
    columns: dict[Entity, set[str]] = field(default_factory=lambda: defaultdict(set))
    writers: dict[Entity, set[Entity]] = field(default_factory=lambda: defaultdict(set))
    readers: dict[Entity, set[Entity]] = field(default_factory=lambda: defaultdict(set))
    outputs: dict[Entity, set[Entity]] = field(default_factory=lambda: defaultdict(set))
    inputs: dict[Entity, set[Entity]] = field(default_factory=lambda: defaultdict(set))
    seen: dict[Entity, str] = field(default_factory=dict)
    """Of jobs: whether they were seen to do badly or well."""

    def place(self, entity: Entity, part: str) -> int:
        return self.places.setdefault((entity, part), len(self.places))

    def add(self, source: int, target: int, factor: float, until: datetime) -> None:
        self.arcs[target].append((source, factor, until))

    def is_fed(self, entity: Entity) -> bool:
        """Whether what it holds, or writes, is made from something that is itself made here."""
        makers = {entity, *self.writers.get(entity, ())}
        sources = {source for one in makers for source in self.inputs.get(one, ())}
        return any(self.writers.get(source) or self.inputs.get(source) for source in sources)

    def upstream_of(self, targets: Iterable[int]) -> set[int]:
        """The places from which one of the targets can be reached, and the targets."""
        return set(self.nearest_upstream(targets))

    def nearest_upstream(self, targets: Iterable[int]) -> list[int]:
        """The targets, then the places from which they can be reached, the nearest first."""
        waiting = list(dict.fromkeys(targets))
        found = set(waiting)
        for place in waiting:
            for source, _, _ in self.arcs.get(place, ()):
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return waiting

    def layers(self) -> tuple[list[list[int]], int]:
        """Places in layers, sources before targets, and how many of the layers no circle leads to.

        What lies on a circle or behind one follows by its number, each place a layer of its own.
        """
        waits = {place: len(arcs) for place, arcs in self.arcs.items()}
        following = defaultdict(list)
        for target, arcs in self.arcs.items():
            for source, _, _ in arcs:
                following[source].append(target)
        layers: list[list[int]] = []
        ready = [place for place in range(len(self.places)) if not waits.get(place)]
        done: set[int] = set()
        while ready:
            layers.append(ready)
            done.update(ready)
            ready = []
            for target in (target for place in layers[-1] for target in following[place]):
                waits[target] -= 1
                if not waits[target]:
                    ready.append(target)
        straight = len(layers)
        return layers + [[place] for place in range(len(self.places)) if place not in done], straight

    def spread(self, starts: Sequence[Sequence[tuple[int, float]]], times: Sequence[datetime]) -> Floats:
        """How strongly each start (places with strengths, at a time) reaches each place: places by starts."""
        strength = np.zeros((len(self.places), len(starts)), np.float32)
        for number, place, value in ((number, *one) for number, start in enumerate(starts) for one in start):
            strength[place, number] = max(strength[place, number], value)
        if not starts:
            return strength
        begun = np.array([time.timestamp() for time in times])
        layers, straight = self.layers()
        for layer in layers[:straight]:
            parts = (layer[first : first + TOGETHER] for first in range(0, len(layer), TOGETHER))
            for arcs in (arcs for part in parts for arcs in self._incoming(part, begun)):
                arcs.carry(strength)
        # One pass is enough without circles; each further one carries strength once more around them.
        around = [arcs for layer in layers[straight:] for arcs in self._incoming(layer, begun)]
        for arcs in around * PASSES:
            arcs.carry(strength)
        return strength

    def _incoming(self, places: Sequence[int], begun: NDArray[np.float64]) -> list["_Arcs"]:
        """The arcs into these places; in each part a place has one at most, so that all go at once."""
        parts: dict[int, list[tuple[int, int, float, datetime]]] = defaultdict(list)
        for place in places:
            for number, arc in enumerate(self.arcs.get(place, ())):
                parts[number].append((place, *arc))
        latest = float(begun.max())
        return [_arcs(part, begun, latest) for part in parts.values()]


@dataclass(frozen=True, slots=True, eq=False)
class _Arcs:
    targets: NDArray[np.intp]
    sources: NDArray[np.intp]
    factors: Floats
    ended: list[tuple[int, NDArray[np.bool_]]]
    """Those that ended, and for which starts that was too early."""

    def carry(self, strength: Floats) -> None:
        carried = strength[self.sources]
        carried *= self.factors
        for arc, too_early in self.ended:
            carried[arc, too_early] = 0
        strength[self.targets] = np.maximum(strength[self.targets], carried)


def _arcs(
    part: Sequence[tuple[int, int, float, datetime]], begun: NDArray[np.float64], latest: float
) -> _Arcs:
    targets, sources, factors, ends = zip(*part, strict=True)
    # A link that ended before a change can't carry what the change did; one that the change ended, as a drop
    # does, breaks whoever comes to read by it.
    ended = [
        (number, begun > until.timestamp())
        for number, until in enumerate(ends)
        if until is not STILL and until.timestamp() < latest
    ]
    factor = np.array(factors, np.float32)[:, None]
    return _Arcs(np.array(targets, np.intp), np.array(sources, np.intp), factor, ended)


def build_flow_map(
    links: Iterable[Link],
    since: datetime,
    at: datetime,
    seen: dict[Entity, str],
    mentioned: Iterable[tuple[Entity, str | None]],
) -> FlowMap:
    """The places and arcs of links that were alive at some time between `since` and `at`.

    `seen` says of jobs whether they were seen to do badly or well; others were not seen. What evidence
    mentions gets its place even where no link does.
    """
    flow = FlowMap(seen=seen)
    for entity, column in mentioned:
        flow.columns[entity] |= {column} if column else set()
    alive = [one for one in links if one.since <= at and one.until > since]
    by_column = [one for one in alive if one.source_column is not None]
    stated: dict[tuple[Entity, Entity], dict[str, float]] = defaultdict(dict)
    for link in by_column:
        _add_column_link(flow, link, stated)
    for link in alive:
        if link.source_column is None:
            _add_link(flow, link, seen.get(link.source, UNSEEN))
    for link in alive:
        if link.source_column is None and isinstance(link.source, DatasetId):
            _add_columns(flow, link, stated, seen)
    for entity, columns in flow.columns.items():
        _tie(flow, entity, columns)
    return flow


def _add_column_link(
    flow: FlowMap, link: Link, stated: dict[tuple[Entity, Entity], dict[str, float]]
) -> None:
    column = link.source_column or ""
    factor = (DIRECT if link.direct else INDIRECT) * link.confidence
    source = flow.place(link.source, column)
    flow.columns[link.source].add(column)
    if link.target_column is None:
        flow.add(source, flow.place(link.target, WHOLE), DECIDES_ROWS * link.confidence, link.until)
    else:
        flow.columns[link.target].add(link.target_column)
        flow.add(source, flow.place(link.target, link.target_column), factor, link.until)
    # What a job states of columns refines the link between the datasets as well, where there is one.
    for reader in {link.job or link.target, link.target}:
        uses = stated[reader, link.source]
        uses[column] = max(uses.get(column, 0.0), link.confidence)


def _add_link(flow: FlowMap, link: Link, source_seen: str) -> None:
    """Between wholes: reads, writes, feeds, job to job."""
    source, target = flow.place(link.source, WHOLE), flow.place(link.target, WHOLE)
    from_dataset, to_dataset = isinstance(link.source, DatasetId), isinstance(link.target, DatasetId)
    factor = link.confidence
    if not from_dataset:
        factor *= PASSES_ON[source_seen] if to_dataset else FEEDS_JOB
    flow.add(source, target, factor, link.until)
    if from_dataset:
        flow.inputs[link.target].add(link.source)
    if from_dataset and not to_dataset:
        flow.readers[link.source].add(link.target)
    if to_dataset and not from_dataset:
        flow.writers[link.target].add(link.source)
        flow.outputs[link.source].add(link.target)
    for entity in (link.source, link.target):
        flow.columns[entity] |= set()


def _add_columns(
    flow: FlowMap,
    link: Link,
    stated: dict[tuple[Entity, Entity], dict[str, float]],
    seen: dict[Entity, str],
) -> None:
    """What a wrong column does to those who read its dataset."""
    uses = stated.get((link.target, link.source))
    is_job = not isinstance(link.target, DatasetId)
    touched = flow.place(link.target, TOUCHED)
    if is_job:
        flow.add(touched, flow.place(link.target, SEEN), 1.0, STILL)
        whole = FAILS_WHOLLY[seen.get(link.target, UNSEEN)]
        flow.add(touched, flow.place(link.target, WHOLE), whole, link.until)
    for column in flow.columns[link.source]:
        source = flow.place(link.source, column)
        if uses is None:
            whole_target = flow.place(link.target, WHOLE)
            flow.add(source, whole_target, UNKNOWN_COLUMNS * link.confidence, link.until)
        elif is_job:
            flow.add(source, touched, uses.get(column, NOT_USED) * link.confidence, link.until)


def _tie(flow: FlowMap, entity: Entity, columns: set[str]) -> None:
    """What is wrong as a whole shows, and is wrong in each column; a wrong column shows on a dataset."""
    whole, shown = flow.place(entity, WHOLE), flow.place(entity, SEEN)
    flow.add(whole, shown, 1.0, STILL)
    for column in columns if isinstance(entity, DatasetId) else ():
        place = flow.place(entity, column)
        flow.add(whole, place, 1.0, STILL)
        flow.add(place, shown, SHOWS_ON_DATASET, STILL)
