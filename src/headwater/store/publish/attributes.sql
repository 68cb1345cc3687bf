-- What lists and filters need of the facets stands on the node itself.
with changed as (
    select distinct nodes.id
    from batch join nodes on nodes.key = batch.node
    where batch.kind = 'facet'
      and (batch.name in ('documentation', 'ownership', 'tags', 'datasetType', 'jobType')
           or batch.name in ('headwater_asset.description', 'headwater_asset.owner', 'headwater_asset.tags',
                             'headwater_asset.tier', 'headwater_asset.type'))
),
current_facets as (
    select changed.id, facets.name, facets.value
    -- A node stays in the list when all facets of it are deleted.
    from changed left join facets on facets.node_id = changed.id and jsonb_typeof(facets.value) = 'object'
),
attributes as (
    select id,
           -- What a person set in the catalog goes before what a producer sent; an empty value takes it back.
           coalesce(nullif(max(value ->> 'description') filter (where name = 'headwater_asset.description'), ''),
                    max(value ->> 'description') filter (where name = 'documentation')) as description,
           coalesce(max(value ->> 'type') filter (where name = 'headwater_asset.type'),
                    max(coalesce(value ->> 'datasetType', value ->> 'jobType'))
                        filter (where name in ('datasetType', 'jobType'))) as type,
           nullif(max(value ->> 'tier') filter (where name = 'headwater_asset.tier'), '') as tier,
           coalesce(bool_or(upper(value ->> 'processingType') in ('STREAMING', 'SERVICE'))
               filter (where name = 'jobType'), false) as streaming
    from current_facets group by id
),
owners as (
    select id, array_agg(distinct name order by name) as names
    from (
        select current_facets.id, owner ->> 'name'
        from current_facets cross join lateral jsonb_path_query(current_facets.value, '$.owners[*] ? (exists(@.name))') as owner
        where current_facets.name = 'ownership'
        union all
        select id, value ->> 'owner' from current_facets where name = 'headwater_asset.owner' and value ->> 'owner' <> ''
    ) as owned (id, name)
    where name is not null group by id
),
tags as (
    select id, array_agg(distinct tagged order by tagged) as names, max(tier) as tier
    from (
        select current_facets.id, concat_ws(':', tag ->> 'key', nullif(tag ->> 'value', 'true')),
               case when lower(tag ->> 'key') = 'tier' then tag ->> 'value' end
        from current_facets
        cross join lateral jsonb_path_query(current_facets.value, '$.tags[*] ? (exists(@.key) && !exists(@.field))') as tag
        where current_facets.name = 'tags'
        union all
        select current_facets.id, tag #>> '{}', null
        from current_facets cross join lateral jsonb_path_query(current_facets.value, '$.tags[*] ? (@.type() == "string")') as tag
        where current_facets.name = 'headwater_asset.tags'
    ) as tag (id, tagged, tier)
    group by id
),
news as (
    select attributes.id, attributes.description, attributes.type, attributes.streaming,
           regexp_replace(lower(coalesce(attributes.tier, tags.tier)), '^tier[ _:-]*', '') as tier,
           coalesce(owners.names, '{}') as owners, coalesce(tags.names, '{}') as tags
    from attributes
    left join owners on owners.id = attributes.id
    left join tags on tags.id = attributes.id
),
updated as (
    update nodes
    set description = news.description, type = news.type, streaming = news.streaming,
        owners = news.owners, tags = news.tags, tier = news.tier
    from news
    where nodes.id = news.id
      and (nodes.description, nodes.type, nodes.streaming, nodes.owners, nodes.tags, nodes.tier)
          is distinct from (news.description, news.type, news.streaming, news.owners, news.tags, news.tier)
    returning nodes.id
)
-- A job that turns out to stream counts its runs differently, from the beginning. `nodes` here still
-- shows the state before this statement.
insert into touched_owners (owner_id, since)
select nodes.id, '-infinity'::timestamptz
from nodes join news on news.id = nodes.id
where nodes.kind = 'job' and nodes.streaming <> news.streaming;
