"""What is normal for each job, and the runs that were not."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# No foreign keys here: what a rebuild sweeps away, the next run of the batch job clears up.
BASELINES = """
create table job_baselines (
    job_id       integer not null,
    measure      text not null,
    hour_of_week smallint not null,
    runs         integer not null,
    median       double precision not null,
    mad          double precision not null,
    primary key (job_id, measure, hour_of_week)
);

create table run_anomalies (
    run_id       uuid not null,
    measure      text not null,
    job_id       integer not null,
    at           timestamptz not null,
    value        double precision not null,
    median       double precision not null,
    mad          double precision not null,
    score        double precision not null,
    hour_of_week smallint not null,
    primary key (run_id, measure)
);
create index run_anomalies_by_job on run_anomalies (job_id, at desc, run_id);
create index run_anomalies_by_time on run_anomalies (at desc, run_id);
"""


def upgrade() -> None:
    op.execute(BASELINES)
