-- Names that mean the same dataset lead to one node. Aliases form groups; each group has one
-- canonical node.
with merged as (
    insert into aliases (alias_id, target_id, reason, first_seen, last_seen)
    select alias.id, target.id, batch.label, batch.first_time, batch.last_time
    from batch
    join nodes as alias on alias.key = batch.source
    join nodes as target on target.key = batch.target
    where batch.kind = 'alias'
    on conflict (alias_id, target_id, reason) do update
    set first_seen = least(aliases.first_seen, excluded.first_seen),
        last_seen = greatest(aliases.last_seen, excluded.last_seen)
    returning alias_id, target_id, (xmax = 0) as is_new
)
insert into new_aliases (alias_id, target_id)
select alias_id, target_id from merged where is_new;

insert into newly_aliased (node_id)
select distinct node_id
from new_aliases cross join lateral (values (alias_id), (target_id)) as pair (node_id);
