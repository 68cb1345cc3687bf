"""Events that end the worker, and how often work was begun: neither ends it for ever."""

from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

# Beside the stream's own tries: a rebuild that ended must not be taken for a batch of the stream.
TABLES = """
create table fatal_events (
    event_id uuid primary key,
    rules    integer not null,
    analyser integer not null,
    reason   text not null,
    at       timestamptz not null default clock_timestamp()
);
comment on table fatal_events is 'Events that ended or failed the worker each time they were tried alone.';
comment on column fatal_events.event_id is 'The event, which stays in the log.';
comment on column fatal_events.rules is 'Version of the rules by which it was tried.';
comment on column fatal_events.analyser is 'Version of the rules for SQL texts by which it was tried.';
comment on column fatal_events.reason is 'What happened.';
comment on column fatal_events.at is 'When it was given up.';

alter table worker_state
    add column rebuilt_after bigint not null default 0,
    add column rebuilt_upto bigint not null default 0,
    add column rebuild_tries integer not null default 0;
comment on column worker_state.rebuilt_after is 'Position after which a rebuild is at work.';
comment on column worker_state.rebuilt_upto is 'Position up to which it is; 0 where no rebuild is.';
comment on column worker_state.rebuild_tries is 'How often this range was begun.';

alter table work add column tries integer not null default 0;
comment on column work.tries is 'How often it was begun.';
"""


def upgrade() -> None:
    op.execute(TABLES)
