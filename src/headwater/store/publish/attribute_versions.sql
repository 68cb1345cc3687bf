-- What facets say of owners, descriptions, tags and classes over time. Of each day it is kept when something was said
-- first and last; a version begins where what is said differs from what was said before.
insert into attribute_values (hash, value)
select distinct on (target) target, value::jsonb
from batch
where kind = 'attribute'
on conflict do nothing;

insert into attribute_sightings as known (node_id, name, day, hash, first_at, first_event, last_at, last_event)
select nodes.id, batch.name, (batch.last_time at time zone 'UTC')::date, batch.target,
       batch.first_time, batch.first_event, batch.last_time, batch.last_event
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'attribute'
on conflict (node_id, name, day, hash) do update
set (first_at, first_event) = (
        select * from (values (known.first_at, known.first_event), (excluded.first_at, excluded.first_event))
            as both_times (at, event_id) order by at, event_id limit 1),
    (last_at, last_event) = (
        select * from (values (known.last_at, known.last_event), (excluded.last_at, excluded.last_event))
            as both_times (at, event_id) order by at desc, event_id desc limit 1)
where (excluded.first_at, excluded.first_event) < (known.first_at, known.first_event)
   or (excluded.last_at, excluded.last_event) > (known.last_at, known.last_event);

-- From the beginning of the day: the last time that something was said on it may have moved.
insert into changed_attributes (node_id, name, since)
select nodes.id, batch.name, min(date_trunc('day', batch.first_time, 'UTC'))
from batch
join nodes on nodes.key = batch.node
where batch.kind = 'attribute'
group by nodes.id, batch.name;

analyze changed_attributes;

with sightings as (
    -- Of several at one instant the last by event id stands.
    select distinct on (changed.node_id, changed.name, said.at)
           changed.node_id, changed.name, said.at, said.event_id, sighting.hash
    from changed_attributes as changed
    join attribute_sightings as sighting
      on sighting.node_id = changed.node_id and sighting.name = changed.name
     and sighting.day >= (changed.since at time zone 'UTC')::date
    cross join lateral (
        values (sighting.first_at, sighting.first_event), (sighting.last_at, sighting.last_event)
    ) as said (at, event_id)
    order by changed.node_id, changed.name, said.at, said.event_id desc, sighting.hash desc
),
before as (
    select changed.node_id, changed.name, earlier.hash
    from changed_attributes as changed
    cross join lateral (
        select hash from attribute_versions as version
        where version.node_id = changed.node_id and version.name = changed.name
          and version.valid_from < changed.since
        order by version.valid_from desc limit 1
    ) as earlier
),
compared as (
    select sightings.*,
           lag(sightings.hash, 1, before.hash) over (
               partition by sightings.node_id, sightings.name order by sightings.at) as previous
    from sightings left join before on before.node_id = sightings.node_id and before.name = sightings.name
)
insert into new_attribute_versions (node_id, name, valid_from, hash, event_id)
select node_id, name, at, hash, event_id from compared where hash is distinct from previous;

delete from attribute_versions as version
using changed_attributes as changed
where version.node_id = changed.node_id and version.name = changed.name and version.valid_from >= changed.since
  and not exists (
      select from new_attribute_versions as same
      where (same.node_id, same.name, same.valid_from, same.hash, same.event_id)
          = (version.node_id, version.name, version.valid_from, version.hash, version.event_id));

insert into attribute_versions (node_id, name, valid_from, hash, event_id)
select node_id, name, valid_from, hash, event_id from new_attribute_versions
on conflict do nothing;
