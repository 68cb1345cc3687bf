"""Which team an event, a job and a dataset belong to; what a team may send, and for how long it is kept."""

from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

EVENTS = """
alter table events add column team_key uuid, add column over_quota boolean not null default false;
comment on column events.team_key is 'Digest of the team that it names.';
comment on column events.over_quota is 'Whether its team had sent its quota of that day before it.';
create index events_by_team on events (team_key, event_time desc, event_id desc)
    where stream = 'lineage' and team_key is not null;
"""

TEAM = """
alter table team
    add column events_per_second integer,
    add column over_quota text not null default 'mark' check (over_quota in ('mark', 'refuse')),
    add column retention_days jsonb not null default '{}';
comment on column team.events_per_second is
    'Events a second that it may send, twice as many in a burst; null for the setting.';
comment on column team.over_quota is 'What happens to events beyond the quota of a day: mark or refuse.';
comment on column team.retention_days is
    'Days that are kept, by kind, where they differ from storage_retention_days.';

create table team_days (
    team     text not null,
    day      date not null,
    events   bigint not null default 0,
    marked   bigint not null default 0,
    refused  bigint not null default 0,
    slowed   bigint not null default 0,
    notified_at  timestamptz,
    primary key (team, day)
);
comment on table team_days is 'What each team sent on a day, as it arrived. Not made from the log.';
comment on column team_days.team is 'Name of the team.';
comment on column team_days.day is 'In UTC, when the events were received.';
comment on column team_days.events is 'Events that were taken.';
comment on column team_days.marked is 'Of these, beyond the quota of the day.';
comment on column team_days.refused is 'Events that were refused for good, because the quota was spent.';
comment on column team_days.slowed is 'Events that were asked to come later, because they came too fast.';
comment on column team_days.notified_at is 'When the owners were notified that the quota is spent.';
"""

# The same rules as `model/teams.py`; a test compares the two.
VIEWS = r"""
create index facets_of_teams on facets (node_id) where name = 'headwater_team';
create function team_like(pattern text) returns text language sql immutable parallel safe as $$
    select replace(replace(replace(replace(pattern, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')
$$;

create view namespace_teams as
with known as (select distinct namespace from nodes where kind = 'job')
select known.namespace, coalesce(own.name, fits.team, 'default') as team
from known
left join (select name from team union all select 'default') as own on own.name = known.namespace
left join lateral (
    select team.name as team
    from team cross join lateral unnest(team.patterns) as given (pattern)
    where known.namespace like team_like(given.pattern)
    order by length(replace(given.pattern, '*', '')) desc, team.name collate "C"
    limit 1
) as fits on own.name is null;
comment on view namespace_teams is 'The team of each namespace of jobs, by name and patterns.';
comment on column namespace_teams.namespace is 'Namespace of jobs.';
comment on column namespace_teams.team is 'Name of the team.';

create view named_teams as
select facets.node_id, known.name as team
from facets
join (select name from team union all select 'default') as known on known.name = facets.value ->> 'team'
where facets.name = 'headwater_team';
comment on view named_teams is 'The team that the latest event of a job or dataset names, if there is one.';
comment on column named_teams.node_id is 'The job or dataset.';
comment on column named_teams.team is 'Name of the team.';

create view job_teams as
select job.id as job_id, coalesce(named.team, by_namespace.team) as team
from nodes as job
join namespace_teams as by_namespace on by_namespace.namespace = job.namespace
left join named_teams as named on named.node_id = job.id
where job.kind = 'job';
comment on view job_teams is
    'The team of each job: the one that its events name, else that of its namespace.';
comment on column job_teams.job_id is 'The job.';
comment on column job_teams.team is 'Name of the team.';

create view dataset_teams as
with written as (
    select distinct coalesce(target.canonical_id, target.id) as dataset_id, job_teams.team
    from edges
    join nodes as target on target.id = edges.target_dataset_id
    join job_teams on job_teams.job_id = edges.owner_id
    where edges.kind = 1
),
declared as (
    select distinct coalesce(dataset.canonical_id, dataset.id) as dataset_id, named.team
    from named_teams as named join nodes as dataset on dataset.id = named.node_id and dataset.kind = 'dataset'
)
select dataset_id, team from written
union all
select dataset_id, team from declared where dataset_id not in (select dataset_id from written)
union all
select id, 'default' from nodes
where kind = 'dataset' and (canonical_id is null or canonical_id = id)
  and id not in (select dataset_id from written) and id not in (select dataset_id from declared);
comment on view dataset_teams is
    'The teams of each dataset: those that write it, else the one that declared it, else default.';
comment on column dataset_teams.dataset_id is 'The dataset; of several names the one that stands for all.';
comment on column dataset_teams.team is 'Name of a team.';
"""


def upgrade() -> None:
    op.execute(EVENTS)
    op.execute(TEAM)
    op.execute(VIEWS)
