-- Every sighting of a schema is kept; a version begins where the sighting differs from the one before.
insert into schemas (hash, fields)
select key, value::jsonb
from batch
where kind = 'schema'
on conflict do nothing;

insert into schema_fields (hash, field_key)
select batch.key, field_key(listed.field ->> 'name')
from batch
cross join lateral jsonb_array_elements(batch.value::jsonb) as listed (field)
where batch.kind = 'schema' and listed.field ->> 'name' is not null
on conflict do nothing;

insert into schema_observations (dataset_id, at, event_id, run_id, hash)
select nodes.id, batch.last_time, batch.last_event, batch.run, batch.target
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'sighting'
on conflict do nothing;

insert into sighted_datasets (dataset_id, since)
select nodes.id, min(batch.last_time)
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'sighting'
group by nodes.id;

analyze sighted_datasets;

-- Every sighting, also one that another of the same instant prevails over: the earliest stands, in any order. What is
-- known already is left out before the insert: one that meets a conflict locks the row, and so writes it.
with sighted as (
    select nodes.id as dataset_id, batch.target as hash, min(batch.last_time) as first_at
    from batch
    join nodes on nodes.key = batch.node
    where batch.kind = 'sighting'
    group by nodes.id, batch.target
),
listed as (
    select sighted.dataset_id, schema_fields.field_key, min(sighted.first_at) as first_at
    from sighted join schema_fields on schema_fields.hash = sighted.hash
    group by sighted.dataset_id, schema_fields.field_key
)
insert into listed_fields (dataset_id, field_key, first_at)
select dataset_id, field_key, first_at
from listed
where not exists (select from listed_fields as known
                  where known.dataset_id = listed.dataset_id and known.field_key = listed.field_key
                    and known.first_at <= listed.first_at)
on conflict (dataset_id, field_key) do update
set first_at = excluded.first_at
where excluded.first_at < listed_fields.first_at;

with sightings as (
    -- Of several at one instant the one of more columns stands, then the last by event id.
    select distinct on (dataset_id, at) observed.dataset_id, at, event_id, run_id, observed.hash
    from sighted_datasets
    join schema_observations as observed
      on observed.dataset_id = sighted_datasets.dataset_id and observed.at >= sighted_datasets.since
    join schemas on schemas.hash = observed.hash
    order by dataset_id, at, jsonb_array_length(schemas.fields) desc, event_id desc
),
-- A sighting that came late is compared with the version that stood before it.
before as (
    select sighted_datasets.dataset_id, earlier.hash
    from sighted_datasets
    cross join lateral (
        select hash from schema_versions
        where schema_versions.dataset_id = sighted_datasets.dataset_id and valid_from < sighted_datasets.since
        order by valid_from desc limit 1
    ) as earlier
),
compared as (
    select sightings.*,
           lag(sightings.hash, 1, before.hash) over (partition by sightings.dataset_id order by at) as previous
    from sightings left join before on before.dataset_id = sightings.dataset_id
)
insert into new_versions
select dataset_id, at, lead(at, 1, 'infinity') over (partition by dataset_id order by at), hash, event_id, run_id
from compared
where hash is distinct from previous;

-- Versions that stay are not written anew: each that changes has the SQL of its readers bound again.
with gone as (
    delete from schema_versions
    using sighted_datasets
where schema_versions.dataset_id = sighted_datasets.dataset_id and valid_from >= sighted_datasets.since
  and not exists (
      select from new_versions as same
      where (same.dataset_id, same.valid_from, same.valid_to, same.hash, same.event_id)
          = (schema_versions.dataset_id, schema_versions.valid_from, schema_versions.valid_to,
             schema_versions.hash, schema_versions.event_id))
    returning schema_versions.dataset_id, valid_from
)
insert into changed_schemas (dataset_id, since) select dataset_id, min(valid_from) from gone group by dataset_id;

with added as (
    insert into schema_versions (dataset_id, valid_from, valid_to, hash, event_id, run_id)
    select * from new_versions
    on conflict do nothing
    returning dataset_id, valid_from
)
insert into changed_schemas (dataset_id, since) select dataset_id, min(valid_from) from added group by dataset_id;

-- The version before the first new one ends where that begins.
update schema_versions
set valid_to = following.valid_from
from (
    select sighted_datasets.dataset_id, earlier.valid_from as earlier_from,
           coalesce(min(new_versions.valid_from), 'infinity') as valid_from
    from sighted_datasets
    cross join lateral (
        select valid_from from schema_versions
        where schema_versions.dataset_id = sighted_datasets.dataset_id and valid_from < sighted_datasets.since
        order by valid_from desc limit 1
    ) as earlier
    left join new_versions on new_versions.dataset_id = sighted_datasets.dataset_id
    group by sighted_datasets.dataset_id, earlier.valid_from
) as following
where schema_versions.dataset_id = following.dataset_id
  and schema_versions.valid_from = following.earlier_from
  and schema_versions.valid_to <> following.valid_from;
