"""The audit log: rows are added in batches and read newest first."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from headwater.answers.access import AuditEntry, AuditPage
from headwater.model.times import from_micros, to_micros
from headwater.store.queries.paging import Number, counted, decode, encode
from headwater.store.queries.rows import Connection, Values, conditions, fetch

COLUMNS = ("at", "caller", "key_id", "address", "method", "path", "status", "code", "calls")
FILTERS = {
    "key_id": "key_id = %(key_id)s",
    "caller": "caller = %(caller)s",
    "refused": "(status in (401, 403, 429)) = %(refused)s",
    "method": "method = %(method)s",
    "since": "at >= %(since)s",
    "until": "at < %(until)s",
    "after_at": "(at, id) < (%(after_at)s, %(after_id)s)",
}
PAGE = "select id, {columns} from audit_entries where {where} order by at desc, id desc limit %(rows)s"

AuditRow = tuple[datetime, str, str | None, str, str, str, int, str | None, int]
"""As `COLUMNS`."""


class AuditCursor(NamedTuple):
    at: Number
    id: Number


def append(connection: Connection, rows: Sequence[AuditRow]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"copy audit_entries ({', '.join(COLUMNS)}) from stdin") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def page(connection: Connection, chosen: Values, limit: int, cursor: str | None) -> AuditPage:
    """`chosen` are the filters by name; those that are None choose nothing."""
    after = decode(cursor, AuditCursor)
    place = {"after_at": from_micros(after.at), "after_id": after.id} if after else {}
    total = counted(connection, f"1 from audit_entries where {conditions(FILTERS, chosen)}", chosen)
    values = {**chosen, **place}
    query = PAGE.format(columns=", ".join(COLUMNS), where=conditions(FILTERS, values))
    rows = fetch(connection, AuditEntry, query, **values, rows=limit + 1)
    shown = rows[:limit]
    more = encode(to_micros(shown[-1].at), shown[-1].id) if len(rows) > limit else None
    return AuditPage(shown, total, more)
