"""Which runs are executions that clients start: lists of the other runs need not look each of them up."""

from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

COLUMN = """
alter table runs add column is_execution boolean not null default false;
comment on column runs.is_execution is 'Whether it is an execution that a client started.';
update runs set is_execution = true from pipeline_execution as execution where execution.run_id = runs.run_id;
create index runs_reported on runs (began_at desc, run_id) where began_at is not null and not is_execution;
"""


def upgrade() -> None:
    op.execute(COLUMN)
