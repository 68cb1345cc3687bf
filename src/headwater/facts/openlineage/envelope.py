"""An event's outline: who and when, with every facet still undecoded.

Facets repeat from run to run. Left as raw bytes they serve as the key under which their meaning is
cached, and most are never decoded twice. A part of the outline that can't be used is set aside with the
reason, and the rest of the event is read as if the part were not there.
"""

import re
from typing import Any, TypeVar

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from headwater.facts.budgets import DATASETS, within
from headwater.facts.problem import PartProblem
from headwater.model.events import EVENT_TYPES, EventKind, is_of_a_run, openlineage_kind, state_of
from headwater.model.ids import (
    DatasetId,
    JobId,
    dbt_job_name,
    json_type,
    name_problem,
    normal_namespace,
    run_uuid,
)

Facets = dict[str, bytes]
T = TypeVar("T")

NOTHING = Raw(b"null")
# An escape is one only behind an even number of backslashes: `\\u0000` is six plain characters.
NUL = re.compile(rb"(?<!\\)((?:\\\\)*)\\u0000")
NUL_REPLACED = "a NUL character, which can't be stored, is read as U+FFFD"


class _Thing(Struct):
    """A run, job or dataset, whose parts may still be anything: each is judged by itself."""

    runId: Any = None  # noqa: N815 (their word)
    namespace: Any = None
    name: Any = None
    facets: Raw = NOTHING
    inputFacets: Raw = NOTHING  # noqa: N815
    outputFacets: Raw = NOTHING  # noqa: N815


class _Outline(Struct):
    """Each part is decoded only if this kind of event has a use for it; others may hold anything."""

    eventType: Raw = NOTHING  # noqa: N815
    schemaURL: Raw = NOTHING  # noqa: N815
    run: Raw = NOTHING
    job: Raw = NOTHING
    dataset: Raw = NOTHING
    inputs: Raw = NOTHING
    outputs: Raw = NOTHING


class Mention(Struct, frozen=True):
    """A dataset as one event mentions it; `direction` is input, output or static."""

    dataset: DatasetId
    direction: str
    where: str
    facets: Facets
    io_facets: Facets


class Envelope(Struct, frozen=True):
    is_static: bool
    event_type: str
    run: str | None
    job: JobId | None
    run_facets: Facets
    job_facets: Facets
    mentions: tuple[Mention, ...]
    has_sides: bool
    """Whether inputs or outputs are given, be it none of them."""
    problems: tuple[PartProblem, ...]

    @property
    def states_edges(self) -> bool:
        """Without its run, nothing tells how long what the event of a run shows is true."""
        return self.is_static or self.run is not None


_outline = Decoder(_Outline)
_any = Decoder()
_thing = Decoder(_Thing)
_things = Decoder(list[_Thing])
_elements = Decoder(list[Raw])
_facet_map = Decoder(dict[str, Raw])


def open_envelope(body: str) -> Envelope:
    """The outline; an error for an event of which nothing can be named."""
    event = _outline.decode(body)
    event_type = _value(event.eventType)
    kind = openlineage_kind(
        run=_is_given(event.run),
        job=_is_given(event.job),
        dataset=_is_given(event.dataset),
        of_a_run=is_of_a_run(event_type, _value(event.schemaURL)),
    )
    opening = _Opening()
    if kind is EventKind.DATASET:
        return opening.of_dataset(event)
    return opening.of_job(event, event_type, is_static=kind is not EventKind.RUN)


def dataset_id(namespace: str, name: str) -> DatasetId:
    # Only namespaces of datasets are addresses with several spellings; a job's is taken as it came.
    return DatasetId(normal_namespace(namespace), name)


def _job(named: tuple[str, str], facets: Facets) -> JobId:
    namespace, name = named
    if "dbt_node" in facets:
        name = dbt_job_name(name, _value(Raw(facets["dbt_node"])))
    return JobId(namespace, name)


class _Opening:
    """Reads one event's parts, and collects those that it sets aside."""

    def __init__(self) -> None:
        self._problems: list[PartProblem] = []

    def of_dataset(self, event: _Outline) -> Envelope:
        thing = self._thing(event.dataset, "dataset")
        named = self._names(thing, "dataset")
        if thing is None or named is None:
            raise ValueError(self._first_reason())
        facets = self._facets(thing.facets, "dataset.facets")
        mention = Mention(dataset_id(*named), "static", "dataset", facets, {})
        return Envelope(True, "OTHER", None, None, {}, {}, (mention,), False, tuple(self._problems))

    def of_job(self, event: _Outline, event_type: Any, *, is_static: bool) -> Envelope:
        run, run_facets = (None, {}) if is_static else self._run(event.run)
        thing = self._thing(event.job, "job") if _is_given(event.job) else None
        named = self._names(thing, "job")
        if run is None and named is None:
            raise ValueError(self._first_reason())
        if event_type is not None and str(event_type).upper() not in EVENT_TYPES:
            self._set_aside("eventType", f"must be one of {', '.join(sorted(EVENT_TYPES))}")
        job_facets = self._facets(thing.facets, "job.facets") if thing and named else {}
        inputs = self._datasets(event.inputs, "input")
        outputs = self._datasets(event.outputs, "output")
        return Envelope(
            is_static=is_static,
            event_type=state_of(event_type),
            run=run,
            job=_job(named, job_facets) if named else None,
            run_facets=run_facets,
            job_facets=job_facets,
            mentions=(*(inputs or ()), *(outputs or ())),
            has_sides=inputs is not None or outputs is not None,
            problems=tuple(self._problems),
        )

    def _run(self, raw: Raw) -> tuple[str | None, Facets]:
        if not _is_given(raw):
            self._set_aside("run", "required, as the event says that it is of a run")
            return None, {}
        thing = self._thing(raw, "run")
        if thing is None:
            return None, {}
        reason = name_problem(thing.runId)
        if reason is not None:
            self._set_aside("run.runId", reason)
            return None, {}
        return run_uuid(thing.runId).hex, self._facets(thing.facets, "run.facets")

    def _datasets(self, raw: Raw, direction: str) -> list[Mention] | None:
        """The mentions on one side; None if that side is not there, which is not the same as an empty one."""
        if not _is_given(raw):
            return None
        side = f"{direction}s"
        try:
            things: list[_Thing | None] = list(_things.decode(raw))
        except DecodeError:
            try:
                elements = _elements.decode(raw)
            except DecodeError:
                self._set_aside(side, f"must be an array, not {json_type(_value(raw))}")
                return None
            first = self._within(elements, side)
            things = [self._thing(one, f"{side}[{index}]") for index, one in enumerate(first)]
        things = self._within(things, side)
        mentions = (self._mention(thing, direction, f"{side}[{at}]") for at, thing in enumerate(things))
        return [mention for mention in mentions if mention is not None]

    def _within(self, things: list[T], side: str) -> list[T]:
        first, problems = within(things, DATASETS, side)
        self._problems += problems
        return list(first)

    def _mention(self, thing: _Thing | None, direction: str, where: str) -> Mention | None:
        named = self._names(thing, where)
        if thing is None or named is None:
            return None
        name, raw = (
            ("inputFacets", thing.inputFacets)
            if direction == "input"
            else ("outputFacets", thing.outputFacets)
        )
        return Mention(
            dataset=dataset_id(*named),
            direction=direction,
            where=where,
            facets=self._facets(thing.facets, f"{where}.facets"),
            io_facets=self._facets(raw, f"{where}.{name}"),
        )

    def _thing(self, raw: Raw, where: str) -> _Thing | None:
        try:
            return _thing.decode(raw)
        except DecodeError as error:
            value = _value(raw)
            is_object = isinstance(value, dict)
            self._set_aside(where, str(error) if is_object else f"must be an object, not {json_type(value)}")
            return None

    def _names(self, thing: _Thing | None, where: str) -> tuple[str, str] | None:
        if thing is None:
            return None
        for key, value in (("namespace", thing.namespace), ("name", thing.name)):
            reason = name_problem(value)
            if reason is not None:
                self._set_aside(f"{where}.{key}", reason)
                return None
        return thing.namespace, thing.name

    def _facets(self, raw: Raw, where: str) -> Facets:
        """Facets by name, without the nulls that some producers send."""
        if not _is_given(raw):
            return {}
        try:
            named = _facet_map.decode(raw)
        except DecodeError:
            self._set_aside(where, f"must be an object, not {json_type(_value(raw))}")
            return {}
        found = {name: self._storable(bytes(facet), f"{where}.{name}") for name, facet in named.items()}
        for name in [name for name in found if "\x00" in name]:
            self._set_aside(f"{where}.{name}", "its name must not contain a NUL character")
            del found[name]
        return {name: facet for name, facet in found.items() if facet != b"null"}

    def _storable(self, facet: bytes, where: str) -> bytes:
        """PostgreSQL's text and JSON hold every character but NUL; the log keeps the body as it came."""
        if b"\\u0000" not in facet:
            return facet
        storable = NUL.sub(rb"\1\\ufffd", facet)
        if storable != facet:
            self._set_aside(where, NUL_REPLACED)
        return storable

    def _set_aside(self, where: str, reason: str) -> None:
        self._problems.append(PartProblem(where.replace("\x00", "\ufffd"), reason))

    def _first_reason(self) -> str:
        first = (
            self._problems[0]
            if self._problems
            else PartProblem("run", "one of run, job or dataset is required")
        )
        return f"{first.part}: {first.reason}"


def _is_given(raw: Raw) -> bool:
    # Compared as it is: its bytes would be a copy of them.
    return raw != NOTHING


def _value(raw: Raw) -> Any:
    try:
        return _any.decode(raw)
    except DecodeError:
        # The outline was decoded, so it is JSON: only a number can be beyond what is read.
        return 0
