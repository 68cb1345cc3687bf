-- Which analysis of its SQL applies to each run and static event: that of its text with the datasets it names, and
-- with their schemas as known at the time. What came late, a text, a schema or an alias, binds again what it concerns.
insert into sql_texts (key, dialect, text, query_key)
select key, nullif(label, ''), value, target from batch where kind = 'sql'
on conflict do nothing;

update declarations
set sql_key = batch.target
from batch
where batch.kind = 'run_sql' and batch.run is null and declarations.event_id = batch.last_event
  and declarations.series = '' and declarations.sql_key is null;

-- Before its first known version a dataset is taken to have looked like that version.
update changed_schemas
set since = '-infinity'
where not exists (select from schema_versions as earlier
                  where earlier.dataset_id = changed_schemas.dataset_id and earlier.valid_from < changed_schemas.since);

-- A new alias is a new name for all of its group.
insert into changed_schemas (dataset_id, since)
select member.id, '-infinity'::timestamptz
from (select distinct nodes.canonical_id
      from newly_aliased join nodes on nodes.id = newly_aliased.node_id) as news
join nodes as member on member.canonical_id = news.canonical_id and member.kind = 'dataset';

analyze changed_schemas;

with changed as (
    select dataset_id, min(since) as since from changed_schemas group by dataset_id
),
users as (
    select edges.owner_id, min(changed.since) as since
    from changed join edges on edges.source_dataset_id = changed.dataset_id and edges.kind = edge_kind('reads')
    group by edges.owner_id
    union all
    select edges.owner_id, min(changed.since)
    from changed join edges on edges.target_dataset_id = changed.dataset_id and edges.kind = edge_kind('writes')
    group by edges.owner_id
),
concerned as (
    select run_id from new_runs
    union
    select runs.run_id
    from users
    cross join lateral (select run_id from owner_runs where owner_id = users.owner_id offset 0) as counted
    join runs on runs.run_id = counted.run_id and runs.last_seen >= users.since
    where runs.sql_key is not null
)
insert into sql_bindings (run_id, owner_id, sql_key, at, shown)
select runs.run_id, runs.job_id, runs.sql_key, runs.last_seen, runs.shown
from concerned join runs on runs.run_id = concerned.run_id
where runs.sql_key is not null and runs.job_id is not null and runs.last_seen is not null;

with changed as (
    select dataset_id, min(since) as since from changed_schemas group by dataset_id
),
users as (
    select edges.owner_id, min(changed.since) as since
    from changed join edges on edges.source_dataset_id = changed.dataset_id and edges.kind = edge_kind('reads')
    group by edges.owner_id
    union all
    select edges.owner_id, min(changed.since)
    from changed join edges on edges.target_dataset_id = changed.dataset_id and edges.kind = edge_kind('writes')
    group by edges.owner_id
),
concerned as (
    select last_event as event_id from batch where kind in ('declared', 'run_sql') and run is null
    union
    select declarations.event_id
    from users
    join declarations on declarations.owner_id = users.owner_id and declarations.at >= users.since
    where declarations.sql_key is not null
)
insert into sql_bindings (event_id, owner_id, sql_key, at, shown)
select declarations.event_id, declarations.owner_id, declarations.sql_key, declarations.at, declarations.shown
from concerned join declarations on declarations.event_id = concerned.event_id and declarations.series = ''
where declarations.sql_key is not null;

analyze sql_bindings;

-- Only what writes something whose columns the producer itself does not state.
with stated as materialized (
    select sql_bindings.ctid as ref, sql_bindings.at, edges.kind, edges.source_dataset_id, edges.target_dataset_id
    from sql_bindings
    cross join lateral unnest(sql_bindings.shown) as listed (edge_id)
    join edges on edges.id = listed.edge_id
),
used as (
    select ref, at, kind as direction,
           case kind when edge_kind('reads') then source_dataset_id else target_dataset_id end as dataset_id
    from stated
    where kind in (edge_kind('reads'), edge_kind('writes'))
),
-- A join and no look into `shown` for each output: that would cost the square of a run's edges.
with_columns as (
    select distinct ref, target_dataset_id as dataset_id
    from stated
    where kind in (edge_kind('column'), edge_kind('column_indirect'), edge_kind('column_to_dataset'))
),
silent as (
    select distinct used.ref
    from used
    left join with_columns on with_columns.ref = used.ref and with_columns.dataset_id = used.dataset_id
    where used.direction = edge_kind('writes') and with_columns.ref is null
),
described as (
    select distinct used.ref, used.direction, dataset.key, dataset.namespace,
           case when dataset.canonical_id is null then array[dataset.name]
                else array(select distinct alias.name from nodes as alias
                           where alias.canonical_id = dataset.canonical_id and alias.kind = 'dataset' order by 1)
           end as names,
           dataset.name,
           coalesce((select hash from schema_versions as version
                     where version.dataset_id = used.dataset_id and valid_from <= used.at
                     order by valid_from desc limit 1),
                    (select hash from schema_versions as version
                     where version.dataset_id = used.dataset_id order by valid_from limit 1)) as hash
    from silent join used on used.ref = silent.ref
    join nodes as dataset on dataset.id = used.dataset_id
),
-- In a fixed order, as the text of the binding is part of the analysis key below.
bindings as (
    select ref,
           jsonb_agg(jsonb_build_object('direction', direction, 'namespace', namespace, 'name', name,
                                        'names', names, 'schema', hash)
                     order by direction, key) as binding
    from described group by ref
)
-- The analyser's version is part of the key, so that what an older one read is not taken for its answer.
update sql_bindings
set binding = bindings.binding,
    analysis = md5(concat_ws('|', %(analyser)s::text, sql_bindings.sql_key::text, bindings.binding::text))::uuid
from bindings
where sql_bindings.ctid = bindings.ref;
