"""One event being read: its parts by name, and a place for what can't be understood."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from headwater.model.ids import DatasetId, JobId, run_uuid
from headwater.model.naming import normal_namespace

T = TypeVar("T")
Document = dict[str, Any]
MAX_REASON = 500


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of an event that can't be interpreted, and why."""

    part: str
    reason: str


@dataclass(frozen=True, slots=True)
class DatasetPart:
    """A dataset as one event mentions it; `direction` is input, output or static."""

    dataset: DatasetId
    direction: str
    where: str
    facets: Document
    io_facets: Document

    @property
    def io_where(self) -> str:
        return f"{self.where}.{self.direction}Facets"


@dataclass(slots=True)
class Reading:
    """What the rules need of an event. `problems` grows as they read."""

    document: Document
    event_id: str
    at: int
    problems: list[Problem] = field(default_factory=list)

    @property
    def run(self) -> str | None:
        run = self.document.get("run")
        return run_uuid(run["runId"]).hex if run is not None else None

    @property
    def job(self) -> JobId | None:
        job = self.document.get("job")
        return JobId(job["namespace"], job["name"]) if job is not None and not self.is_dataset_event else None

    @property
    def is_dataset_event(self) -> bool:
        return self.document.get("run") is None and self.document.get("dataset") is not None

    @property
    def is_static(self) -> bool:
        return self.document.get("run") is None

    @property
    def event_type(self) -> str:
        return str(self.document.get("eventType") or "OTHER").upper()

    @property
    def run_facets(self) -> Document:
        return facets_in(self.document.get("run"))

    @property
    def job_facets(self) -> Document:
        return {} if self.is_dataset_event else facets_in(self.document.get("job"))

    def datasets(self) -> Iterator[DatasetPart]:
        if self.is_dataset_event:
            yield _part(self.document["dataset"], "static", "dataset")
            return
        for direction in ("input", "output"):
            for index, dataset in enumerate(self.document.get(f"{direction}s") or ()):
                yield _part(dataset, direction, f"{direction}s[{index}]")

    def facet(self, facets: Document, name: str, shape: type[T], where: str) -> T | None:
        """The facet in its typed shape; None when absent, and a problem noted when it is malformed."""
        value = facets.get(name)
        if value is None or is_deleted(value):
            return None
        try:
            return msgspec.convert(value, shape, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            self.problems.append(Problem(f"{where}.{name}", str(error)[:MAX_REASON]))
            return None


def dataset_id(namespace: str, name: str) -> DatasetId:
    return DatasetId(normal_namespace(namespace), name)


def facets_in(thing: Document | None, key: str = "facets") -> Document:
    """Facets by name, without the nulls that some producers send."""
    facets = (thing or {}).get(key) or {}
    return {name: value for name, value in facets.items() if value is not None}


def is_deleted(facet: Any) -> bool:
    return isinstance(facet, dict) and facet.get("_deleted") is True


def _part(dataset: Document, direction: str, where: str) -> DatasetPart:
    return DatasetPart(
        dataset=dataset_id(dataset["namespace"], dataset["name"]),
        direction=direction,
        where=where,
        facets=facets_in(dataset),
        io_facets=facets_in(dataset, f"{direction}Facets"),
    )
