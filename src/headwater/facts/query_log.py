"""The reader of queries: what was asked, by whom and how often."""

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.query_text import query_fact
from headwater.model.events import LogEntry

encode = Encoder().encode


class _Query(Struct):
    """An event's body, as `model.query_log` let it pass."""

    sql: str
    dialect: str | None = None
    database: str | None = None
    schema: str | None = None
    user: str | None = None
    duration_ms: float | None = None
    rows: int | None = None
    count: int = 1
    dashboard: str | None = None
    job: str | None = None
    tags: list[str] = []


class _Details(Struct, omit_defaults=True):
    count: int
    duration_us: int | None = None
    rows: int | None = None
    dashboard: str = ""
    job: str = ""
    tags: list[str] = []


_decode = Decoder(_Query).decode


def read_query(entry: LogEntry) -> list[Fact]:
    asked = _decode(entry.body)
    query = query_fact(asked.sql, asked.dialect, asked.database, asked.schema, masked=True)
    details = _Details(
        asked.count,
        # Whole numbers add up to the same sum in any order.
        None if asked.duration_ms is None else round(asked.duration_ms * 1000),
        asked.rows,
        asked.dashboard or "",
        asked.job or "",
        sorted(set(asked.tags)),
    )
    return [query, kinds.query_use(entry.event_id, query.key, asked.user, encode(details).decode())]
