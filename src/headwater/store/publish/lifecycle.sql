-- Creations, alterations, drops. A drop ends the edges of what was dropped until they are shown anew.
with merged as (
    insert into lifecycle (node_id, at, event_id, state)
    select nodes.id, batch.last_time, batch.last_event, batch.label
    from batch
    join nodes on nodes.key = batch.node
    where batch.kind = 'lifecycle'
    on conflict do nothing
    returning node_id, at, state
),
dropped as (
    select node_id, at from merged where state = 'DROP'
),
-- Three joins, as one over `or` would look at every edge for every drop.
ended as (
    select edges.owner_id, dropped.at from dropped join edges on edges.source_dataset_id = dropped.node_id
    union all
    select edges.owner_id, dropped.at from dropped join edges on edges.target_dataset_id = dropped.node_id
    union all
    select edges.owner_id, dropped.at from dropped join edges on edges.owner_id = dropped.node_id
)
insert into touched_owners (owner_id, since)
select owner_id, min(at) from ended group by owner_id;

-- Dropped now: the last that was said of the node is its drop, and nothing was seen of it afterwards.
update nodes
set dropped_at = newest.dropped_at
from (
    select nodes.id,
           (select at from lifecycle
            where lifecycle.node_id = nodes.id and state = 'DROP' and at >= nodes.last_seen
            order by at desc limit 1) as dropped_at
    from nodes
    where nodes.key in (select key from batch where kind = 'node' union select node from batch where kind = 'lifecycle')
      and exists (select from lifecycle where lifecycle.node_id = nodes.id and state = 'DROP')
) as newest
where nodes.id = newest.id and nodes.dropped_at is distinct from newest.dropped_at;
