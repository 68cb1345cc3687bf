"""Snowflake's ACCESS_HISTORY: which columns a statement wrote, and from which it took them.

It has no texts, so it says nothing of what queries ask: that is in QUERY_HISTORY, and what only reads is
passed over here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec

from headwater.connectors import openlineage as ol
from headwater.connectors.contract import SourceDocument, SourceProblem, event
from headwater.connectors.query_log.fetch import LogPart
from headwater.connectors.query_log.row import LogRow
from headwater.connectors.query_log.times import read_time
from headwater.model.events import content_id
from headwater.model.times import iso

KIND = "query_log"
MODIFIED, READ = "objects_modified", "direct_objects_accessed"
# What holds rows and has a name; functions, stages and policies do not.
DOMAINS = ("table", "view", "materialized view", "external table", "dynamic table", "iceberg table", "stream")


def translate_access(part: LogPart, namespace: str) -> Iterator[SourceDocument | SourceProblem]:
    for row in part.rows:
        try:
            yield from _events(row, namespace)
        except ValueError as error:
            yield SourceProblem(row.place, str(error))


def _events(row: LogRow, namespace: str) -> Iterator[SourceDocument]:
    if row.columns is None:
        raise ValueError(row.fault)
    written = [one for one in _objects(row.columns, MODIFIED) if _is_data(one)]
    if not written:
        return
    run_id = _run_id(row.columns)
    user = row.columns.get("user_name")
    facets = {"headwater_query": ol.own_facet("QueryRunFacet", user=user)} if user else {}
    at = iso(read_time(row.columns.get("query_start_time")))
    read = {str(one["objectName"]) for one in _objects(row.columns, READ) if _is_data(one)}
    for target in written:
        columns = list(_fields(target))
        sources = read | {name for _, found in columns for name, _ in found}
        # One job for all that writes a table: Snowflake does not say which program did.
        name = (namespace, str(target["objectName"]))
        job = ol.dataset((namespace, f"writes {name[1]}"), {"jobType": ol.job_type("SNOWFLAKE", "QUERY")})
        inputs = [ol.dataset((namespace, one)) for one in sorted(sources - {name[1]})]
        output = ol.dataset(name, {"columnLineage": _lineage(columns, namespace)} if columns else None)
        own = run_id if target is written[0] else _derived(run_id, name[1])
        run = {"runId": own, "facets": facets}
        yield event(ol.run_event("COMPLETE", at, run, job, KIND, inputs, [output]))


Field = tuple[str, list[tuple[str, str]]]


def _fields(target: Mapping[str, Any]) -> Iterator[Field]:
    """Each column that was written with those it comes from: directly, or else from base tables."""
    for column in _dicts(target.get("columns")):
        found = _dicts(column.get("directSources")) or _dicts(column.get("baseSources"))
        sources = [
            (str(one["objectName"]), str(one["columnName"]))
            for one in found
            if _is_data(one) and one.get("columnName")
        ]
        if column.get("columnName") and sources:
            yield str(column["columnName"]), list(dict.fromkeys(sources))


def _lineage(columns: Iterable[Field], namespace: str) -> dict[str, Any]:
    fields = {
        name: {"inputFields": [ol.dataset((namespace, one)) | {"field": field} for one, field in sources]}
        for name, sources in columns
    }
    return ol.facet("1-2-0/ColumnLineageDatasetFacet", fields=fields)


def _objects(columns: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """An array, or its text, as CSV has it."""
    value = columns.get(name)
    if isinstance(value, str) and value.strip():
        try:
            value = msgspec.json.decode(value)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ValueError(f"{name}: is no JSON") from error
    if value not in (None, "") and not isinstance(value, list):
        raise ValueError(f"{name}: must be an array of objects")
    return _dicts(value)


def _dicts(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _is_data(one: Mapping[str, Any]) -> bool:
    return bool(one.get("objectName")) and str(one.get("objectDomain") or "").lower() in DOMAINS


def _run_id(columns: Mapping[str, Any]) -> str:
    """Snowflake's ids are of the form of a UUID, though their first part is shorter at times."""
    given = str(columns.get("query_id") or "")
    if not given:
        raise ValueError("query_id: required")
    try:
        return str(UUID(given))
    except ValueError:
        return _derived(given)


def _derived(*parts: str) -> str:
    return str(content_id(parts))
