"""Breaches of timeliness also of jobs that no pipeline is."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BREACHES = """
alter table timeliness_breach
    drop constraint timeliness_breach_pipeline_id_kind_since_run_id_key,
    alter column pipeline_id drop not null,
    add column job_key uuid;
update timeliness_breach as breach
set job_key = pipeline.job_key
from pipeline
where pipeline.id = breach.pipeline_id;
alter table timeliness_breach
    alter column job_key set not null,
    add unique nulls not distinct (job_key, pipeline_id, kind, since, run_id);
create index timeliness_breach_by_pipeline on timeliness_breach (pipeline_id, id desc);
create index timeliness_breach_by_time on timeliness_breach (created_at);
"""


def upgrade() -> None:
    op.execute(BREACHES)
