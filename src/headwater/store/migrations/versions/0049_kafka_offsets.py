"""How far each partition of Kafka's topics was read into the log, written together with what was read."""

from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None

TABLES = """
create table kafka_offsets (
    topic       text not null,
    partition   int not null,
    next_offset bigint not null,
    end_offset  bigint not null default 0,
    read_at     timestamptz,
    problem     text,
    primary key (topic, partition)
);
comment on table kafka_offsets is 'How far each partition of Kafka was read into the log.';
comment on column kafka_offsets.topic is 'Name of the topic.';
comment on column kafka_offsets.partition is 'Number of the partition.';
comment on column kafka_offsets.next_offset is 'The first offset that is not in the log yet.';
comment on column kafka_offsets.end_offset is 'The offset behind the newest message, as last seen.';
comment on column kafka_offsets.read_at is 'When messages were last written to the log.';
comment on column kafka_offsets.problem is 'What Kafka deleted before it was read; null for nothing.';
create table kafka_bridges (
    name    text primary key,
    seen_at timestamptz not null,
    problem text
);
comment on table kafka_bridges is 'Bridges from Kafka to the log that live or lived in the last hour.';
comment on column kafka_bridges.name is 'Host and process.';
comment on column kafka_bridges.seen_at is 'Last sign of life.';
comment on column kafka_bridges.problem is 'What keeps it from reading; null for nothing.';
"""


def upgrade() -> None:
    op.execute(TABLES)
