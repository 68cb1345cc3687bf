"""Counters that only grow, such as those of pg_stat_statements: of each snapshot what came since the last."""

from collections.abc import Iterable, Mapping
from typing import Any

from headwater.connectors.query_log.cells import first_of
from headwater.connectors.query_log.row import LogRow
from headwater.model.events import content_id

# Whoever asked, and where: the counters of PostgreSQL are kept for each.
KEYS = (("queryid", "query"), ("userid", "usename", "user_name", "rolname"), ("dbid", "datname", "database"))
COUNTER = "calls"


def since_last(rows: Iterable[LogRow], counts: Mapping[str, int]) -> tuple[list[LogRow], dict[str, int]]:
    """The rows that ran since, counted so, and the counters as they are now."""
    found, by_key = [], dict[str, LogRow]()
    now: dict[str, int] = {}
    for row in rows:
        count = _count(row.columns)
        if row.columns is None or count is None:
            found.append(row)
            continue
        # Several rows may be of one key: PostgreSQL also parts what runs by itself from what functions run,
        # and an export may leave out columns that tell rows apart. What they count belongs together.
        key = content_id([str(first_of(row.columns, names) or "") for names in KEYS]).hex
        by_key.setdefault(key, row)
        now[key] = now.get(key, 0) + count
    for key, row in by_key.items():
        # Less than before: the statistics were reset in between.
        before = counts.get(key, 0)
        new = now[key] - before if now[key] >= before else now[key]
        if new:
            found.append(LogRow(row.place, {**(row.columns or {}), COUNTER: new}))
    return found, {**counts, **now}


def _count(columns: Mapping[str, Any] | None) -> int | None:
    try:
        return int((columns or {}).get(COUNTER) or "")
    except (TypeError, ValueError):
        return None
