"""What is normal keeps its spread, so that a run is judged by it wherever it is asked about."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# What was worked out without it is worked out anew: without a state, the batch job is due at once.
SPREAD = """
truncate job_baselines, run_anomalies;
delete from analytics_state where job = 'baselines';
alter table job_baselines add column spread double precision not null;
comment on column job_baselines.spread is
    'How far from the median is nothing to speak of; a run is unusual beyond six times that.';
"""


def upgrade() -> None:
    op.execute(SPREAD)
