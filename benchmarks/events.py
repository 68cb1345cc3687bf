"""Generated OpenLineage run events of about 3 KB, as a busy platform would send them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import msgspec

PRODUCER = "https://headwater.example/benchmarks"
SPEC = "https://openlineage.io/spec/2-0-2/OpenLineage.json"
START = datetime(2026, 1, 1, tzinfo=UTC)
COLUMNS = ("id", "customer_id", "amount", "currency", "country", "created_at", "updated_at", "status")


def events(count: int, jobs: int = 200, seed: int = 1) -> Iterator[bytes]:
    """START and COMPLETE of one run after the other, each job with its own table."""
    random = Random(seed)
    for number in range(count):
        run = number // 2
        run_id = UUID(int=(seed << 96) + run, version=4)
        yield event(run_id, run % jobs, run, number % 2 == 1, random)


def event(run_id: UUID, job: int, run: int, complete: bool, random: Random) -> bytes:
    at = START + timedelta(seconds=run, milliseconds=500 if complete else 0)
    source, target = f"raw.table_{job % 50}", f"mart.table_{job}"
    document: dict[str, Any] = {
        "eventType": "COMPLETE" if complete else "START",
        "eventTime": at.isoformat(),
        "producer": PRODUCER,
        "schemaURL": f"{SPEC}#/$defs/RunEvent",
        "run": {"runId": str(run_id), "facets": _run_facets(at)},
        "job": {"namespace": "bench", "name": f"job_{job}", "facets": _job_facets(source, target)},
        "inputs": [_dataset(source, schema=_schema())],
        "outputs": [_output(source, target, random)] if complete else [],
    }
    return msgspec.json.encode(document)


def _facet(**content: Any) -> dict[str, Any]:
    return {"_producer": PRODUCER, "_schemaURL": f"{SPEC}#/facets", **content}


def _run_facets(at: datetime) -> dict[str, Any]:
    day = at.replace(minute=0, second=0, microsecond=0).isoformat()
    return {
        "nominalTime": _facet(nominalStartTime=day),
        "processing_engine": _facet(name="spark", version="4.3.0", openlineageAdapterVersion="1.54.0"),
    }


def _job_facets(source: str, target: str) -> dict[str, Any]:
    columns = ", ".join(COLUMNS)
    query = f"insert into {target} select {columns} from {source} where status = 'paid' and amount > 0"
    return {
        "sql": _facet(query=query, dialect="spark"),
        "jobType": _facet(processingType="BATCH", integration="SPARK", jobType="QUERY"),
    }


def _dataset(name: str, **facets: Any) -> dict[str, Any]:
    return {"namespace": "warehouse", "name": name, "facets": facets}


def _schema() -> dict[str, Any]:
    return _facet(fields=[{"name": name, "type": "string"} for name in COLUMNS])


def _output(source: str, target: str, random: Random) -> dict[str, Any]:
    lineage = {
        name: {
            "inputFields": [
                _input(source, name, "DIRECT", "IDENTITY"),
                _input(source, "status", "INDIRECT", "FILTER"),
            ]
        }
        for name in COLUMNS[:6]
    }
    output = _dataset(target, schema=_schema(), columnLineage=_facet(fields=lineage))
    rows = random.randrange(1_000_000)
    return output | {"outputFacets": {"outputStatistics": _facet(rowCount=rows, size=rows * 80)}}


def _input(table: str, field: str, kind: str, subtype: str) -> dict[str, Any]:
    ways = [{"type": kind, "subtype": subtype}]
    return {"namespace": "warehouse", "name": table, "field": field, "transformations": ways}
