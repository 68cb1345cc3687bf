"""Every call as a value: what to send, and what the answer is; sending it is the clients' part."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

import msgspec

from headwater.client import answers, verdicts
from headwater.client.answers import Column

T = TypeVar("T")
Moment = datetime | str | None
Columns = Sequence[Column | Mapping[str, Any]]
JSON, NDJSON = "application/json", "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """`reads` waits for our own writes; `lists` are the parts of an answer that go on with the next page."""

    method: str
    path: str
    answer: type[T]
    parameters: Mapping[str, str | int] = field(default_factory=dict)
    body: bytes | None = None
    content_type: str = JSON
    reads: bool = True
    lists: tuple[str, ...] = ()
    patience: float | None = None

    def with_parameter(self, name: str, value: str | int) -> "Request[T]":
        return replace(self, parameters={**self.parameters, name: value})

    def as_json(self) -> "Request[dict[str, Any]]":
        """The same question, answered with the JSON as it comes."""
        return replace(self, answer=dict)  # type: ignore[return-value, arg-type]


def register_asset(
    name: str,
    *,
    type: str = "table",
    schema: str | None = None,
    database: str | None = None,
    namespace: str | None = None,
    owner: str | None = None,
    tier: str | None = None,
    tags: Sequence[str] | None = None,
    description: str | None = None,
    columns: Columns | None = None,
) -> Request[answers.Registered]:
    """Register an asset, or update it: what is left out stays, "" or [] takes back what was declared."""
    body = _given(
        type=type,
        name=name,
        schema=schema,
        database=database,
        namespace=namespace,
        owner=owner,
        tier=tier,
        tags=tags,
        description=description,
        columns=columns,
    )
    return _write("/assets", body, answers.Registered)


def add_lineage(
    source_asset: str,
    target_asset: str,
    *,
    source_column: str | None = None,
    target_column: str | None = None,
    transformation_type: str = "direct",
    transformation: str | None = None,
    pipeline: str | None = None,
    confidence: float | None = None,
    removed: bool = False,
) -> Request[answers.Declared]:
    """Declare that data flows from one asset or column to another; `removed` takes such a word back."""
    body = _given(
        source_asset=source_asset,
        source_column=source_column,
        target_asset=target_asset,
        target_column=target_column,
        transformation_type=transformation_type,
        transformation=transformation,
        pipeline=pipeline,
        confidence=confidence,
        removed=True if removed else None,
    )
    return _write("/assets/lineage", body, answers.Declared)


def send_events(events: Iterable[Mapping[str, Any]]) -> Request[answers.Sent]:
    """Send OpenLineage events in one batch; those that can't be used come back in `failed_events`."""
    body = b"\n".join(msgspec.json.encode(event) for event in events)
    return _write("/lineage/batch", body, answers.Sent, NDJSON)


def delete_asset(name: str) -> Request[answers.Removed]:
    """Stop an asset from connecting others from now on; what was before stays to be asked for."""
    return Request("DELETE", _api(f"/assets/{_quoted(name)}"), answers.Removed, reads=False)


def assets(
    search: str | None = None,
    *,
    type: str | None = None,
    owner: str | None = None,
    tag: str | None = None,
    tier: str | None = None,
    classification: str | None = None,
    pii: bool | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[answers.AssetPage]:
    """One page of the assets that fit."""
    asked = _given(search=search, type=type, owner=owner, tag=tag, tier=tier, classification=classification)
    asked |= _given(pii=pii, limit=limit, cursor=cursor)
    return _read("/assets", asked, answers.AssetPage, "items")


def asset(name: str) -> Request[answers.Asset]:
    """One asset, with its columns."""
    return _read(f"/assets/{_quoted(name)}", {}, answers.Asset)


def downstream_impact(
    asset: str,
    column: str | None = None,
    *,
    as_of: Moment = None,
    depth: int | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[verdicts.Impact]:
    """What is affected when an asset or one of its columns changes."""
    asked = _given(asset=asset, column=column, as_of=as_of, depth=depth, limit=limit, cursor=cursor)
    return _read("/impact", asked, verdicts.Impact, "affected")


def upstream_lineage(
    asset: str,
    column: str | None = None,
    *,
    as_of: Moment = None,
    depth: int | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[verdicts.Upstream]:
    """Where an asset or column comes from, and what happens on the way."""
    asked = _given(asset=asset, column=column, as_of=as_of, depth=depth, limit=limit, cursor=cursor)
    return _read("/upstream", asked, verdicts.Upstream, "sources", "transformations")


def detect_breaking_changes(asset: str, columns: Columns) -> Request[verdicts.BreakingChanges]:
    """What the proposed columns would change, how bad each change is, and whom it affects."""
    body = msgspec.json.encode({"asset": asset, "columns": columns})
    return Request("POST", _api("/breaking-changes"), verdicts.BreakingChanges, body=body)


def trace_pii_flow(
    *,
    column: str | None = None,
    classification: str | None = None,
    tag: str | None = None,
    as_of: Moment = None,
    flows_limit: int | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[verdicts.Flows]:
    """Everywhere that a column, or all columns of a classification or tag, flow to.

    `limit` is of the sources; `flows_limit` of what is listed of each, 200 if not told and 10000 at the most.
    """
    asked = _given(column=column, classification=classification, tag=tag, as_of=as_of)
    asked |= _given(flows_limit=flows_limit, limit=limit, cursor=cursor)
    return _read("/compliance/flows", asked, verdicts.Flows, "sources")


def classified_columns(
    *,
    inherited: bool | None = None,
    undeclared: bool | None = None,
    classification: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[verdicts.ClassifiedColumns]:
    """Columns with their declared and effective classification."""
    asked = _given(inherited=inherited, undeclared=undeclared, classification=classification)
    asked |= _given(limit=limit, cursor=cursor)
    return _read("/compliance/columns", asked, verdicts.ClassifiedColumns, "items")


def lineage(
    name: str,
    direction: Literal["upstream", "downstream"] = "downstream",
    *,
    column: str | None = None,
    level: Literal["dataset", "column"] | None = None,
    depth: int | None = None,
    as_of: Moment = None,
    jobs: bool | None = None,
    indirect: bool | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[answers.Walk]:
    """The graph on one side of a dataset, column or job."""
    asked = _given(name=name, column=column, level=level, depth=depth, as_of=as_of, jobs=jobs)
    asked |= _given(indirect=indirect, limit=limit, cursor=cursor)
    return _read(f"/graph/{direction}", asked, answers.Walk, "nodes", "edges")


def paths(
    source: str,
    target: str,
    *,
    source_column: str | None = None,
    target_column: str | None = None,
    as_of: Moment = None,
    indirect: bool | None = None,
    limit: int | None = None,
) -> Request[answers.Paths]:
    """How data gets from one to the other, shortest first."""
    asked = _given(source=source, target=target, source_column=source_column, target_column=target_column)
    asked |= _given(as_of=as_of, indirect=indirect, limit=limit)
    return _read("/graph/paths", asked, answers.Paths)


def diff(
    earlier: datetime | str,
    later: Moment = None,
    *,
    name: str | None = None,
    column: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Request[answers.Diff]:
    """Which edges appeared and vanished between two times."""
    asked = {"from": earlier} | _given(to=later, name=name, column=column, limit=limit, cursor=cursor)
    return _read("/graph/diff", asked, answers.Diff, "changes")


def wait_visible(position: int, seconds: float = 30.0) -> Request[answers.Pipeline]:
    """Wait until everything up to this log position can be read."""
    asked = {"min_position": position}
    return Request("GET", _api("/pipeline"), answers.Pipeline, asked, reads=False, patience=seconds)


def _api(path: str) -> str:
    return f"/api/v1{path}"


def _quoted(name: str) -> str:
    return quote(name, safe="/:@")


def _read(path: str, parameters: Mapping[str, Any], answer: type[T], *lists: str) -> Request[T]:
    asked = {name: _parameter(value) for name, value in parameters.items()}
    return Request("GET", _api(path), answer, asked, lists=lists)


def _write(path: str, body: Any, answer: type[T], content_type: str = JSON) -> Request[T]:
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Request("POST", _api(path), answer, body=encoded, content_type=content_type, reads=False)


def _given(**values: Any) -> dict[str, Any]:
    """What was told; what was left out is for the server to decide."""
    return {name: value for name, value in values.items() if value is not None}


def _parameter(value: Any) -> str | int:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, int) else str(value)
