"""The time that an event gives, where it lies so far ahead that the event counts from its receipt."""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

# Events that are there already are judged by the default of the setting.
COLUMN = """
alter table events add column claimed_time timestamptz;
update events set claimed_time = event_time, event_time = received_at
where event_time > received_at + interval '1 day';
comment on column events.claimed_time is
    'The time that it gives, if that lies too far ahead; then event_time is when it was accepted.';
"""


def upgrade() -> None:
    op.execute(COLUMN)
