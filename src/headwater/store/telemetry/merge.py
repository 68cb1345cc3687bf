"""How a batch of telemetry is merged: each span and point counts once, in any order, sent however often.

Of two spans with one id the one with the greater content stands; what the other was counted in is then made
again from the spans themselves.
"""

# Of the spans that are sent, those whose ids are there already.
KNOWN_SPANS = """
select sent.day, sent.trace_id, sent.span_id
from sent_spans as sent join trace_spans as old using (day, trace_id, span_id)
"""
REPLACED_SPANS = """
insert into replaced_spans
select old.trace_id, old.series, old.started_at, sent.series, sent.started_at
from sent_spans as sent join trace_spans as old using (day, trace_id, span_id)
where sent.content > old.content;

delete from trace_spans as old using sent_spans as sent
where old.day = sent.day and old.trace_id = sent.trace_id and old.span_id = sent.span_id
  and sent.content > old.content;

delete from sent_spans as sent using trace_spans as old
where old.day = sent.day and old.trace_id = sent.trace_id and old.span_id = sent.span_id
"""
NEW_SPANS = """
insert into trace_spans ({columns}) select {columns} from sent_spans;

insert into telemetry_series
select distinct on (series) series, 'span.duration', name, 'span', 's', '', false,
       service, team, job, '{{}}'::jsonb
from sent_spans
on conflict (series) do nothing
"""

TRACES = """
insert into traces as kept
select trace_id, min(started_at), max(started_at + duration_ns / 1000 * interval '1 microsecond'), count(*),
       count(*) filter (where status = 'error'),
       (array_agg(start_ns order by start_ns, span_id) filter (where parent_span_id is null))[1],
       (array_agg(span_id order by start_ns, span_id) filter (where parent_span_id is null))[1],
       (array_agg(name order by start_ns, span_id) filter (where parent_span_id is null))[1],
       (array_agg(service order by start_ns, span_id) filter (where parent_span_id is null))[1]
from {spans}
group by trace_id
on conflict (trace_id) do update set
    started_at = least(kept.started_at, excluded.started_at),
    ended_at = greatest(kept.ended_at, excluded.ended_at),
    spans = kept.spans + excluded.spans,
    errors = kept.errors + excluded.errors,
    (root_start_ns, root_span_id, root_name, root_service) = (
        select start_ns, span_id, name, service
        from (values (kept.root_start_ns, kept.root_span_id, kept.root_name, kept.root_service),
                     (excluded.root_start_ns, excluded.root_span_id,
                      excluded.root_name, excluded.root_service)
             ) as root (start_ns, span_id, name, service)
        order by start_ns nulls last, span_id
        limit 1)
"""

NEW_POINTS = """
insert into fresh_points
select distinct on (day, point_id) sent.*
from sent_points as sent
where not exists (
    select from metric_points as old where old.day = sent.day and old.point_id = sent.point_id)
order by day, point_id;

insert into metric_points select day, point_id, series, at, value, run_id from fresh_points;

insert into telemetry_series
select distinct on (series) series, metric, '', kind, unit, temporality, monotonic,
       service, team, job, attributes
from fresh_points
on conflict (series) do nothing
"""

# Points that can be added, with the sketch of each as rows.
POINT_VALUES = """
select series, at, value, value_count, total::numeric as total, 0 as errors, started_at
from fresh_points where temporality <> 'cumulative'
"""
POINT_BINS = """
select series, at, (pair ->> 0)::smallint as bin, (pair ->> 1)::bigint as held
from fresh_points cross join lateral jsonb_array_elements(bins) as pair
where temporality <> 'cumulative'
"""

STEPS = "(values ('minute'), ('hour'), ('day')) as steps (step)"

CELL_COLUMNS = (
    *("step", "bucket", "series", "count", "errors", "total", "least", "greatest"),
    *("first_at", "first_value", "last_at", "last_value", "started_at", "bins", "counts"),
)
COLUMNS = ", ".join(CELL_COLUMNS)

# Cells that are there take in the new ones. Counts stay at the most that a bigint holds, in any order:
# one point may state that many by itself, and must not stop those behind it.
ADD_CELLS = """
on conflict (series, step, bucket) do update set
    count = least(kept.count::numeric + excluded.count, 9223372036854775807)::bigint,
    errors = kept.errors + excluded.errors,
    total = kept.total + excluded.total,
    least = least(kept.least, excluded.least),
    greatest = greatest(kept.greatest, excluded.greatest),
    first_value = case when (excluded.first_at, excluded.first_value) < (kept.first_at, kept.first_value)
                       then excluded.first_value else kept.first_value end,
    first_at = least(kept.first_at, excluded.first_at),
    last_value = case when (excluded.last_at, excluded.last_value) > (kept.last_at, kept.last_value)
                      then excluded.last_value else kept.last_value end,
    last_at = greatest(kept.last_at, excluded.last_at),
    started_at = greatest(kept.started_at, excluded.started_at),
    (bins, counts) = (
        select coalesce(array_agg(bin order by bin), '{}'),
               coalesce(array_agg(held order by bin), '{}')
        from (
            select bin, least(sum(held), 9223372036854775807)::bigint as held
            from (select unnest(kept.bins), unnest(kept.counts)
                  union all select unnest(excluded.bins), unnest(excluded.counts)) as joined (bin, held)
            group by bin
        ) as merged)
"""
SENT_CELLS = f"insert into telemetry_rollups as kept ({COLUMNS}) select {COLUMNS} from sent_cells {ADD_CELLS}"

# What can be added of points: gauges, and those that say what came since the one before.
ADDED_POINTS = f"""
with points as ({POINT_VALUES}),
point_bins as ({POINT_BINS}),
cells as (
    select step, date_trunc(step, at, 'UTC') as bucket, series,
           least(sum(value_count), 9223372036854775807) as count, sum(errors) as errors, sum(total) as total,
           min(value) as least, max(value) as greatest,
           min(at) as first_at, (array_agg(value order by at, value))[1] as first_value,
           max(at) as last_at, (array_agg(value order by at desc, value desc))[1] as last_value,
           max(started_at) as started_at
    from points cross join {STEPS}
    group by step, bucket, series
),
summed_bins as (
    select step, date_trunc(step, at, 'UTC') as bucket, series, bin,
           least(sum(held), 9223372036854775807) as held
    from point_bins cross join {STEPS}
    group by step, bucket, series, bin
),
sketches as (
    select step, bucket, series, array_agg(bin order by bin) as bins, array_agg(held order by bin) as counts
    from summed_bins group by step, bucket, series
)
insert into telemetry_rollups as kept ({COLUMNS})
select step, bucket, series, count, errors, total, least, greatest,
       first_at, first_value, last_at, last_value, started_at,
       coalesce(bins, '{{}}'), coalesce(counts, '{{}}')
from cells left join sketches using (step, bucket, series)
{ADD_CELLS}
"""

# Of a cumulative series the latest point of a bucket tells all that came before it, so that it alone is kept.
LATEST = f"""
with cells as (
    select distinct on (step, series, date_trunc(step, at, 'UTC'))
           step, date_trunc(step, at, 'UTC') as bucket, series,
           value_count as count, total::numeric as total, value, at, started_at,
           array(select (pair ->> 0)::smallint from jsonb_array_elements(bins) as pair) as bins,
           array(select (pair ->> 1)::bigint from jsonb_array_elements(bins) as pair) as counts,
           first_value(at) over earliest as first_at, first_value(value) over earliest as first_value,
           min(value) over cell as least, max(value) over cell as greatest
    from fresh_points cross join {STEPS}
    where temporality = 'cumulative'
    window cell as (partition by step, series, date_trunc(step, at, 'UTC')),
           earliest as (cell order by at, value)
    order by step, series, date_trunc(step, at, 'UTC'), at desc, value_count desc, total desc, point_id desc
)
insert into telemetry_rollups as kept ({COLUMNS})
select step, bucket, series, count, 0, total, least, greatest, first_at, first_value, at, value,
       started_at, bins, counts
from cells
on conflict (series, step, bucket) do update set
    least = least(kept.least, excluded.least),
    greatest = greatest(kept.greatest, excluded.greatest),
    first_value = case when (excluded.first_at, excluded.first_value) < (kept.first_at, kept.first_value)
                       then excluded.first_value else kept.first_value end,
    first_at = least(kept.first_at, excluded.first_at),
    (count, total, last_at, last_value, started_at, bins, counts) = (
        select count, total, last_at, last_value, started_at, bins, counts
        from (values
            (kept.count, kept.total, kept.last_at, kept.last_value, kept.started_at, kept.bins, kept.counts),
            (excluded.count, excluded.total, excluded.last_at, excluded.last_value, excluded.started_at,
             excluded.bins, excluded.counts)
        ) as latest (count, total, last_at, last_value, started_at, bins, counts)
        order by last_at desc, count desc, total desc, started_at desc, bins desc, counts desc
        limit 1)
"""

# The spans of every day on which a replaced span was counted, and is counted now, in its series.
RECOUNTED = """
select distinct on (span.trace_id, span.span_id, span.day) {columns}
from (select old_series as series, old_at as at from replaced_spans
      union select new_series, new_at from replaced_spans) as touched
join trace_spans as span
  on span.series = touched.series
 and span.started_at >= date_trunc('day', touched.at, 'UTC')
 and span.started_at < date_trunc('day', touched.at, 'UTC') + interval '1 day'
"""
FORGET = """
delete from telemetry_rollups as cell using (
    select old_series as series, old_at as at from replaced_spans
    union select new_series, new_at from replaced_spans) as touched
where cell.series = touched.series
  and cell.bucket >= date_trunc('day', touched.at, 'UTC')
  and cell.bucket < date_trunc('day', touched.at, 'UTC') + interval '1 day';
delete from traces where trace_id in (select trace_id from replaced_spans)
"""
RETRACED = "(select * from trace_spans where trace_id in (select trace_id from replaced_spans)) as retraced"
