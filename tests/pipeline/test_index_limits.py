"""Every text that an index holds, brought beyond what an index entry holds: nobody is stopped.

Which texts those are is asked of the database, so that a new index has to be reached here as well.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import psycopg
import pytest
from psycopg import Connection

from headwater.facts.budgets import NAME, WORD
from headwater.log.postgres import INSERT, _columns
from headwater.log.reader import newest_position
from headwater.model.openlineage import read_event
from headwater.pipeline.batch import LogPipeline, connect
from headwater.pipeline.read import RangeReader
from headwater.pipeline.rebuild import rebuild
from headwater.store.publish import Publisher
from tests.builders import column_lineage, dataset, dataset_event, run_event
from tests.databases import Databases, borrowed
from tests.pipeline.served import served
from tests.running import RunningApi, running_api

INDEXED = """
select distinct t.relname, pg_get_indexdef(i.indexrelid, a.attnum, true)
from pg_index as i
join pg_class as t on t.oid = i.indrelid
join pg_attribute as a on a.attrelid = i.indexrelid and a.attnum <= i.indnkeyatts
where t.relnamespace = 'public'::regnamespace
  and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype)
order by 1, 2
"""

Event = dict[str, Any]
Make = Callable[[str], Event]


def of_job(**facets: Any) -> Event:
    return run_event("r", "COMPLETE", "09:00", outputs=("kept",), job_facets=facets)


def of_run(**facets: Any) -> Event:
    return run_event("r", "COMPLETE", "09:00", outputs=("kept",), run_facets=facets)


def of_output(**facets: Any) -> Event:
    return run_event("r", "COMPLETE", "09:00", outputs=(dataset("kept", **facets),))


def of_catalog(**fields: Any) -> Event:
    return dataset_event("kept", "09:00", headwater_asset=fields)


def with_io_facet(name: str) -> Event:
    written = dataset("kept") | {"outputFacets": {name: {"rowCount": 1}}}
    return run_event("r", "COMPLETE", "09:00", outputs=(written,))


def with_input(namespace: str, name: str) -> Event:
    read = {"namespace": namespace, "name": name}
    return run_event("r", "COMPLETE", "09:00", inputs=(read,), outputs=("kept",))


def tagged(key: str, value: str, field: str | None = "email") -> Event:
    return of_output(tags={"tags": [{"key": key, "value": value, "field": field}]})


NAMED: dict[str, Make] = {
    "a facet of a job": lambda text: of_job(**{text: {"x": 1}}),
    "a facet of a dataset": lambda text: of_output(**{text: {"x": 1}}),
    "a facet of a dataset that is deep": lambda text: of_output(**{text: nested(150)}),
}
# How an event gets a text into each; a sentence where none can, because the values are ours.
REACHED: dict[tuple[str, str], dict[str, Make] | str] = {
    ("access_grants", "team"): "a team's name, of at most 50 characters",
    ("aliases", "reason"): "symlink or rename",
    ("api_keys", "id"): "ours, random",
    ("audit_entries", "key_id"): "the id of a key",
    ("connectors", "name"): "a word of at most 200 characters",
    ("incident", "members"): "digests",
    ("kafka_bridges", "name"): "a host and a process",
    ("kafka_offsets", "topic"): "of at most 249 characters, as Kafka has it",
    ("notification", "key"): "a digest",
    ("removed_rows", "kind"): "raw events, spans, …: a list of ours",
    ("removed_rows", "team"): "a team's name, of at most 50 characters",
    ("redaction_counts", "rule"): "names of rules, ours or those of a file of the server",
    ("team", "name"): "of at most 50 characters",
    ("team_days", "team"): "a team's name, of at most 50 characters",
    ("column_labels", "classification"): {
        "a tag": lambda text: tagged("classification", text),
        "the catalog": lambda text: of_catalog(columns=[{"name": "email", "classification": text}]),
    },
    ("column_labels", "tags"): {
        "a tag's key": lambda text: tagged(text, "x"),
        "a tag's value": lambda text: tagged("level", text),
        "a tag's value of another type": lambda text: tagged("level", {"x": text}),  # type: ignore[arg-type]
        "the catalog": lambda text: of_catalog(columns=[{"name": "email", "tags": [text]}]),
    },
    ("declarations", "series"): "a digest",
    ("events", "kind"): "the kinds that have a name",
    ("events", "state"): "the types that the log knows",
    ("events", "stream"): "the streams that have a name",
    ("facets", "name"): NAMED,
    ("nodes", '"left"(name, 400)'): {
        "a dataset": lambda text: with_input("warehouse", text),
        "a column": lambda text: of_output(schema={"fields": [{"name": text}]}),
        "a source": lambda text: of_output(columnLineage=column_lineage(total=f"{text}.amount:IDENTITY")),
        "a symlink": lambda text: of_output(symlinks={"identifiers": [{"namespace": "n", "name": text}]}),
    },
    ("nodes", '"left"(namespace, 200)'): {"a dataset": lambda text: with_input(text, "orders")},
    ("nodes", "\"left\"(reverse(lower((namespace || '.'::text) || name)), 400)"): {
        "a dataset": lambda text: with_input(text, text),
    },
    ("nodes", '"left"(btrim(lower("substring"(name, \'[^.]*$\'::text)), \'"`[]\'::text), 200)'): {
        "a dataset": lambda text: with_input("warehouse", f"sales.{text}"),
    },
    ("nodes", "kind"): "dataset, job or column",
    ("nodes", "lower(type)"): {
        "a dataset's type": lambda text: of_output(datasetType={"datasetType": text}),
        "a job's type": lambda text: of_job(jobType={"jobType": text, "integration": "x"}),
        "a type that is no text": lambda text: of_output(datasetType={"datasetType": [text]}),
        "the catalog": lambda text: of_catalog(type=text),
    },
    ("quarantine", "part"): {
        "a bad facet": lambda text: of_output(**{text: "no object", "schema": {"fields": [{"name": []}]}}),
        "a deep facet": lambda text: of_run(**{text: nested(150)}),
    },
    ("query_days", "dashboard"): {"a run": lambda text: asked(user="ann", dashboard=text)},
    ("query_days", "job"): "a query's event, which the route checks",
    ("query_days", "user_name"): {"a run": lambda text: asked(user=text)},
    ("run_facets", "name"): {"a facet of a run": lambda text: of_run(**{text: {"x": 1}})},
    ("run_facets", '"left"(trace_context(value), 32)'): "32 hexadecimal digits",
    ("run_io_facets", "direction"): "input or output",
    ("run_io_facets", "name"): {"a facet of an output": with_io_facet},
}
# Nothing that the stream publishes: made by requests, which are refused, or by batch jobs.
BY_REQUESTS = {
    ("address", "lower(name)"),
    ("address_type", "lower(name)"),
    ("pipeline", "lower(name)"),
    ("pipeline_type", "lower(name)"),
}
BY_OURSELVES = {
    ("alembic_version", "version_num"),
    ("analytics_state", "job"),
    # The facets whose history is kept are a list of ours; simulations are found by a digest.
    ("attribute_sightings", "name"),
    ("attribute_versions", "name"),
    ("job_baselines", "measure"),
    ("kept_counts", "name"),
    ("run_anomalies", "measure"),
    ("simulation", "md5(dataset)"),
    ("timeliness_breach", "kind"),
}
# A stream of its own publishes these: tests/store/telemetry/test_publish.py brings them beyond an index.
BY_TELEMETRY = {
    ("telemetry_problems", "place"),
    ("telemetry_rollups", "step"),
    ("telemetry_series", "metric"),
    ("telemetry_series", "service"),
    ("trace_spans", "service"),
    ("trace_spans", "span_id"),
    ("trace_spans", "trace_id"),
    ("traces", "trace_id"),
}
BY_BATCH_JOBS = {
    ("query_references", "lower(field)"),
    ("query_tables", "tail"),
}
# Their facet is kept as it came; only what is made of it is cut, by a length of its own.
CUT_IN_SILENCE = {"query_days"}


def nested(depth: int) -> Any:
    return {"x": nested(depth - 1)} if depth else {}


def asked(**facet: str) -> Event:
    sql = {"query": "select a from orders", "dialect": "postgres"}
    event = of_run(headwater_query=facet)
    event["job"]["facets"] = {"sql": sql, "jobType": {"jobType": "QUERY"}}
    return event


def letters(count: int) -> str:
    """Random, as an index compresses what repeats, and of four bytes each."""
    chosen = Random(count).choices(range(0x20000, 0x2A000), k=count)
    return "".join(map(chr, chosen))


@pytest.fixture
def pipeline(database_url: str) -> Iterator[LogPipeline]:
    with connect(database_url) as connection:
        # So few events are read in place: no Spark is asked.
        yield LogPipeline(Publisher(3), connection, RangeReader(None, database_url))  # type: ignore[arg-type]


def publish(pipeline: LogPipeline, *events: Event) -> dict[str, list[tuple[Any, ...]]]:
    taken = [read_event(msgspec.json.encode(event)) for event in events]
    with psycopg.connect(pipeline.connection.info.dsn, autocommit=True) as log:
        log.execute(INSERT, _columns(taken))
    pipeline.process(0, newest_position(pipeline.connection))
    return served(pipeline.connection)


def names(connection: Connection) -> set[str]:
    return {name for (name,) in connection.execute("select name from nodes where kind = 'dataset'")}


PROBES = [
    pytest.param(make, table, id=f"{table} {text}: {way}")
    for (table, text), ways in REACHED.items()
    if not isinstance(ways, str)
    for way, make in ways.items()
]


def test_every_indexed_text_is_reached_here(connection: Connection) -> None:
    found = {(table, text) for table, text in connection.execute(INDEXED)}
    assert found == set(REACHED) | BY_REQUESTS | BY_OURSELVES | BY_TELEMETRY | BY_BATCH_JOBS


@pytest.mark.parametrize(("make", "table"), PROBES)
def test_a_text_beyond_an_index_costs_no_more_than_its_part(
    pipeline: LogPipeline, make: Make, table: str
) -> None:
    before, after = (run_event(name, "COMPLETE", "09:00", outputs=(name,)) for name in ("before", "after"))

    rows = publish(pipeline, before, make(letters(10_000)), after)

    assert names(pipeline.connection) >= {"before", "kept", "after"}
    parts = [part for (part,) in pipeline.connection.execute("select part from quarantine")]
    assert table in CUT_IN_SILENCE or (parts and all(parts))
    rebuild(pipeline, 2, lambda done, total: None)
    assert served(pipeline.connection) == rows


LONGEST = {
    "a facet's name": (WORD, NAMED["a facet of a job"]),
    "a type": (WORD, lambda text: of_output(datasetType={"datasetType": text})),
    "a tag": (WORD, lambda text: tagged("x", text.removeprefix("xx"))),
    "an output's facet": (WORD, with_io_facet),
    "a dataset": (NAME, lambda text: with_input(text, text)),
    "a column": (NAME, lambda text: of_output(schema={"fields": [{"name": text}]})),
}


@pytest.mark.parametrize("part", LONGEST)
def test_a_text_as_long_as_its_budget_is_kept(pipeline: LogPipeline, part: str) -> None:
    budget, make = LONGEST[part]
    # A tag is its key, a colon and its value.
    text = "xx" + letters(budget.limit - 2)
    assert publish(pipeline, make(text))["quarantine"] == []


ROUTES: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    "a pipeline": lambda text: ("/pipeline", {"name": text, "pipeline_type_name": "x"}),
    "a pipeline's type": lambda text: ("/pipeline", {"name": "x", "pipeline_type_name": text}),
    "an address": lambda text: ("/address", {"name": text, "address_type_name": "x"}),
    "an address's type": lambda text: ("/address", {"name": "x", "address_type_name": text}),
    "an asset's name": lambda text: ("/api/v1/assets", {"type": "table", "name": text}),
    "an asset's tag": lambda text: ("/api/v1/assets", {"type": "table", "name": "x", "tags": [text]}),
    "an asset's tier": lambda text: ("/api/v1/assets", {"type": "table", "name": "x", "tier": text}),
    "an asset's owner": lambda text: ("/api/v1/assets", {"type": "table", "name": "x", "owner": text}),
    "a column's tag": lambda text: (
        "/api/v1/assets",
        {"type": "table", "name": "x", "columns": [{"name": "a", "tags": [text]}]},
    ),
}


@pytest.fixture(scope="module")
def api(databases: Databases) -> Iterator[RunningApi]:
    with borrowed(databases) as url, running_api(url) as running:
        yield running


@pytest.mark.parametrize("route", ROUTES)
def test_what_a_request_would_bring_beyond_an_index_is_refused(api: RunningApi, route: str) -> None:
    path, body = ROUTES[route](letters(NAME.limit + 1 if "name" in route else WORD.limit + 1))
    reply = api.client.post(path, json=body)
    assert 400 <= reply.status_code < 500, reply.text
