"""Counters that only grow, such as those of pg_stat_statements: of each snapshot what came since the last."""

from collections.abc import Iterable, Mapping
from typing import Any

from headwater.connectors.query_log.rows import LogRow
from headwater.model.events import content_id

# Whoever asked, and where: the counters of PostgreSQL are kept for each.
KEYS = (("queryid", "query"), ("userid", "usename", "user_name", "rolname"), ("dbid", "datname", "database"))
COUNTER = "calls"


def since_last(rows: Iterable[LogRow], counts: Mapping[str, int]) -> tuple[list[LogRow], dict[str, int]]:
    """The rows that ran since, counted so, and the counters as they are now."""
    found, now = [], dict(counts)
    for row in rows:
        count = _count(row.columns)
        if row.columns is None or count is None:
            found.append(row)
            continue
        key = content_id([_first(row.columns, names) for names in KEYS]).hex
        before, now[key] = now.get(key, 0), count
        # Less than before: the statistics were reset in between.
        new = count - before if count >= before else count
        if new:
            found.append(LogRow(row.place, row.columns | {COUNTER: new}))
    return found, now


def _count(columns: Mapping[str, Any] | None) -> int | None:
    try:
        return int((columns or {}).get(COUNTER) or "")
    except (TypeError, ValueError):
        return None


def _first(columns: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((str(columns[name]) for name in names if columns.get(name) not in (None, "")), "")
