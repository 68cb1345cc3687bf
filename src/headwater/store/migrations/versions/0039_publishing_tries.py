"""What the worker tried to publish last, so that what keeps failing is tried with fewer events each time."""

from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

# Not in pipeline_state, whose row is locked for as long as a batch or a rebuild takes.
COLUMNS = """
alter table worker_state
    add column tried_after bigint not null default 0,
    add column tries integer not null default 0,
    add column try_events integer,
    add column try_error text;
comment on column worker_state.tried_after is 'Position after which the last batch began.';
comment on column worker_state.tries is 'How often a batch of this size was begun there.';
comment on column worker_state.try_events is 'Events of a batch at most, once larger ones have failed.';
comment on column worker_state.try_error is 'Why the last try failed; null if it ended the worker.';
"""


def upgrade() -> None:
    op.execute(COLUMNS)
