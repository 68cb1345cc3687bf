"""The OpenLineage facets that the SDK writes."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import Any

from headwater_sdk.version import PRODUCER

Facet = Mapping[str, Any]
SPEC = "https://openlineage.io/spec/facets"
# A message or a stack is for people; what is longer is cut, so that one error can't be megabytes.
MAX_MESSAGE, MAX_STACK = 4_000, 16_000


def facet(schema: str, **content: Any) -> dict[str, Any]:
    """`schema` is version and name, such as `1-0-1/StorageDatasetFacet`."""
    name = schema.partition("/")[2]
    return {"_producer": PRODUCER, "_schemaURL": f"{SPEC}/{schema}.json#/$defs/{name}", **content}


def documentation(description: str) -> dict[str, Any]:
    return facet("1-1-0/DocumentationJobFacet", description=description)


def tags(given: Mapping[str, Any]) -> dict[str, Any]:
    listed = [{"key": str(key), "value": str(value), "source": "USER"} for key, value in given.items()]
    return facet("1-0-0/TagsRunFacet", tags=listed)


def sql(query: str, dialect: str | None) -> dict[str, Any]:
    return facet("1-1-0/SQLJobFacet", query=query, **({"dialect": dialect} if dialect else {}))


def schema(columns: Mapping[str, str]) -> dict[str, Any]:
    """Names of columns with their types."""
    listed = [
        {"name": name, "type": kind, "ordinal_position": place}
        for place, (name, kind) in enumerate(columns.items(), start=1)
    ]
    return facet("1-2-0/SchemaDatasetFacet", fields=listed)


def statistics(direction: str, rows: int | None, size: int | None) -> dict[str, Any]:
    """The facets of a dataset as a run reads (`input`) or writes (`output`) it; none if nothing is known."""
    counts = {name: int(count) for name, count in (("rowCount", rows), ("size", size)) if count is not None}
    if not counts:
        return {}
    name = "1-0-0/InputStatisticsInputDatasetFacet"
    if direction == "output":
        name = "1-0-2/OutputStatisticsOutputDatasetFacet"
    return {f"{direction}Facets": {f"{direction}Statistics": facet(name, **counts)}}


def error_message(error: BaseException) -> dict[str, Any]:
    return facet(
        "1-0-1/ErrorMessageRunFacet",
        message=error_text(error),
        programmingLanguage="python",
        stackTrace=_stack(error),
    )


def error_text(error: BaseException) -> str:
    """What an exception says, also one that can't say it.

    >>> error_text(ValueError("no rows")), error_text(KeyError())
    ('ValueError: no rows', 'KeyError')
    """
    try:
        said = str(error)
    except Exception:
        # Its class still tells how the run ended.
        said = ""
    return f"{type(error).__name__}: {said}"[:MAX_MESSAGE] if said else type(error).__name__


def _stack(error: BaseException) -> str:
    try:
        lines = traceback.format_exception(type(error), error, error.__traceback__)
    except Exception:
        # Some versions of Python ask the exception for its text here as well.
        lines = traceback.format_tb(error.__traceback__)
    # The innermost frames are at the end.
    return "".join(lines)[-MAX_STACK:]


def trace_context(traceparent: str) -> dict[str, Any]:
    """The span in which a run was started, as W3C writes it. A facet of our own: OpenLineage has none."""
    return {"_producer": PRODUCER, "_schemaURL": f"{PRODUCER}#trace", "traceparent": traceparent}
