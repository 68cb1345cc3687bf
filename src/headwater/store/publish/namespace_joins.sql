-- Rules that one namespace is another: each dataset of the first is the one of the second that has its name, behind the
-- prefix. Both have to be named by events, whichever comes first: the rule, or either of them.
insert into namespace_joins (key, namespace, same_as, prefix, first_seen, last_seen, event_id)
select key, namespace, name, coalesce(field, ''), first_time, last_time, last_event
from batch
where kind = 'namespace_join'
on conflict (key) do update
set first_seen = least(namespace_joins.first_seen, excluded.first_seen),
    last_seen = greatest(namespace_joins.last_seen, excluded.last_seen),
    event_id = case when (excluded.last_seen, excluded.event_id) > (namespace_joins.last_seen, namespace_joins.event_id)
                    then excluded.event_id else namespace_joins.event_id end;

with pairs as (
    select one.id as alias_id, other.id as target_id, joins.first_seen, joins.last_seen
    from namespace_joins as joins
    join batch on batch.kind = 'node' and batch.label = 'dataset' and batch.namespace = joins.namespace
    join nodes as one on one.key = batch.key
    join nodes as other
      on other.kind = 'dataset' and other.namespace = joins.same_as and other.name = joins.prefix || batch.name
     and left(other.namespace, 200) = left(joins.same_as, 200)
     and left(other.name, 400) = left(joins.prefix || batch.name, 400)
    where one.first_seen is not null and other.first_seen is not null
    union all
    select one.id, other.id, joins.first_seen, joins.last_seen
    from namespace_joins as joins
    join batch
      on batch.kind = 'node' and batch.label = 'dataset' and batch.namespace = joins.same_as
     and starts_with(batch.name, joins.prefix)
    join nodes as other on other.key = batch.key
    join nodes as one
      on one.kind = 'dataset' and one.namespace = joins.namespace
     and one.name = substr(batch.name, length(joins.prefix) + 1)
     and left(one.namespace, 200) = left(joins.namespace, 200)
     and left(one.name, 400) = left(substr(batch.name, length(joins.prefix) + 1), 400)
    where one.first_seen is not null and other.first_seen is not null
    union all
    select one.id, other.id, joins.first_seen, joins.last_seen
    from batch
    join namespace_joins as joins on joins.key = batch.key
    join nodes as one
      on one.kind = 'dataset' and one.namespace = joins.namespace
     and left(one.namespace, 200) = left(joins.namespace, 200)
    join nodes as other
      on other.kind = 'dataset' and other.namespace = joins.same_as and other.name = joins.prefix || one.name
     and left(other.namespace, 200) = left(joins.same_as, 200)
     and left(other.name, 400) = left(joins.prefix || one.name, 400)
    where batch.kind = 'namespace_join' and one.first_seen is not null and other.first_seen is not null
),
merged as (
    insert into aliases (alias_id, target_id, reason, first_seen, last_seen)
    select alias_id, target_id, 'namespace', min(first_seen), max(last_seen) from pairs group by alias_id, target_id
    on conflict (alias_id, target_id, reason) do update
    set first_seen = least(aliases.first_seen, excluded.first_seen),
        last_seen = greatest(aliases.last_seen, excluded.last_seen)
    where (aliases.first_seen, aliases.last_seen) is distinct from (excluded.first_seen, excluded.last_seen)
    returning alias_id, target_id, (xmax = 0) as is_new
)
insert into new_aliases (alias_id, target_id)
select alias_id, target_id from merged where is_new;

insert into newly_aliased (node_id)
select distinct node_id
from new_aliases cross join lateral (values (alias_id), (target_id)) as pair (node_id)
on conflict do nothing;
