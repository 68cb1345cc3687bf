"""What events are listed by, taken out of their bodies; and the indexes that list them, newest first."""

from collections.abc import Iterator, Sequence
from typing import Any

from alembic import op
from sqlalchemy import Connection, text

from headwater.errors import HeadwaterError
from headwater.model.events import EventKeys, event_keys
from headwater.model.openlineage import decode

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

EVENTS_AT_ONCE = 1000

COLUMNS = """
alter table events
    add column namespace_key uuid,
    add column job_key uuid,
    add column producer_key uuid,
    add column state text;
comment on column events.namespace_key is 'Digest of the namespace of the job or dataset that it is about.';
comment on column events.job_key is 'Key of the job that it is about, as in nodes.';
comment on column events.producer_key is 'Digest of its producer.';
comment on column events.state is 'The eventType of an event of a run, in upper case.';
"""

INDEXES = """
create index events_by_time on events (event_time desc, event_id desc) where stream = 'lineage';
create index events_by_state on events (kind, state, event_time desc, event_id desc)
    where stream = 'lineage';
create index events_by_namespace on events (namespace_key, event_time desc, event_id desc)
    where stream = 'lineage';
create index events_by_job on events (job_key, event_time desc, event_id desc)
    where stream = 'lineage' and job_key is not null;
create index events_by_producer on events (producer_key, event_time desc, event_id desc)
    where stream = 'lineage';
"""

BODIES = """
select position, body from events
where stream = 'lineage' and position > :after order by position limit :number
"""

FILL = """
update events set namespace_key = cast(:namespace as uuid), job_key = cast(:job as uuid),
                  producer_key = cast(:producer as uuid), state = :state
where position = :position
"""


def upgrade() -> None:
    op.execute(COLUMNS)
    connection = op.get_bind()
    for rows in _events(connection):
        connection.execute(text(FILL), [_values(position, body) for position, body in rows])
    op.execute(INDEXES)


def _events(connection: Connection) -> Iterator[Sequence[Any]]:
    after = 0
    while rows := connection.execute(text(BODIES), {"after": after, "number": EVENTS_AT_ONCE}).all():
        yield rows
        after = rows[-1][0]


def _values(position: int, body: str) -> dict[str, Any]:
    keys = _keys(body)
    return {
        "position": position,
        "namespace": keys.namespace,
        "job": keys.job,
        "producer": keys.producer,
        "state": keys.state,
    }


def _keys(body: str) -> EventKeys:
    """An event that can't be read stays in the log without keys."""
    try:
        document, _exact = decode(body.encode())
    except HeadwaterError:
        return EventKeys()
    return event_keys(document) if isinstance(document, dict) else EventKeys()
