"""A small world, put into the store's tables directly: datasets, jobs, edges and runs by name."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
from psycopg.types.json import Jsonb

from headwater.model.edges import EdgeKind
from headwater.model.ids import NodeKind, digest, node_key
from tests.databases import TEMPLATE, database_of

NAMESPACE = "ecommerce_warehouse"
JOBS = "shopflow_airflow"
SEEN = datetime(2026, 4, 1, tzinfo=UTC)


def day(number: int, hour: int = 0) -> datetime:
    return datetime(2026, 4, number, hour, tzinfo=UTC)


@contextmanager
def shared_database(postgres_url: str) -> Iterator[str]:
    """A database that several tests share, for those that leave nothing behind."""
    name = f"shared_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"create database {name} template {TEMPLATE}")
        yield database_of(postgres_url, name)
        connection.execute(f"drop database {name} with (force)")


@contextmanager
def rolled_back(database_url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection whose work is undone at the end."""
    with psycopg.connect(database_url) as connection, connection.transaction(force_rollback=True):
        connection.execute("set local timezone to 'UTC'")
        yield connection


LIST_FIELD = "insert into schema_fields values (%(hash)s, field_key(%(name)s)) on conflict do nothing"
LIST_FIELD_OF_DATASET = """
insert into listed_fields as known values (%(dataset)s, field_key(%(name)s), %(at)s)
on conflict (dataset_id, field_key) do update set first_at = least(known.first_at, excluded.first_at)
"""

# As publishing does it.
MARK_EXECUTION = """
update runs set is_execution = exists (select from pipeline_execution where run_id = runs.run_id)
where run_id = %s
"""


class World:
    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection

    def dataset(self, name: str, namespace: str = NAMESPACE, **more: Any) -> int:
        return self._node(NodeKind.DATASET, namespace, name, **more)

    def job(self, name: str, namespace: str = JOBS, **more: Any) -> int:
        return self._node(NodeKind.JOB, namespace, name, **more)

    def column(self, dataset: int, field: str) -> int:
        namespace, name = self._one("select namespace, name from nodes where id = %s", dataset)
        return self._node(NodeKind.COLUMN, namespace, name, field=field, dataset_id=dataset)

    def _node(self, kind: NodeKind, namespace: str, name: str, field: str = "", **more: Any) -> int:
        values = {"first_seen": SEEN, "last_seen": SEEN} | more
        values |= {"key": node_key(kind, namespace, name, field), "kind": kind}
        values |= {"namespace": namespace, "name": name, "field": field}
        return int(self._insert("nodes", values, "id"))

    def query(
        self,
        text: str,
        *references: tuple[int, str, str],
        users: dict[str, int] | None = None,
        job: int | None = None,
        at: datetime = SEEN,
        problems: tuple[str, ...] = (),
        analysed: bool = True,
    ) -> str:
        """A query that reads datasets: each with a field (`*`: a star) and a role; who ran it how often."""
        key = digest("query", text)
        event = {"at": at, "event_id": uuid4()}
        self._insert("queries", {"key": key, "dialect": "postgres", "text": text, **event}, "key")
        for user, runs in (users or {}).items():
            who = {"query_key": key, "user_name": user, "dashboard": "", "job": "", "runs": runs}
            self._insert("query_uses", who | {"key": uuid4(), "at": at, "tags": []}, "key")
            day_of = {"day": at.date(), "uses": 1, "timed_runs": 0, "duration_us": 0}
            self._insert("query_days", who | day_of, "query_key")
        if job is not None:
            seen = {"first_seen": at, "last_seen": at}
            self._insert("job_texts", {"job_id": job, "query_key": key, **seen}, "job_id")
        for dataset, field, role in references:
            values = {"query_key": key, "dataset_id": dataset, "field": field.strip("*"), "role": role}
            flags = {"star": field == "*", "positional": False, "certain": True}
            self._insert("query_references", values | flags, "query_key")
        if analysed:
            said = {"version": 1, "binding": uuid4(), "problems": list(problems), "errors": []}
            self._insert("query_analyses", {"query_key": key, **said}, "query_key")
            for dataset in sorted({one[0] for one in references}):
                self._insert("query_tables", {"query_key": key, "tail": str(dataset)}, "query_key")
        return key

    def alias(self, alias: int, speaker: int) -> None:
        self.connection.execute(
            "update nodes set canonical_id = %s where id = any(%s)", [speaker, [alias, speaker]]
        )

    def reads(self, dataset: int, job: int, **more: Any) -> int:
        return self.edge(EdgeKind.READS, dataset, job, owner=job, **more)

    def writes(self, job: int, dataset: int, **more: Any) -> int:
        return self.edge(EdgeKind.WRITES, job, dataset, owner=job, **more)

    def edge(
        self,
        kind: EdgeKind,
        source: int,
        target: int,
        owner: int,
        since: datetime | str = SEEN,
        until: datetime | str = "infinity",
        flows: bool = True,
        origin: str = "inputs_outputs",
        opened_by: UUID | None = None,
        closed_by: UUID | None = None,
        **more: Any,
    ) -> int:
        values = {"key": digest("edge", str(uuid4())), "kind": int(kind), "owner_id": owner}
        values |= {"source_id": source, "target_id": target, "origin": origin}
        values |= {
            "source_dataset_id": self._dataset_of(source),
            "target_dataset_id": self._dataset_of(target),
        }
        values |= {"first_seen": SEEN, "first_event": uuid4(), "last_seen": SEEN, "last_event": uuid4()}
        edge = int(self._insert("edges", values | more, "id"))
        self.span(edge, owner, since, until, flows, opened_by, closed_by)
        return edge

    def span(
        self,
        edge: int,
        owner: int,
        since: datetime | str,
        until: datetime | str = "infinity",
        flows: bool = True,
        opened_by: UUID | None = None,
        closed_by: UUID | None = None,
    ) -> None:
        values = {"edge_id": edge, "owner_id": owner, "flows": flows, "alive_from": since, "alive_to": until}
        self._insert("edge_spans", values | {"opened_by": opened_by, "closed_by": closed_by}, "edge_id")

    def _dataset_of(self, node: int) -> int | None:
        kind, dataset = self._one("select kind, dataset_id from nodes where id = %s", node)
        return {"dataset": node, "column": dataset}.get(kind)

    def run(self, job: int | None, began: datetime | None = None, **more: Any) -> UUID:
        run_id = more.pop("run_id", None) or uuid4()
        values = {
            "run_id": run_id,
            "job_id": job,
            "started_at": began,
            "first_seen": began,
            "last_seen": began,
        }
        self._insert("runs", values | more, "run_id")
        self.connection.execute(MARK_EXECUTION, [run_id])
        return run_id

    def facet(self, node: int, name: str, value: Any, at: datetime = SEEN) -> None:
        kept = None if value is None else Jsonb(value)
        values = {"node_id": node, "name": name, "at": at, "event_id": uuid4(), "value": kept}
        self._insert("facets", values, "node_id")

    def run_facet(self, run_id: UUID, name: str, value: Any) -> None:
        values = {"run_id": run_id, "name": name, "at": SEEN, "event_id": uuid4(), "value": Jsonb(value)}
        self._insert("run_facets", values, "run_id")

    def io_facet(self, run_id: UUID, node: int, direction: str, name: str, value: Any) -> None:
        values = {"run_id": run_id, "node_id": node, "direction": direction, "name": name}
        values |= {"at": SEEN, "event_id": uuid4(), "value": Jsonb(value)}
        self._insert("run_io_facets", values, "run_id")

    def schema(self, dataset: int, *columns: str, since: datetime = SEEN, until: Any = "infinity") -> None:
        """Columns as `name type`."""
        fields = [dict(zip(("name", "type"), column.split(), strict=True)) for column in columns]
        shape = digest("schema", *columns)
        self.connection.execute(
            "insert into schemas (hash, fields) values (%s, %s) on conflict do nothing",
            [shape, Jsonb(fields)],
        )
        values = {"dataset_id": dataset, "valid_from": since, "valid_to": until, "hash": shape}
        self._insert("schema_versions", values | {"event_id": uuid4()}, "dataset_id")
        for field in fields:
            values = {"dataset": dataset, "hash": shape, "name": field["name"], "at": since}
            self.connection.execute(LIST_FIELD, values)
            self.connection.execute(LIST_FIELD_OF_DATASET, values)

    def assertion(
        self, dataset: int, name: str, success: bool, at: datetime = SEEN, field: str | None = None
    ) -> None:
        values = {"key": uuid4(), "dataset_id": dataset, "field": field, "name": name, "at": at}
        values |= {"event_id": uuid4(), "success": success, "value": Jsonb({})}
        self._insert("assertions", values, "key")

    def signal(self, node: int, text: str, at: datetime = SEEN, **more: Any) -> None:
        values = {"key": uuid4(), "node_id": node, "at": at, "event_id": uuid4(), "text": text}
        self._insert("signals", values | more, "key")

    def label(
        self, column: int, classification: str | None = None, pii: bool | None = None, *tags: str
    ) -> None:
        values = {"column_id": column, "classification": classification, "pii": pii, "tags": list(tags)}
        self._insert("column_labels", values, "column_id")

    def quarantined(self, reason: str, position: int, part: str = "run.facets") -> UUID:
        event = uuid4()
        values = {"event_id": event, "part": part, "position": position, "at": SEEN, "reason": reason}
        self._insert("quarantine", values, "event_id")
        return event

    def event(self, body: str = "{}", received_at: datetime = SEEN) -> UUID:
        event = uuid4()
        values = {
            "event_id": event,
            "kind": "run",
            "event_time": SEEN,
            "received_at": received_at,
            "body": body,
        }
        self._insert("events", values, "event_id")
        return event

    def publish(self, *owners: int, position: int | None = None) -> None:
        """End a batch that changed the arcs of these owners, and tell whoever listens."""
        with self.connection.transaction():
            self.connection.execute(
                "update pipeline_state set batch = batch + 1, position = coalesce(%s, position + 1)",
                [position],
            )
            for owner in owners:
                self.connection.execute(
                    "insert into graph_changes (batch, owner_id) select batch, %s from pipeline_state",
                    [owner],
                )
            self.connection.execute(
                "select pg_notify('headwater_published', batch::text) from pipeline_state"
            )

    def _one(self, query: str, *values: Any) -> Any:
        return self.connection.execute(query, values).fetchone()

    def _insert(self, table: str, values: dict[str, Any], returning: str) -> Any:
        names, places = ", ".join(values), ", ".join(["%s"] * len(values))
        query = f"insert into {table} ({names}) values ({places}) returning {returning}"
        return self._one(query, *values.values())[0]
