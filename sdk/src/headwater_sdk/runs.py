"""A run of a job: what it reads and writes while it lasts, how it ends, and which run it is part of."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater_sdk import facets
from headwater_sdk.datasets import DatasetLike, to_dataset
from headwater_sdk.events import dataset_text, encode, event_text, facets_text, parent_facet

if TYPE_CHECKING:
    from headwater_sdk.tracker import Tracker

CURRENT_RUN: ContextVar[Run | None] = ContextVar("headwater_sdk_run", default=None)
INTERRUPTED = (KeyboardInterrupt, asyncio.CancelledError)


def current_run() -> Run | NoRun:
    """The run that the calling code is part of, to tell it what is read and written.

    Where there is none, a false one that takes every call: `current_run().writes("warehouse/x")` is safe.
    """
    return CURRENT_RUN.get() or NO_RUN


@dataclass(frozen=True)
class RunIdentity:
    """A run and its job, as its children name them; `job` is JSON."""

    run_id: str
    job: str


@dataclass(frozen=True)
class JobTexts:
    """What a job says in each of its runs, encoded once."""

    namespace: str
    name: str
    identity: str
    facets: Mapping[str, Any]
    job: str
    run_facets: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class Run:
    """Begun by `track` and `lineage_track`. Its methods never raise, except under `strict`."""

    def __init__(
        self, tracker: Tracker, job: JobTexts, run_id: str, parent: Run | RunIdentity | None
    ) -> None:
        self.run_id = run_id
        self.job_namespace, self.job_name = job.namespace, job.name
        self.identity = RunIdentity(run_id, job.identity)
        self.root: RunIdentity = parent.root if isinstance(parent, Run) else parent or self.identity
        self._tracker, self._job, self._before = tracker, job, CURRENT_RUN.get()
        self._inputs, self._outputs, self._job_facets = job.inputs, job.outputs, dict[str, Any]()
        self._facets = self._run_facets(parent)
        self._ended = False

    def _run_facets(self, parent: Run | RunIdentity | None) -> str:
        parts = [self._job.run_facets] if self._job.run_facets else []
        if parent is not None:
            above = parent.identity if isinstance(parent, Run) else parent
            parts.append(parent_facet(above.run_id, above.job, self.root.run_id, self.root.job))
        traceparent = self._tracker.traceparent()
        if traceparent:
            parts.append(facets_text({"headwater_trace": facets.trace_context(traceparent)}))
        return ",".join(parts)

    def reads(
        self,
        dataset: DatasetLike,
        *,
        rows: int | None = None,
        size: int | None = None,
        schema: Mapping[str, str] | None = None,
    ) -> None:
        """The run reads this dataset; `rows` and `size` (bytes) if known, `schema` as columns with types."""
        self._inputs = (*self._inputs, *self._noted("input", dataset, rows, size, schema))

    def writes(
        self,
        dataset: DatasetLike,
        *,
        rows: int | None = None,
        size: int | None = None,
        schema: Mapping[str, str] | None = None,
    ) -> None:
        """The run writes this dataset; `rows` and `size` (bytes) if known, `schema` as columns with types."""
        self._outputs = (*self._outputs, *self._noted("output", dataset, rows, size, schema))

    def sql(self, query: str, *, dialect: str | None = None) -> None:
        """The text that the run executes: Headwater reads its lineage from it, down to the column."""
        with self._tracker.harmless():
            self._job_facets["sql"] = facets.sql(query, dialect)

    def _noted(
        self, direction: str, given: DatasetLike, rows: Any, size: Any, schema: Mapping[str, str] | None
    ) -> tuple[str, ...]:
        """A count or a schema that can't be read is logged, and does not take the dataset with it."""
        with self._tracker.harmless():
            return (self._dataset(direction, given, rows, size, schema),)
        with self._tracker.harmless():
            return (self._dataset(direction, given, None, None, None),)
        return ()

    def _dataset(
        self, direction: str, given: DatasetLike, rows: Any, size: Any, schema: Mapping[str, str] | None
    ) -> str:
        dataset = to_dataset(given, self.job_namespace)
        if schema:
            dataset = dataset.with_facets({"schema": facets.schema(schema)})
        return dataset_text(dataset, direction, rows, size)

    def resume(self) -> None:
        """From here on, what is started is part of this run."""
        CURRENT_RUN.set(self)

    def pause(self) -> None:
        """As it was before. Not by a token: a generator may be closed in another context than its own."""
        CURRENT_RUN.set(self._before)

    def start(self) -> None:
        self._emit("START", self._facets, self._job.inputs, ())

    def end(self, error: BaseException | None = None) -> None:
        """COMPLETE, FAIL with message and stack, or ABORT if interrupted. Only the first end counts."""
        if self._ended:
            return
        self._ended = True
        with self._tracker.harmless():
            state, run_facets = state_after(error), self._facets
            if state != "COMPLETE" and error is not None:
                what = facets_text({"errorMessage": facets.error_message(error)})
                run_facets = f"{run_facets},{what}" if run_facets else what
            self._emit(state, run_facets, self._inputs, self._outputs)

    def _emit(self, state: str, run_facets: str, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        job = self._job.job
        if self._job_facets:
            job = f'{{{self._job.identity},"facets":{encode({**self._job.facets, **self._job_facets})}}}'
        text = event_text(state, encode(self.run_id), run_facets, job, inputs, outputs)
        self._tracker.emit("lineage", text)


class NoRun:
    """Stands in for a run where nothing is tracked: it takes every call, and does nothing."""

    def __bool__(self) -> bool:
        return False

    run_id = job_namespace = job_name = ""

    def reads(self, dataset: DatasetLike, **details: Any) -> None:
        """Nothing is noted."""

    def writes(self, dataset: DatasetLike, **details: Any) -> None:
        """Nothing is noted."""

    def sql(self, query: str, *, dialect: str | None = None) -> None:
        """Nothing is noted."""

    def resume(self) -> None:
        """Nothing is in force."""

    def pause(self) -> None:
        """Nothing is in force."""

    def end(self, error: BaseException | None = None) -> None:
        """Nothing has begun."""


NO_RUN = NoRun()


def state_after(error: BaseException | None) -> str:
    """How a run ended that was left by this exception.

    >>> state_after(None), state_after(ValueError()), state_after(KeyboardInterrupt())
    ('COMPLETE', 'FAIL', 'ABORT')
    """
    if isinstance(error, INTERRUPTED):
        return "ABORT"
    # Who reads a generator may stop early, and a script may end by sys.exit(): neither is a failure.
    left_early = isinstance(error, GeneratorExit) or (isinstance(error, SystemExit) and not error.code)
    return "COMPLETE" if error is None or left_early else "FAIL"
