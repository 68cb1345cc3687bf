-- What lists and filters need of the facets stands on the node itself, within the budgets of `facts/budgets.py`.
with changed as (
    select distinct nodes.id
    from batch join nodes on nodes.key = batch.node
    where batch.kind = 'facet'
      and (batch.name in ('documentation', 'ownership', 'tags', 'datasetType', 'jobType')
           or batch.name in ('headwater_asset.description', 'headwater_asset.owner', 'headwater_asset.tags',
                             'headwater_asset.tier', 'headwater_asset.domain', 'headwater_asset.type'))
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
                        filter (where name in ('datasetType', 'jobType')
                                and length(coalesce(value ->> 'datasetType', value ->> 'jobType')) <= %(word)s)) as type,
           nullif(max(value ->> 'tier') filter (where name = 'headwater_asset.tier'), '') as tier,
           nullif(max(value ->> 'domain') filter (where name = 'headwater_asset.domain'), '') as domain,
           coalesce(bool_or(upper(value ->> 'processingType') in ('STREAMING', 'SERVICE'))
               filter (where name = 'jobType'), false) as streaming
    from current_facets group by id
),
owners as (
    select id, array_agg(distinct name order by name) as names
    from (
        select current_facets.id, owner ->> 'name'
        from current_facets
        cross join lateral jsonb_path_query(
            current_facets.value, '$.owners[0 to $last_owner] ? (exists(@.name))', %(budgets)s) as owner
        where current_facets.name = 'ownership'
        union all
        select id, value ->> 'owner' from current_facets where name = 'headwater_asset.owner' and value ->> 'owner' <> ''
    ) as owned (id, name)
    where length(name) <= %(word)s group by id
),
tags as (
    select id, array_agg(distinct tagged order by tagged) as names, max(tier) as tier, max(domain) as domain
    from (
        select current_facets.id, concat_ws(':', tag ->> 'key', nullif(tag ->> 'value', 'true')),
               case when lower(tag ->> 'key') = 'tier' then tag ->> 'value' end,
               case when lower(tag ->> 'key') = 'domain' then nullif(tag ->> 'value', 'true') end
        from current_facets
        cross join lateral jsonb_path_query(
            current_facets.value, '$.tags[0 to $last_tag] ? (exists(@.key) && !exists(@.field))', %(budgets)s) as tag
        where current_facets.name = 'tags'
        union all
        select current_facets.id, tag #>> '{}', null, null
        from current_facets cross join lateral jsonb_path_query(current_facets.value, '$.tags[*] ? (@.type() == "string")') as tag
        where current_facets.name = 'headwater_asset.tags'
    ) as tag (id, tagged, tier, domain)
    where length(tagged) <= %(word)s
    group by id
),
news as (
    select attributes.id, attributes.description, attributes.type, attributes.streaming,
           regexp_replace(lower(coalesce(attributes.tier, tags.tier)), '^tier[ _:-]*', '') as tier,
           coalesce(attributes.domain, tags.domain) as domain,
           coalesce(owners.names, '{}') as owners, coalesce(tags.names, '{}') as tags
    from attributes
    left join owners on owners.id = attributes.id
    left join tags on tags.id = attributes.id
),
updated as (
    update nodes
    set description = news.description, type = news.type, streaming = news.streaming,
        owners = news.owners, tags = news.tags, tier = news.tier, domain = news.domain
    from news
    where nodes.id = news.id
      and (nodes.description, nodes.type, nodes.streaming, nodes.owners, nodes.tags, nodes.tier, nodes.domain)
          is distinct from (news.description, news.type, news.streaming, news.owners, news.tags, news.tier,
                            news.domain)
    returning nodes.id
),
-- The runs of a job that turns out to be a query are what people asked.
retyped as (
    insert into retyped_jobs (job_id)
    select nodes.id from nodes join news on news.id = nodes.id
    where nodes.kind = 'job' and (upper(nodes.type) = 'QUERY') is distinct from (upper(news.type) = 'QUERY')
    returning job_id
)
-- A job that turns out to stream counts its runs differently, from the beginning. `nodes` here still
-- shows the state before this statement.
insert into touched_owners (owner_id, since)
select nodes.id, '-infinity'::timestamptz
from nodes join news on news.id = nodes.id
where nodes.kind = 'job' and nodes.streaming <> news.streaming;
