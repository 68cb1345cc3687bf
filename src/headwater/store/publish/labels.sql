-- How sensitive each column is said to be: by tags on the column, and by a person in the catalog, who goes first.
with changed as (
    select distinct nodes.id
    from batch join nodes on nodes.key = batch.node
    where batch.kind = 'facet' and batch.name in ('tags', 'headwater_asset.columns') and nodes.kind = 'dataset'
)
insert into relabelled_datasets (dataset_id) select id from changed;

with current_facets as (
    select facets.node_id, facets.name, facets.value
    from relabelled_datasets join facets on facets.node_id = relabelled_datasets.dataset_id
    where facets.name in ('tags', 'headwater_asset.columns') and jsonb_typeof(facets.value) = 'object'
),
tagged as (
    select node_id, tag ->> 'field' as field, lower(tag ->> 'key') as key, tag ->> 'value' as value,
           concat_ws(':', tag ->> 'key', nullif(tag ->> 'value', 'true')) as tag
    from current_facets
    cross join lateral jsonb_path_query(
        value, '$.tags[0 to $last_tag] ? (exists(@.key) && @.field.type() == "string")', %(budgets)s) as tag
    where name = 'tags'
),
-- Of several classifications for one column the last by name stands, so that their order does not matter.
from_tags as (
    select node_id, field, max(lower(value)) filter (where key = 'classification') as classification,
           bool_or(coalesce(lower(value), 'true') in ('true', 'yes', '1')) filter (where key in ('pii', 'is_pii')) as pii,
           array_agg(distinct tag) as tags
    from tagged where length(tag) <= %(word)s group by node_id, field
),
from_catalog as (
    select node_id, listed ->> 'name' as field, max(lower(listed ->> 'classification')) as classification,
           bool_or((listed ->> 'is_pii')::boolean) as pii,
           coalesce(array_agg(distinct tag #>> '{}') filter (where tag is not null), '{}') as tags
    from current_facets
    cross join lateral jsonb_path_query(value, '$.columns[*] ? (@.name.type() == "string")') as listed
    left join lateral jsonb_path_query(listed, '$.tags[*] ? (@.type() == "string")') as tag on true
    where name = 'headwater_asset.columns'
    group by node_id, listed ->> 'name'
),
joined as (
    select coalesce(c.node_id, t.node_id) as node_id, coalesce(c.field, t.field) as field,
           coalesce(c.classification, t.classification) as classification, coalesce(c.pii, t.pii) as pii,
           array(select distinct tag from unnest(coalesce(c.tags, '{}') || coalesce(t.tags, '{}')) as tag order by tag)
               as tags
    from from_catalog as c full join from_tags as t on t.node_id = c.node_id and t.field = c.field
),
-- Grouped, not joined: a join may look for each label among all columns of its dataset.
columns_and_labels as (
    select node_id, field, null::integer as column_id, classification, pii, tags from joined
    union all
    select col.dataset_id, col.field, col.id, null, null, null
    from relabelled_datasets
    join nodes as col on col.dataset_id = relabelled_datasets.dataset_id and col.kind = 'column'
),
labelled as (
    select max(column_id) as column_id, max(classification) as classification, bool_or(pii) as pii, max(tags) as tags
    from columns_and_labels group by node_id, field
)
insert into new_labels
select column_id, classification, pii, tags
from labelled
where column_id is not null and (classification is not null or pii is not null or tags <> '{}');

-- A facet is the whole of what it says: a label that it no longer has is taken back.
delete from column_labels
using relabelled_datasets, nodes
where nodes.id = column_labels.column_id
  and nodes.dataset_id = relabelled_datasets.dataset_id and nodes.kind = 'column'
  and not exists (select from new_labels where new_labels.column_id = column_labels.column_id);

insert into column_labels (column_id, classification, pii, tags)
select column_id, classification, pii, tags from new_labels
on conflict (column_id) do update
set classification = excluded.classification, pii = excluded.pii, tags = excluded.tags
where (column_labels.classification, column_labels.pii, column_labels.tags)
      is distinct from (excluded.classification, excluded.pii, excluded.tags);
