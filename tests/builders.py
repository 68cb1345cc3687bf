"""Events in one line each, so that a test shows only what differs."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from headwater.dialects.openlineage import translate as openlineage
from headwater.dialects.queries import translate as queries
from headwater.dialects.reports import translate as reports
from headwater.dialects.reports.translate import NamedEntities
from headwater.model.events import Event
from headwater.model.reports import ASSERTION, SIGNAL, ReportedEntity
from headwater.model.responses import acknowledgement_event, response_event

PRODUCER = "https://headwater.example/tests"
DAY = datetime(2026, 4, 20, tzinfo=UTC)


def at(clock: str | int) -> datetime:
    """`09:30` of the day of the tests, or so many minutes after its midnight."""
    if isinstance(clock, int):
        return DAY + timedelta(minutes=clock)
    hours, minutes = clock.split(":")
    return DAY + timedelta(hours=int(hours), minutes=int(minutes))


def run_id(name: str) -> str:
    return str(uuid5(NAMESPACE_OID, name))


def dataset(name: str, **facets: Any) -> dict[str, Any]:
    namespace, _, rest = name.rpartition("/")
    return {"namespace": namespace or "warehouse", "name": rest, "facets": facets}


def run_event(
    run: str,
    kind: str | None,
    clock: str | int,
    *,
    job: str = "daily",
    inputs: tuple[Any, ...] = (),
    outputs: tuple[Any, ...] = (),
    run_facets: dict[str, Any] | None = None,
    job_facets: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Inputs and outputs are names, or datasets built with facets."""
    event: dict[str, Any] = {
        "eventTime": at(clock).isoformat(),
        "producer": PRODUCER,
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "run": {"runId": run_id(run), "facets": run_facets or {}},
        "job": {"namespace": "tests", "name": job, "facets": job_facets or {}},
        "inputs": [_dataset(one) for one in inputs],
        "outputs": [_dataset(one) for one in outputs],
    }
    return event | ({"eventType": kind} if kind else {})


def job_event(job: str, clock: str | int, **parts: Any) -> dict[str, Any]:
    facets = parts.pop("facets", {})
    sides = {side: [_dataset(one) for one in named] for side, named in parts.items()}
    return {
        "eventTime": at(clock).isoformat(),
        "producer": PRODUCER,
        "job": {"namespace": "tests", "name": job, "facets": facets},
        **sides,
    }


def dataset_event(name: str, clock: str | int, **facets: Any) -> dict[str, Any]:
    return {"eventTime": at(clock).isoformat(), "producer": PRODUCER, "dataset": dataset(name, **facets)}


def query(sql: str, clock: str | int = "09:30", **more: Any) -> dict[str, Any]:
    """A query of a log, as it is sent."""
    return {"sql": sql, "time": at(clock).isoformat(), "user": "kira", **more}


def signal(name: str, text: str = "It is red.", clock: str | int = "09:30", **more: Any) -> dict[str, Any]:
    """What somebody says of a dataset, as it is sent."""
    return {"entity": _entity(name), "time": at(clock).isoformat(), "text": text, **more}


def result(name: str, test: str, success: bool, clock: str | int = "09:30", **more: Any) -> dict[str, Any]:
    """A result of a test, as it is sent."""
    return {
        "entity": _entity(name),
        "time": at(clock).isoformat(),
        "name": test,
        "success": success,
        **more,
    }


def _entity(name: str) -> dict[str, Any]:
    return {part: value for part, value in dataset(name).items() if part != "facets"}


def _unnamed(name: str) -> ReportedEntity:
    raise AssertionError(f"{name} is no entity in parts")


def acknowledgement(clock: str | int = "09:30", **more: Any) -> dict[str, Any]:
    """A known break of a simulated change."""
    said = {"simulation": 1, "findings": ["a" * 32], "by": "kira", "why": "known", "until": at(1440), **more}
    return {"acknowledgement": said, "time": at(clock)}


def response(clock: str | int = "09:30", **more: Any) -> dict[str, Any]:
    """What a consumer says to a simulated change."""
    said = {"simulation": 1, "consumer": "sam", "verdict": "accept", "by": "sam", "why": "", **more}
    return {"response": said, "time": at(clock)}


def to_log(event: dict[str, Any]) -> Event:
    """An event of any kind, as it is stored."""
    if "acknowledgement" in event:
        return acknowledgement_event(**event["acknowledgement"], at=event["time"])
    if "response" in event:
        return response_event(**event["response"], at=event["time"])
    body = json.dumps(event).encode()
    if "entity" in event:
        kind = ASSERTION if "success" in event else SIGNAL
        return reports.to_domain(body, kind, NamedEntities(_unnamed, kind))
    return queries.to_domain(body, keep_literals=False) if "sql" in event else openlineage.to_domain(body)


def schema(*columns: str) -> dict[str, Any]:
    """`schema("id int", "email text")`."""
    fields = [dict(zip(("name", "type"), column.split(), strict=False)) for column in columns]
    return {"_producer": PRODUCER, "_schemaURL": PRODUCER, "fields": fields}


def column_lineage(**fields: str) -> dict[str, Any]:
    """`column_lineage(total="orders.amount:AGGREGATION orders.day:FILTER")`; capitals tell the subtype."""
    return {"fields": {name: {"inputFields": _input_fields(text)} for name, text in fields.items()}}


INDIRECT = ("JOIN", "GROUP_BY", "FILTER", "SORT", "WINDOW", "CONDITIONAL")


def _input_fields(text: str) -> list[dict[str, Any]]:
    found = []
    for part in text.split():
        column, _, subtype = part.partition(":")
        name, _, field = column.rpartition(".")
        kind = "INDIRECT" if subtype in INDIRECT else "DIRECT"
        ways = [{"type": kind, "subtype": subtype}] if subtype else []
        found.append({"namespace": "warehouse", "name": name, "field": field, "transformations": ways})
    return found


def _dataset(one: Any) -> dict[str, Any]:
    return dataset(one) if isinstance(one, str) else one
