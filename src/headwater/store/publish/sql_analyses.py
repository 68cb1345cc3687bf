"""Lineage read from SQL: which texts have to be analysed, and what the analyses say, written down."""

from typing import Protocol

import msgspec
import pyarrow as pa
from psycopg import Connection
from psycopg.types.json import Jsonb

ASKED = pa.schema(
    [(name, pa.string()) for name in ("owner", "analysis", "text", "dialect", "binding", "result")]
)
ANSWERED = pa.schema(
    [
        *((name, pa.string()) for name in ("owner", "analysis", "result", "edges", "facts")),
        *((name, pa.list_(pa.string())) for name in ("problems", "unknown")),
    ]
)


class Analyst(Protocol):
    """Reads lineage out of SQL texts: a table of `ASKED` in, one of `ANSWERED` out, a row for each."""

    version: int

    def __call__(self, asked: pa.Table) -> pa.Table: ...


class NoAnalyst:
    """Leaves every text unread."""

    version = 0

    def __call__(self, asked: pa.Table) -> pa.Table:
        return ANSWERED.empty_table()


# What an owner needs edges for and has none; the schemas are spelled out for the analyst.
WANTED = """
with pairs as (
    select distinct on (sql_bindings.owner_id, sql_bindings.analysis)
           sql_bindings.owner_id, sql_bindings.analysis, sql_bindings.sql_key, sql_bindings.binding
    from sql_bindings
    where sql_bindings.analysis is not null
      and not exists (select from sql_lineage as known
                      where known.owner_id = sql_bindings.owner_id and known.analysis = sql_bindings.analysis)
)
select replace(nodes.key::text, '-', ''), pairs.analysis::text, sql_texts.text, sql_texts.dialect,
       (select jsonb_agg(item || jsonb_build_object('columns', (
                   select jsonb_agg(field ->> 'name' order by place)
                   from schemas
                   cross join lateral jsonb_array_elements(fields) with ordinality as listed (field, place)
                   where schemas.hash = (item ->> 'schema')::uuid)) order by ordinal)
        from jsonb_array_elements(pairs.binding) with ordinality as bound_to (item, ordinal))::text,
       sql_analyses.result::text
from pairs
join nodes on nodes.id = pairs.owner_id
join sql_texts on sql_texts.key = pairs.sql_key
left join sql_analyses on sql_analyses.key = pairs.analysis
order by pairs.analysis, pairs.owner_id
"""

RECORD = """
insert into sql_analyses (key, sql_key, binding, result, problems, unknown)
select %(analysis)s, sql_bindings.sql_key, sql_bindings.binding, %(result)s, %(problems)s, %(unknown)s
from sql_bindings where sql_bindings.analysis = %(analysis)s limit 1
on conflict do nothing
"""
ADD_EDGES = "insert into derived_edges (owner, analysis, edges) values (%(owner)s, %(analysis)s, %(edges)s)"


def wanted(connection: Connection) -> pa.Table:
    rows = connection.execute(WANTED).fetchall()
    columns = list(zip(*rows, strict=True)) or [()] * len(ASKED)
    return pa.table([pa.array(column, pa.string()) for column in columns], schema=ASKED)


def record(connection: Connection, answered: pa.Table) -> list[list[object]]:
    """Write the analyses down, and give back the facts that they state."""
    facts: dict[tuple[object, ...], list[object]] = {}
    for row in answered.to_pylist():
        row["result"] = Jsonb(msgspec.json.decode(row["result"]))
        connection.execute(RECORD, row)
        connection.execute(ADD_EDGES, row)
        # Texts name the same nodes and edges: the staging table must have each kind and key once.
        for fact in msgspec.json.decode(row["facts"]):
            facts[fact[0], fact[1]] = fact
    return list(facts.values())
