"""When the job of a run was named, and by which event: an event of the run need not name one."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

COLUMNS = """
alter table runs add column job_at timestamptz, add column job_event uuid, add column job_ends boolean;
update runs
set job_at = last_seen, job_event = last_event, job_ends = last_state in ('COMPLETE', 'FAIL', 'ABORT')
where job_id is not null;
comment on column runs.job_at is 'Time of the latest event that names its job.';
comment on column runs.job_event is 'That event.';
comment on column runs.job_ends is 'Whether that event ended the run.';
"""


def upgrade() -> None:
    op.execute(COLUMNS)
