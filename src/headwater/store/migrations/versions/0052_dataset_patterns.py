"""A team's patterns for names of datasets, so that one warehouse can be shared out by schema."""

from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

COLUMN = """
alter table team add column dataset_patterns text[] not null default '{}';
comment on column team.dataset_patterns is
    'Datasets that belong to it, whoever writes them, as namespace/name; * stands for any text.';
"""

# With schemas, as views for bound callers use it, who look elsewhere first.
FUNCTION = """
create function team_of_dataset(namespace text, name text) returns text
language sql stable parallel safe as $$
    select team.name
    from public.team cross join lateral unnest(team.dataset_patterns) as given (pattern)
    where $1 || '/' || $2 like public.team_like(given.pattern)
    order by length(replace(given.pattern, '*', '')) desc, team.name collate "C"
    limit 1
$$;
"""

VIEW = """
create or replace view dataset_teams as
with claimed as (
    select distinct on (dataset_id) dataset_id, team
    from (
        select coalesce(canonical_id, id) as dataset_id, id, team_of_dataset(namespace, name) as team
        from nodes
        where kind = 'dataset' and exists (select from team where dataset_patterns <> '{}')
    ) as named
    where team is not null
    order by dataset_id, (id = dataset_id) desc, team collate "C"
),
written as (
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
select dataset_id, team from claimed
union all
select dataset_id, team from written where dataset_id not in (select dataset_id from claimed)
union all
select dataset_id, team from declared
where dataset_id not in (select dataset_id from claimed)
  and dataset_id not in (select dataset_id from written)
union all
select id, 'default' from nodes
where kind = 'dataset' and (canonical_id is null or canonical_id = id)
  and id not in (select dataset_id from claimed)
  and id not in (select dataset_id from written) and id not in (select dataset_id from declared);
comment on view dataset_teams is
    'The teams of each dataset: the one that claims its name, else those that write it, else the one that '
    'declared it, else default.';
"""


def upgrade() -> None:
    op.execute(COLUMN)
    op.execute(FUNCTION)
    op.execute(VIEW)
