"""Runs whose events name more than one job count for each job whose edges they show."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TABLE = """
create table run_owners (
    owner_id integer not null references nodes (id),
    run_id   uuid not null,
    primary key (owner_id, run_id)
);
create index run_owners_by_run on run_owners (run_id);
comment on table run_owners is
    'Owners of edges that a run shows, other than the job that the run belongs to.';
comment on column run_owners.owner_id is 'Job, or dataset, whose edges the run shows.';
comment on column run_owners.run_id is 'The run.';

insert into run_owners (owner_id, run_id)
select distinct edges.owner_id, runs.run_id
from runs cross join lateral unnest(runs.shown) as listed (edge_id)
join edges on edges.id = listed.edge_id
where edges.owner_id is distinct from runs.job_id;
"""

VIEW = """
create view owner_runs as
select job_id as owner_id, run_id, first_seen, first_event, counts_at, end_event, shown, sql_shown
from runs
where job_id is not null
union all
select run_owners.owner_id, runs.run_id, runs.first_seen, runs.first_event, runs.counts_at, runs.end_event,
       runs.shown, runs.sql_shown
from run_owners join runs on runs.run_id = run_owners.run_id;
comment on view owner_runs is
    'The runs that count for an owner of edges: those of the job, and those that show its edges.';
comment on column owner_runs.owner_id is 'Job, or dataset, whose edges the run shows or could show.';
comment on column owner_runs.run_id is 'The run.';
comment on column owner_runs.first_seen is 'Time of its first event.';
comment on column owner_runs.first_event is 'Its first event.';
comment on column owner_runs.counts_at is
    'From when it counts for the life of edges; null while it does not.';
comment on column owner_runs.end_event is 'Event that ended it.';
comment on column owner_runs.shown is 'Edges that its events show, of this owner and of others.';
comment on column owner_runs.sql_shown is 'Edges read from its SQL.';
"""


def upgrade() -> None:
    op.execute(TABLE)
    op.execute(VIEW)
