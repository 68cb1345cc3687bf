-- When each edge was alive: from the completion of a run that showed it until as many later runs of the
-- job as the window counts have completed, or until something it touches is dropped. Only the stretch of a
-- job's history that this batch can have changed is worked out again.
--
-- An example, with a window of 2 and the edges A and B of one job:
--
--     run        r1     r2     r3     r4     r5
--     completes  1:00   2:00   3:00   4:00   5:00
--     shows      A      A B    B      B      A
--
-- showings   r1 shows A until the second run after it completes, 3:00; r2 shows A and B until 4:00; r3 shows B
--            until 5:00; r4 and r5 have no second run after them yet, so theirs is infinity.
-- stretches  r1 | r2 | r3 r4 | r5: neighbours that show the same are one, here B from 3:00 to infinity.
-- ended      If the target of B is dropped at 3:30, the stretch of r3 breaks there: B ends at 3:30, and r4 shows it
--            anew from 4:00.
-- divided    What inputs and outputs say flows only while nothing more precise is alive for that output.
-- islands    Pieces that touch are one span. A: 1:00 to 4:00, opened by r1 and closed by r4, and 5:00 to infinity,
--            opened by r5. B (without the drop): 2:00 to infinity, opened by r2.
--
-- If r2 comes last, `since` is 2:00, and two counting runs before it there is none: all of the job is worked out. Had
-- the job a hundred runs before, only what came after the last two of them would be, and earlier spans stay.
with owners as (
    select owner_id, min(since) as since from touched_owners group by owner_id
),
-- Before this instant nothing changes: the window's length of runs before the first change.
starts as (
    select owner_id, least(counted.at, attempted.at, owners.since) as from_time
    from owners
    left join lateral (
        select coalesce((select counts_at from owner_runs where owner_runs.owner_id = owners.owner_id and counts_at < since
                         order by counts_at desc offset %(window)s - 1 limit 1), '-infinity') as at
    ) as counted on true
    left join lateral (
        select coalesce((select first_seen from owner_runs where owner_runs.owner_id = owners.owner_id and first_seen < since
                         order by first_seen desc offset %(window)s - 1 limit 1), '-infinity') as at
    ) as attempted on true
)
insert into horizon
select owner_id, from_time,
       coalesce((select counts_at from owner_runs where owner_runs.owner_id = starts.owner_id and counts_at < from_time
                 order by counts_at desc offset %(window)s - 1 limit 1), '-infinity'),
       coalesce((select first_seen from owner_runs where owner_runs.owner_id = starts.owner_id and first_seen < from_time
                 order by first_seen desc offset %(window)s - 1 limit 1), '-infinity'),
       coalesce((select min(counts_at) from owner_runs where owner_runs.owner_id = starts.owner_id), 'infinity')
from starts;

analyze horizon;

-- A table and no step of the statement below: with an index, each edge finds its first drop at once.
insert into drops (owner_id, node_id, at, event_id)
select horizon.owner_id, lifecycle.node_id, lifecycle.at, lifecycle.event_id
from horizon
join edges on edges.owner_id = horizon.owner_id
join lifecycle on lifecycle.state = 'DROP' and lifecycle.node_id = edges.source_dataset_id
union
select horizon.owner_id, lifecycle.node_id, lifecycle.at, lifecycle.event_id
from horizon
join edges on edges.owner_id = horizon.owner_id
join lifecycle on lifecycle.state = 'DROP' and lifecycle.node_id = edges.target_dataset_id
union
select horizon.owner_id, lifecycle.node_id, lifecycle.at, lifecycle.event_id
from horizon
join lifecycle on lifecycle.state = 'DROP' and lifecycle.node_id = horizon.owner_id;

analyze drops;

-- Three kinds of series of showings: runs that count; attempts, for as long as no run of the job has counted
-- yet; and declarations, each of which replaces the one before. An edge that a person declared in the catalog
-- is a series of its own. What was read from the SQL of a run belongs to what the run showed.
with declared as (
    select declarations.*,
           max(at) filter (where at <= horizon.from_time) over (partition by horizon.owner_id, series) as first_at
    from horizon join declarations on declarations.owner_id = horizon.owner_id
),
showings as (
    select horizon.owner_id, 'run' as series, run_id as ref, shown || sql_shown as shown, counts_at as at,
           coalesce(end_event, first_event) as event_id,
           lead(counts_at, %(window)s, 'infinity') over job as until,
           lead(coalesce(end_event, first_event), %(window)s) over job as closed_by
    from horizon
    -- Looked up for each owner (`offset 0`): joined with this view, all runs of the store would be read.
    cross join lateral (
        select * from owner_runs where owner_id = horizon.owner_id and counts_at >= horizon.first_run offset 0
    ) as runs
    window job as (partition by horizon.owner_id order by counts_at, run_id)
    union all
    select horizon.owner_id, 'attempt', run_id, shown || sql_shown, first_seen, first_event,
           least(lead(first_seen, %(window)s, 'infinity') over job, horizon.first_count),
           lead(first_event, %(window)s) over job
    from horizon
    cross join lateral (
        select * from owner_runs
        where owner_id = horizon.owner_id and counts_at is null
          and first_seen >= horizon.first_attempt and first_seen < horizon.first_count
        offset 0
    ) as runs
    window job as (partition by horizon.owner_id order by first_seen, run_id)
    union all
    select owner_id, 'declaration' || series, event_id, shown || sql_shown, at, event_id,
           lead(at, 1, 'infinity') over declaration_order, lead(event_id, 1) over declaration_order
    from declared
    where at >= coalesce(first_at, '-infinity')
    window declaration_order as (partition by owner_id, series order by at, cardinality(shown), event_id)
),
-- Neighbours that show the same edges, with no drop between them, are one stretch.
marked as (
    select *,
           (shown is distinct from lag(shown) over series_order
            or exists (select from drops
                       where drops.owner_id = showings.owner_id
                         and drops.at >= lag_at and drops.at < showings.at)) as is_break
    from (select *, lag(at) over (partition by owner_id, series order by at, ref) as lag_at from showings)
         as showings
    window series_order as (partition by owner_id, series order by at, ref)
),
numbered as (
    select *, count(*) filter (where is_break) over (partition by owner_id, series order by at, ref) as stretch
    from marked
),
stretches as (
    select owner_id, series, stretch, min(at) as alive_from, max(at) as last_shown, max(until) as alive_to,
           (array_agg(event_id order by at, ref))[1] as opened_by,
           (array_agg(closed_by order by at desc, ref desc))[1] as closed_by, shown
    from numbered
    where at < until
    group by owner_id, series, stretch, shown
),
-- Spread out before the join: a lateral one would look through all edges of the owner for each stretch.
listed as (
    select owner_id, series, stretch, alive_from, last_shown, alive_to, opened_by, closed_by, unnest(shown) as edge_id
    from stretches
),
-- Precedence within one account: an explicit lineage facet is the whole truth between datasets, and column
-- lineage gives way to it.
stated as (
    select listed.*, edges.kind, edges.origin, edges.source_dataset_id, edges.target_dataset_id,
           bool_or(edges.origin = 'lineage_facet') over whole as is_explicit,
           bool_or(edges.origin = 'lineage_facet') over output as output_is_explicit
    from listed
    -- A run that names several jobs shows the edges of all of them.
    join edges on edges.id = listed.edge_id and edges.owner_id = listed.owner_id
    window whole as (partition by listed.owner_id, series, stretch),
           output as (partition by listed.owner_id, series, stretch, edges.target_dataset_id)
),
effective as (
    select *
    from stated
    where not (origin = 'column_facet' and (output_is_explicit or (kind = edge_kind('feeds') and is_explicit)))
)
insert into ended (owner_id, edge_id, kind, origin, target_dataset_id, alive_from, alive_to, opened_by, closed_by)
select effective.owner_id, edge_id, kind, origin, target_dataset_id, alive_from, least(alive_to, first_drop.at),
       opened_by, case when first_drop.at < alive_to then first_drop.event_id else closed_by end
from effective
left join lateral (
    select at, event_id from drops
    where drops.owner_id = effective.owner_id and drops.at >= effective.last_shown
      and drops.node_id in (effective.source_dataset_id, effective.target_dataset_id, effective.owner_id)
    order by at, event_id limit 1
) as first_drop on true
where alive_from < least(alive_to, first_drop.at);

-- Inputs × outputs give way to anything more precise that is alive at the same time: what a job writes flows
-- through the job as a whole only while nothing says what feeds that output.
insert into precise_times (owner_id, target_dataset_id, stated, declared, columns)
select owner_id, target_dataset_id,
       coalesce(range_agg(tstzrange(alive_from, alive_to))
           filter (where kind = edge_kind('feeds') and origin not in ('declared', 'sql')), '{}'),
       coalesce(range_agg(tstzrange(alive_from, alive_to))
           filter (where kind = edge_kind('feeds') and origin = 'declared'), '{}'),
       coalesce(range_agg(tstzrange(alive_from, alive_to))
           filter (where kind <> edge_kind('feeds') or origin = 'column_facet'), '{}')
from ended
where kind = edge_kind('feeds')
   or (kind in (edge_kind('column'), edge_kind('column_indirect'), edge_kind('column_to_dataset'))
       and origin = 'lineage_facet')
group by owner_id, target_dataset_id;

insert into explicit_times (owner_id, times)
select owner_id, range_agg(tstzrange(alive_from, alive_to))
from ended where origin = 'lineage_facet' group by owner_id;

analyze ended;

analyze precise_times;

analyze explicit_times;

-- What a person declares says nothing against what a run shows, only about what else was declared. Lineage
-- read from SQL is not there at all while the producer itself states the columns of that output.
with divided as (
    select ended.*, part.flows, part.span
    from ended
    left join precise_times as precise on precise.owner_id = ended.owner_id
                     and precise.target_dataset_id = ended.target_dataset_id
                     and (ended.kind = edge_kind('writes') or ended.origin = 'sql')
    left join explicit_times as explicit on explicit.owner_id = ended.owner_id and ended.kind = edge_kind('writes')
    cross join lateral (
        select case when ended.origin = 'sql' then coalesce(precise.columns, '{}')
                    when ended.origin = 'declared' and ended.kind = edge_kind('writes')
                    then coalesce(precise.stated + precise.declared, '{}') + coalesce(explicit.times, '{}')
                    else coalesce(precise.stated, '{}') + coalesce(explicit.times, '{}') end,
               tstzmultirange(tstzrange(alive_from, alive_to))
    ) as cover (covered, whole)
    cross join lateral (
        select true, unnest(whole - covered)
        union all
        select false, unnest(whole * covered) where ended.origin <> 'sql'
    ) as part (flows, span)
),
pieces as (
    select edge_id, divided.owner_id, flows, greatest(lower(span), horizon.from_time) as alive_from,
           upper(span) as alive_to,
           case when lower(span) = alive_from then opened_by end as opened_by,
           case when upper(span) = alive_to then closed_by end as closed_by,
           lower(span) as true_from
    from divided join horizon on horizon.owner_id = divided.owner_id
    where upper(span) > horizon.from_time
    union all
    select edge_id, spans.owner_id, flows, spans.alive_from, least(spans.alive_to, horizon.from_time),
           opened_by, closed_by, spans.alive_from
    from edge_spans as spans join horizon on horizon.owner_id = spans.owner_id
    where spans.alive_from < horizon.from_time
),
-- Pieces that touch or overlap are one span.
ordered as (
    select *, max(alive_to) over (partition by edge_id, flows order by alive_from, true_from, alive_to, opened_by
                                  rows between unbounded preceding and 1 preceding) as reached
    from pieces
    where alive_from < alive_to
),
islands as (
    select *, count(*) filter (where reached is null or alive_from > reached)
              over (partition by edge_id, flows order by alive_from, true_from, alive_to, opened_by) as island
    from ordered
)
insert into new_spans
select edge_id, owner_id, flows, min(alive_from), max(alive_to),
       (array_agg(opened_by order by alive_from, true_from, alive_to, opened_by))[1],
       case when max(alive_to) < 'infinity'
            then (array_agg(closed_by order by alive_to desc, closed_by desc nulls last))[1] end
from islands
group by edge_id, owner_id, flows, island;

analyze new_spans;

with gone as (
    delete from edge_spans
    using horizon
    where edge_spans.owner_id = horizon.owner_id
      and not exists (
          select from new_spans as same
          where same.edge_id = edge_spans.edge_id and same.flows = edge_spans.flows
            and same.alive_from = edge_spans.alive_from and same.alive_to = edge_spans.alive_to
            and same.opened_by is not distinct from edge_spans.opened_by
            and same.closed_by is not distinct from edge_spans.closed_by)
    returning edge_spans.owner_id
),
changed as (
    select owner_id from gone
    union
    select new_spans.owner_id from new_spans
    where not exists (
        select from edge_spans as same
        where same.edge_id = new_spans.edge_id and same.flows = new_spans.flows
          and same.alive_from = new_spans.alive_from and same.alive_to = new_spans.alive_to)
)
insert into graph_changes (batch, owner_id)
select pipeline_state.batch + 1, changed.owner_id
from changed cross join pipeline_state
on conflict do nothing;

insert into edge_spans
select edge_id, owner_id, flows, alive_from, alive_to, opened_by, closed_by from new_spans
on conflict do nothing;

-- Readers that were away longer than this read everything again.
delete from graph_changes
using pipeline_state
where graph_changes.batch < pipeline_state.batch - 1000;

delete from search_changes
using pipeline_state
where search_changes.batch < pipeline_state.batch - 1000;
