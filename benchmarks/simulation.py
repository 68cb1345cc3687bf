"""How long a simulation takes against a log of a million queries. `python -m benchmarks.simulation`.

The rows go into the tables directly, as the index would have made them: what is measured is looking up,
judging and answering, with one user waiting.
"""

import time
from collections.abc import Sequence
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb

from benchmarks.system import database
from benchmarks.table import table
from headwater.answers.simulation import Simulation
from headwater.api.process import Process, build_process
from headwater.model.ids import NodeKind, digest, node_key
from headwater.questions.simulation.requests import SimulationRequest
from headwater.questions.simulation.simulate import simulate
from headwater.sql.references import REFERENCES

TABLES, COLUMNS = 10, 30
DISTINCT, DAYS = 100_000, 10
NAMESPACE = "postgres://warehouse"
SEEN = "2026-04-01T00:00:00Z"
TYPES = ("bigint", "text", "numeric(12,2)", "date", "timestamp")
HEADER = (
    "change",
    "in the log",
    "distinct",
    "touching",
    "first, s",
    "again, s",
    "processor s",
    "errors",
    "silent changes",
)
CHANGES = (
    {"change_type": "drop_column", "target": "c7"},
    {"change_type": "change_type", "target": "c7", "new_type": "text"},
    {"change_type": "rename_column", "target": "c1", "new_name": "c1_new"},
    {"change_type": "add_column", "target": "extra", "new_type": "text"},
    {"change_type": "drop_column", "target": "c29"},
)

# Each text takes five of the columns of one table, two of them in its select list; one in fifty takes all.
TEXTS = """
insert into queries (key, dialect, text, at, event_id)
select md5(number::text)::uuid, 'postgres',
       case when number %% 53 = 17 then
           format('select * from shop.table_%%s as q%%s where c%%s = ''?''', t, number, a)
       else
           format('select q%%s.c%%s, sum(c%%s) as total from shop.table_%%s as q%%s
where c%%s = ''?'' and q%%s.c%%s >= ''?'' group by q%%s.c%%s order by total desc',
                  number, a, c, t, number, b, number, d, number, a)
       end, %(seen)s, gen_random_uuid()
from (select number, number %% %(tables)s as t, number %% 29 as a, (number / 29) %% 29 as b,
             5 * ((number / 841) %% 5) + 2 as c, (number / 7) %% 29 as d
      from generate_series(1, %(distinct)s) as number) as chosen
"""
REFERENCED = """
insert into query_references (query_key, dataset_id, field, role, star, positional, certain)
select md5(number::text)::uuid, dataset.id, used.field, used.role, used.star, false, true
from (select number, number %% %(tables)s as t, number %% 29 as a, (number / 29) %% 29 as b,
             5 * ((number / 841) %% 5) + 2 as c, (number / 7) %% 29 as d
      from generate_series(1, %(distinct)s) as number) as chosen
join nodes as dataset on dataset.kind = 'dataset' and dataset.name = 'warehouse.shop.table_' || t
cross join lateral (
    select '' as field, 'projected' as role, number %% 53 = 17 as star
    union all select 'c' || a, 'projected', false
    union all select distinct 'c' || place, 'filtered', false from unnest(array[b, d]) as place
              where number %% 53 <> 17
    union all select 'c' || c, 'projected', false where number %% 53 <> 17
) as used
"""
OTHERS = """
insert into query_days (query_key, day, user_name, dashboard, job, uses, runs, timed_runs, duration_us)
select key, date '2026-03-20' + number, 'user_' || number, '', '', 1, 1, 0, 0
from queries cross join generate_series(1, %(days)s) as number;
insert into query_analyses (query_key, version, binding, problems, errors)
select key, %(version)s, gen_random_uuid(), '{}', '{}' from queries;
analyze
"""


def fill(connection: psycopg.Connection) -> None:
    for number in range(TABLES):
        _make_table(connection, f"warehouse.shop.table_{number}")
    given = {"seen": SEEN, "tables": TABLES, "distinct": DISTINCT, "days": DAYS, "version": REFERENCES}
    with psycopg.ClientCursor(connection) as cursor:
        for statement in (TEXTS, REFERENCED, OTHERS):
            cursor.execute(statement, given)


def _make_table(connection: psycopg.Connection, name: str) -> None:
    fields = [{"name": f"c{place}", "type": TYPES[place % len(TYPES)]} for place in range(COLUMNS)]
    row = connection.execute(
        "insert into nodes (key, kind, namespace, name, field) values (%s, 'dataset', %s, %s, '')"
        " returning id",
        [node_key(NodeKind.DATASET, NAMESPACE, name), NAMESPACE, name],
    ).fetchone()
    schema = digest("schema", name)
    connection.execute("insert into schemas (hash, fields) values (%s, %s)", [schema, Jsonb(fields)])
    connection.execute(
        "insert into schema_versions (dataset_id, valid_from, valid_to, hash, event_id)"
        " values (%s, %s, 'infinity', %s, %s)",
        [row and row[0], SEEN, schema, uuid4()],
    )


def ask(process: Process, change: dict[str, str]) -> tuple[float, float, Simulation]:
    """Seconds, and of these the processor's in the process that answers."""
    request = SimulationRequest(asset="warehouse.shop.table_1", **change)
    began, worked = time.perf_counter(), time.process_time()
    with process.reading() as reading:
        found = simulate(reading, request)
    return time.perf_counter() - began, time.process_time() - worked, found


def row(process: Process, change: dict[str, str]) -> Sequence[object]:
    first, _, found = ask(process, change)
    again, worked, _ = ask(process, change)
    counts = found.queries.counts
    return (
        f"{change['change_type']} {change['target']}",
        f"{DISTINCT * DAYS:,}",
        f"{DISTINCT:,}",
        f"{found.coverage.touching:,}",
        f"{first:.2f}",
        f"{again:.2f}",
        f"{worked:.2f}",
        f"{counts.will_error:,}",
        f"{counts.will_silently_change:,}",
    )


def run() -> str:
    with database() as (_home, url):
        with psycopg.connect(url) as connection:
            fill(connection)
        process = build_process(url)
        process.start()
        found = [row(process, change) for change in CHANGES]
        process.stop()
    return table(HEADER, found)


if __name__ == "__main__":
    print(run())
