"""Signals: what people and pagers said."""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

TABLE = """
create table signals (
    key      uuid primary key,
    node_id  integer not null references nodes (id),
    field    text,
    at       timestamptz not null,
    event_id uuid not null,
    source   text,
    author   text,
    severity text,
    text     text not null,
    link     text
);
create index signals_by_node on signals (node_id, at desc);
create index signals_by_time on signals (at desc, key desc);
comment on table signals is 'What people and pagers said of datasets and jobs.';
comment on column signals.key is 'Digest of the event and what it is about.';
comment on column signals.node_id is 'Dataset or job that it is about.';
comment on column signals.field is 'Column that it is about.';
comment on column signals.at is 'When it was said.';
comment on column signals.event_id is 'The event that says it.';
comment on column signals.source is 'Where it was said, such as a chat or a pager.';
comment on column signals.author is 'Who said it.';
comment on column signals.severity is 'info, warning, error or critical.';
comment on column signals.text is 'What was said.';
comment on column signals.link is 'Where it can be read.';
create index job_texts_by_time on job_texts (first_seen desc);
"""


def upgrade() -> None:
    op.execute(TABLE)
