-- What lists and filters need of the facets stands on the node itself.
with changed as (
    select distinct nodes.id
    from batch join nodes on nodes.key = batch.node
    where batch.kind = 'facet'
      and batch.name in ('documentation', 'ownership', 'tags', 'datasetType', 'jobType')
),
told as (
    select changed.id, facets.name, facets.value
    from changed join facets on facets.node_id = changed.id and jsonb_typeof(facets.value) = 'object'
),
attributes as (
    select id,
           max(value ->> 'description') filter (where name = 'documentation') as description,
           max(coalesce(value ->> 'datasetType', value ->> 'jobType'))
               filter (where name in ('datasetType', 'jobType')) as type,
           coalesce(bool_or(upper(value ->> 'processingType') in ('STREAMING', 'SERVICE'))
               filter (where name = 'jobType'), false) as streaming
    from told group by id
),
owners as (
    select told.id, array_agg(distinct owner ->> 'name' order by owner ->> 'name') as names
    from told cross join lateral jsonb_path_query(told.value, '$.owners[*] ? (exists(@.name))') as owner
    where told.name = 'ownership' group by told.id
),
tags as (
    select told.id, array_agg(distinct tagged order by tagged) as names
    from told
    cross join lateral jsonb_path_query(told.value, '$.tags[*] ? (exists(@.key) && !exists(@.field))') as tag
    cross join lateral (select concat_ws(':', tag ->> 'key', nullif(tag ->> 'value', 'true'))) as named (tagged)
    where told.name = 'tags' group by told.id
),
news as (
    select attributes.*, coalesce(owners.names, '{}') as owners, coalesce(tags.names, '{}') as tags
    from attributes
    left join owners on owners.id = attributes.id
    left join tags on tags.id = attributes.id
),
updated as (
    update nodes
    set description = news.description, type = news.type, streaming = news.streaming,
        owners = news.owners, tags = news.tags
    from news
    where nodes.id = news.id
      and (nodes.description, nodes.type, nodes.streaming, nodes.owners, nodes.tags)
          is distinct from (news.description, news.type, news.streaming, news.owners, news.tags)
    returning nodes.id
)
-- A job that turns out to stream counts its runs differently, from the beginning. `nodes` here still
-- shows the state before this statement.
insert into touched (owner_id, since)
select nodes.id, '-infinity'::timestamptz
from nodes join news on news.id = nodes.id
where nodes.kind = 'job' and nodes.streaming <> news.streaming;
