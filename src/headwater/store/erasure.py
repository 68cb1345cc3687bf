"""Erasing a text for good: from the log, the rows that requests wrote and all files; and the proof of it.

An event keeps its place and its id, which is the hash of what it was: the same event sent again is known, and
not stored again. What is served is made anew from the log afterwards, so that it holds no digest of a name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec
from psycopg import sql
from psycopg.errors import InsufficientPrivilege, UniqueViolation

from headwater.model.events import event_keys
from headwater.store.erased_files import erase_files, find_in_files
from headwater.store.erased_text import ERASED, ErasedText
from headwater.store.lake.lake import Lake
from headwater.store.queries.rows import Connection
from headwater.store.tables import SERVED

STEP_EVENTS = 500

COLUMNS = """
select table_name, column_name, data_type from information_schema.columns
where table_schema = 'public' and table_name in (
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'alembic_version')
  and (data_type in ('text', 'jsonb') or udt_name in ('_text', 'bytea')) and is_generated = 'NEVER'
order by table_name, column_name
"""
EVENTS = """
select position, body from events where position > %(after)s and body ~* %(pattern)s
order by position limit %(rows)s
"""
REWRITE = """
update events set body = %(body)s, namespace_key = %(namespace)s::uuid, job_key = %(job)s::uuid,
                  producer_key = %(producer)s::uuid
where position = %(position)s
"""


# What PostgreSQL's planner keeps of the values of each column.
STATISTICS = """
select tablename, count(*) from pg_stats
where schemaname = 'public'
  and concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text) ~* %(pattern)s
group by tablename order by tablename
"""


@dataclass(slots=True)
class ErasureReport:
    """How often it was found in each place before, and after."""

    before: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)

    @property
    def left(self) -> int:
        return sum(self.after.values())


def find(connection: Connection, lake: Lake, erased: ErasedText) -> dict[str, int]:
    """Rows of every table, and rows and lines of every file of the home folder, that hold it."""
    found = {f"table {name}": rows for name, rows in _in_tables(connection, erased)}
    found |= {f"statistics of {name}": rows for name, rows in _in_statistics(connection, erased)}
    return found | dict(find_in_files(lake, erased))


def erase(
    connection: Connection, lake: Lake, erased: ErasedText, rebuild: Callable[[], None]
) -> ErasureReport:
    """Everywhere, and then look everywhere once more. Nobody may write meanwhile."""
    report = ErasureReport(before=find(connection, lake, erased))
    _rewrite_log(connection, erased)
    _rewrite_rows(connection, erased)
    erase_files(lake, erased)
    rebuild()
    _compact(connection, report)
    _forget_statistics(connection, erased)
    report.after = find(connection, lake, erased)
    return report


def _in_tables(connection: Connection, erased: ErasedText) -> Iterator[tuple[str, int]]:
    tables: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in connection.execute(COLUMNS).fetchall():
        tables.setdefault(table, []).append((column, kind))
    for table, columns in tables.items():
        holding = sql.SQL(" or ").join(_holds(column, kind) for column, kind in columns)
        query = sql.SQL("select count(*) from {} where {}").format(sql.Identifier(table), holding)
        [(rows,)] = connection.execute(query, _bound(erased)).fetchall()
        if rows:
            yield table, rows


def _holds(column: str, kind: str) -> sql.Composed:
    # Bytes are searched as they are: requests of telemetry hold their texts in plain.
    if kind == "bytea":
        return sql.SQL("encode({}, 'escape') ~* %(bytes_pattern)s").format(sql.Identifier(column))
    return sql.SQL("{}::text ~* %(pattern)s").format(sql.Identifier(column))


def _bound(erased: ErasedText) -> dict[str, str]:
    return {"pattern": erased.pattern, "bytes_pattern": erased.bytes_pattern, "erased": ERASED}


def _rewrite_log(connection: Connection, erased: ErasedText) -> None:
    after = 0
    while rows := connection.execute(
        EVENTS, {"after": after, "rows": STEP_EVENTS, **_bound(erased)}
    ).fetchall():
        with connection.transaction():
            for position, body in rows:
                document = msgspec.json.decode(erased.cut(body))
                keys = event_keys(document)
                values = {"namespace": keys.namespace, "job": keys.job, "producer": keys.producer}
                connection.execute(REWRITE, {"position": position, "body": erased.cut(body), **values})
        after = rows[-1][0]


def _rewrite_rows(connection: Connection, erased: ErasedText) -> None:
    """Rows that no rebuild makes anew. Requests of telemetry that hold it go as a whole."""
    for table, column, kind in connection.execute(COLUMNS).fetchall():
        if table in SERVED or table == "events":
            continue
        place = {"table": sql.Identifier(table), "holds": _holds(column, kind)}
        if kind == "bytea":
            connection.execute(sql.SQL("delete from {table} where {holds}").format(**place), _bound(erased))
            continue
        update = sql.SQL(
            "update {table} set {column} = regexp_replace({column}::text, %(pattern)s, %(erased)s, 'gi')"
            "::{type} where {holds}"
        ).format(column=sql.Identifier(column), type=sql.SQL({"ARRAY": "text[]"}.get(kind, kind)), **place)
        try:
            with connection.transaction():
                connection.execute(update, _bound(erased))
        except UniqueViolation:
            _rewrite_one_by_one(connection, update, place, erased)


def _rewrite_one_by_one(
    connection: Connection, update: sql.Composed, place: dict[str, sql.Composable], erased: ErasedText
) -> None:
    """Two names that differ in case alone, say, would become the same one: each gets a number."""
    one = sql.SQL("{update} and ctid = (select ctid from {table} where {holds} limit 1)").format(
        update=update, **place
    )
    number = 0
    while True:
        number += 1
        # The bracket stays at the end, so that the word is still found as a whole.
        values = _bound(erased) | {"erased": f"{ERASED[:-1]} {number}]"}
        if not connection.execute(one, values).rowcount:
            return


def _compact(connection: Connection, report: ErasureReport) -> None:
    """What was replaced is still on the disk until its table is written anew."""
    for place in report.before:
        kind, _, name = place.partition(" ")
        if kind == "table":
            connection.execute(sql.SQL("vacuum full {}").format(sql.Identifier(name)))


def _in_statistics(connection: Connection, erased: ErasedText) -> Iterator[tuple[str, int]]:
    yield from connection.execute(STATISTICS, _bound(erased)).fetchall()


def _forget_statistics(connection: Connection, erased: ErasedText) -> None:
    for table, _columns in list(_in_statistics(connection, erased)):
        connection.execute(sql.SQL("analyze {}").format(sql.Identifier(table)))
    try:
        # Of a table that is empty now they would stay.
        for table, _columns in list(_in_statistics(connection, erased)):
            connection.execute(
                "delete from pg_statistic where starelid = %s::regclass", [sql.Identifier(table).as_string()]
            )
        connection.execute("vacuum full pg_statistic")
    except InsufficientPrivilege:
        # On a PostgreSQL that is not ours; what is left stands in the report.
        return
