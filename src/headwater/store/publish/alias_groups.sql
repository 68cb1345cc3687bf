-- Groups of names that have changed, and the canonical node of each: the first by name among those that are
-- nobody's alias.
with members as (
    select joined_groups.joined_id, nodes.id
    from joined_groups join nodes on nodes.id = joined_groups.group_id
    union
    select joined_groups.joined_id, nodes.id
    from joined_groups join nodes on nodes.canonical_id = joined_groups.group_id and nodes.kind = 'dataset'
),
chosen as (
    select distinct on (members.joined_id) members.joined_id, nodes.id as chosen_id
    from members join nodes on nodes.id = members.id
    order by members.joined_id, exists (select from aliases where aliases.alias_id = nodes.id),
             nodes.namespace, nodes.name
)
update nodes
set canonical_id = chosen.chosen_id
from members join chosen on chosen.joined_id = members.joined_id
where nodes.id = members.id and nodes.canonical_id is distinct from chosen.chosen_id;
