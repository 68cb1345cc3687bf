-- Groups of names that have changed, and the canonical node of each: the first by name among those that are
-- nobody's alias. Skipped without alias facts: the planner expects millions of groups and sets memory aside for them.
with recursive linked as (
    select alias_id as one, target_id as other from aliases
    union all
    select target_id, alias_id from aliases
),
groups as (
    select node_id as start, node_id as member from newly_aliased
    union
    select groups.start, linked.other
    from groups join linked on linked.one = groups.member
),
chosen as (
    select groups.start,
           (array_agg(nodes.id order by
               exists (select from aliases where aliases.alias_id = nodes.id),
               nodes.namespace, nodes.name))[1] as chosen_id
    from groups join nodes on nodes.id = groups.member
    group by groups.start
)
update nodes
set canonical_id = chosen.chosen_id
from groups join chosen on chosen.start = groups.start
where nodes.id = groups.member and nodes.canonical_id is distinct from chosen.chosen_id;
