"""The queries of people and dashboards that a change reaches, with who runs them."""

from datetime import datetime, timedelta

from headwater.answers.change import AffectedQueries, AffectedQuery
from headwater.questions.change.separate_readers import SeparatedReaders
from headwater.store.queries import query_log, query_readers
from headwater.store.queries.query_readers import QueryReader
from headwater.store.queries.rows import Connection

WINDOW = timedelta(days=30)
SHOWN = 100


def affected_queries(
    connection: Connection, apart: SeparatedReaders, as_of: datetime | None
) -> AffectedQueries:
    # Up to the newest use and not to the clock: a history that has ended is judged as it ended.
    until = as_of or query_log.newest_use(connection)
    since = until - WINDOW if until else None
    total = query_readers.totals(connection, apart.places, since)
    users = query_readers.users(connection, apart.places, since) if total.queries else ()
    items = query_readers.queries(connection, apart.places, since, SHOWN) if total.queries else ()
    return AffectedQueries(
        total=total.queries,
        certain=total.certain,
        runs=total.runs,
        since=since,
        users=users[:SHOWN],
        users_total=len(users),
        items=tuple(_query(one) for one in items),
        unread=apart.unread,
    )


def _query(one: QueryReader) -> AffectedQuery:
    return AffectedQuery(
        fingerprint=one.fingerprint,
        text=one.text,
        level="column" if one.sure else "dataset",
        depth=one.depth,
        runs=one.runs,
        last_used=one.last_used,
        users=tuple(one.users),
        users_total=one.users_total,
        dashboards=tuple(one.dashboards),
        roles=tuple(one.roles),
        columns=tuple(one.columns),
    )
