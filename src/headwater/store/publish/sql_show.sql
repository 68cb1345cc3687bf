-- What the analyses say becomes part of what their runs and static events show.
insert into sql_lineage (owner_id, analysis, edge_ids)
select nodes.id, derived_edges.analysis,
       coalesce(array_agg(edges.id order by edges.id) filter (where edges.id is not null), '{}')
from derived_edges
join nodes on nodes.key = derived_edges.owner
left join lateral unnest(string_to_array(derived_edges.edges, ',')) as stated (key) on stated.key <> ''
left join edges on edges.key = stated.key::uuid
group by nodes.id, derived_edges.analysis
on conflict do nothing;

with news as (
    select sql_bindings.run_id, sql_bindings.analysis, coalesce(sql_lineage.edge_ids, '{}') as edge_ids
    from sql_bindings
    left join sql_lineage on sql_lineage.owner_id = sql_bindings.owner_id and sql_lineage.analysis = sql_bindings.analysis
    where sql_bindings.run_id is not null
),
changed as (
    update runs
    set sql_analysis = news.analysis, sql_shown = news.edge_ids
    from news
    where runs.run_id = news.run_id
      and (runs.sql_analysis, runs.sql_shown) is distinct from (news.analysis, news.edge_ids)
    returning runs.job_id, runs.first_seen
)
insert into touched_owners (owner_id, since) select job_id, min(first_seen) from changed group by job_id;

with news as (
    select sql_bindings.event_id, sql_bindings.analysis, coalesce(sql_lineage.edge_ids, '{}') as edge_ids
    from sql_bindings
    left join sql_lineage on sql_lineage.owner_id = sql_bindings.owner_id and sql_lineage.analysis = sql_bindings.analysis
    where sql_bindings.event_id is not null
),
changed as (
    update declarations
    set sql_analysis = news.analysis, sql_shown = news.edge_ids
    from news
    where declarations.event_id = news.event_id and declarations.series = ''
      and (declarations.sql_analysis, declarations.sql_shown) is distinct from (news.analysis, news.edge_ids)
    returning declarations.owner_id, declarations.at
)
insert into touched_owners (owner_id, since) select owner_id, min(at) from changed group by owner_id;

-- An edge read from SQL was seen whenever a run or static event with such an analysis was.
-- A job that lost a run to another has fewer of them.
with owners as (
    select owner_id from sql_bindings union select owner_id from touched_owners
),
lineages as (
    select sql_lineage.owner_id, sql_lineage.analysis, sql_lineage.edge_ids
    from owners join sql_lineage on sql_lineage.owner_id = owners.owner_id
),
-- The first and the last run are enough, and each is one look into an index.
sightings as (
    select edge_ids, seen.at, seen.event_id
    from lineages
    cross join lateral (
        (select first_seen, first_event from runs
         where job_id = lineages.owner_id and sql_analysis = lineages.analysis
         order by first_seen, first_event limit 1)
        union all
        (select last_seen, last_event from runs
         where job_id = lineages.owner_id and sql_analysis = lineages.analysis
         order by last_seen desc, last_event desc limit 1)
        union all
        (select at, event_id from declarations
         where owner_id = lineages.owner_id and sql_analysis = lineages.analysis)
    ) as seen (at, event_id)
),
times as (
    select edge_id, (array_agg(at order by at, event_id))[1] as first_seen,
           (array_agg(event_id order by at, event_id))[1] as first_event,
           (array_agg(at order by at desc, event_id desc))[1] as last_seen,
           (array_agg(event_id order by at desc, event_id desc))[1] as last_event
    from sightings cross join lateral unnest(edge_ids) as edge_id
    group by edge_id
)
update edges
set first_seen = times.first_seen, first_event = times.first_event,
    last_seen = times.last_seen, last_event = times.last_event
from times
where edges.id = times.edge_id
  and (edges.first_seen, edges.first_event, edges.last_seen, edges.last_event)
      is distinct from (times.first_seen, times.first_event, times.last_seen, times.last_event);
