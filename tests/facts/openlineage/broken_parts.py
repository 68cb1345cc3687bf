"""Valid events with one part broken at random, and the parts that can be taken out of an event."""

import json
from collections.abc import Iterator
from types import NoneType
from typing import Any, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from headwater.facts.openlineage import dataset_facets, facets, job_facets

Path = tuple[str | int, ...]

NAME, TEXT, OBJECT = ["", " \t", 7, {}, None], [7, {}, True, "DONE"], [7, "x", [], True]
ARRAY = [7, "x", {}, True]

READ_SHAPES = {name: shape for name, (shape, _) in dataset_facets.KNOWN.items()}
DATASET_SHAPES = READ_SHAPES | {"columnLineage": facets.ColumnLineageFacet}
JOB_SHAPES = {name: shape for name, (shape, _) in job_facets.KNOWN.items()} | {
    "sql": facets.SqlFacet,
    "lineage": facets.JobLineageFacet,
}
RUN_SHAPES = {"parent": facets.ParentFacet}


def places(event: dict[str, Any]) -> Iterator[tuple[Path, list[Any]]]:
    """Each part of the event that has a meaning, and what can't stand there."""
    if "run" in event:
        yield from _facet_places(event["run"], ("run",), RUN_SHAPES)
    # One of both is enough to know what the event is about.
    if {"run", "job"} <= event.keys():
        yield from [(("run",), OBJECT), (("job",), OBJECT), (("run", "runId"), NAME)]
        yield from [(("job", "namespace"), NAME), (("job", "name"), NAME)]
    if "eventType" in event:
        yield ("eventType",), TEXT
    if "job" in event:
        yield from _facet_places(event["job"], ("job",), JOB_SHAPES)
    if "dataset" in event:
        yield from _facet_places(event["dataset"], ("dataset",), DATASET_SHAPES)
    for side in sorted({"inputs", "outputs"} & event.keys()):
        yield (side,), ARRAY
        for index, dataset in enumerate(event[side]):
            yield (side, index), [*OBJECT, None]
            yield from (((side, index, key), NAME) for key in ("namespace", "name"))
            # Only what is written is asked where its columns come from, and only if the job does not tell.
            told = side == "inputs" or "lineage" in event.get("job", {}).get("facets", {})
            shapes = READ_SHAPES if told else DATASET_SHAPES
            yield from _facet_places(dataset, (side, index), shapes)


def _facet_places(
    thing: dict[str, Any], path: Path, shapes: dict[str, Any]
) -> Iterator[tuple[Path, list[Any]]]:
    if not thing.get("facets"):
        return
    yield (*path, "facets"), OBJECT
    for name, facet in thing["facets"].items():
        if name in shapes:
            yield from _shaped_places(facet, shapes[name], (*path, "facets", name))


def _shaped_places(value: Any, shape: Any, path: Path) -> Iterator[tuple[Path, list[Any]]]:
    """Down a facet beside its declared shape."""
    if NoneType in get_args(shape):
        shape = get_args(shape)[0]
    if value is None or shape is Any:
        return
    yield path, _unfit(shape)
    for step, inner in _inner_shapes(value, shape):
        yield from _shaped_places(value[step], inner, (*path, step))


def _unfit(shape: Any) -> list[Any]:
    if get_origin(shape) is list:
        return ARRAY
    if get_origin(shape) is dict or (isinstance(shape, type) and issubclass(shape, msgspec.Struct)):
        return OBJECT
    return ["perhaps", {}, []] if shape in (bool, int, float) else [{}, [7]]


def _inner_shapes(value: Any, shape: Any) -> Iterator[tuple[str | int, Any]]:
    if get_origin(shape) is list:
        yield from ((index, get_args(shape)[0]) for index in range(len(value)))
    elif get_origin(shape) is dict:
        yield from ((key, get_args(shape)[1]) for key in value)
    elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        fields = msgspec.structs.fields(shape)
        yield from ((field.name, field.type) for field in fields if field.name in value)


@st.composite
def broken(draw: st.DrawFn, events: st.SearchStrategy[dict[str, Any]]) -> tuple[dict[str, Any], Path, Any]:
    """A valid event, where it is to be broken, and what comes there instead."""
    event = draw(events.filter(lambda event: any(places(event))))
    path, values = draw(st.sampled_from(list(places(event))))
    return event, path, draw(st.sampled_from(values))


def with_value(event: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    changed, holder = _opened(event, path)
    holder[path[-1]] = value
    return changed


def without(event: dict[str, Any], path: Path) -> dict[str, Any]:
    changed, holder = _opened(event, path)
    del holder[path[-1]]
    return changed


def _opened(event: dict[str, Any], path: Path) -> tuple[dict[str, Any], Any]:
    # Not a deep copy, which would leave one facet on two datasets to be changed on both.
    changed: Any = json.loads(json.dumps(event))
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    return changed, holder


def spelled(path: Path) -> str:
    """As quarantine names it: `outputs[0].facets.schema`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def is_element(path: Path) -> bool:
    """Whether it is one of many: of a list, of the facets, of the columns, or of the event's own parts."""
    return len(path) == 1 or isinstance(path[-1], int) or path[-2] in ("facets", "fields")
