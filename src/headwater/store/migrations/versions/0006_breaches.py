"""Breaches of timeliness also of jobs that no pipeline is, and runs by their end."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# A job may become a pipeline, and of several pipelines that are one job each has told the same before.
BREACHES = """
alter table timeliness_breach
    drop constraint timeliness_breach_pipeline_id_kind_since_run_id_key,
    alter column pipeline_id drop not null,
    add column job_key uuid;
update timeliness_breach as breach
set job_key = pipeline.job_key
from pipeline
where pipeline.id = breach.pipeline_id;
delete from timeliness_breach as later
using timeliness_breach as first
where first.job_key = later.job_key and first.kind = later.kind and first.since = later.since
  and first.run_id is not distinct from later.run_id and first.id < later.id;
alter table timeliness_breach
    alter column job_key set not null,
    add unique nulls not distinct (job_key, kind, since, run_id);
create index timeliness_breach_by_pipeline on timeliness_breach (pipeline_id, id desc);
create index timeliness_breach_by_time on timeliness_breach (created_at);
"""

RUNS = "create index runs_by_end on runs (ended_at) where ended_at is not null"


def upgrade() -> None:
    op.execute(BREACHES)
    op.execute(RUNS)
