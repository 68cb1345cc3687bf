"""What the search index is made of: names, labels and texts of all nodes, or of those that changed."""

import csv
import io
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from headwater.search.draft import MAX_TEXTS, NameRows, nodes_segment, queries_segment
from headwater.search.index import Label
from headwater.search.segment import Ints, ResultKind, Segment
from headwater.store.queries.gone_columns import GONE
from headwater.store.queries.labels import TIER
from headwater.store.queries.rows import Connection, fetch_values

# The publisher keeps the changes of a thousand batches; who is further behind reads everything.
KEPT_BATCHES = 900
# More changed nodes than this are read with everything else.
MAX_CHANGED = 200_000
# How much of a name or text is looked at: neither has a limit of its own.
MAX_NAME, MAX_TEXT = 1_000, 20_000

KINDS = {"dataset": ResultKind.DATASET, "job": ResultKind.JOB, "column": ResultKind.COLUMN}
# Tiers that are words instead of numbers, in the order of how critical they are.
TIER_WORDS = {"critical": 1, "platinum": 1, "gold": 1, "high": 2, "silver": 2, "bronze": 3, "low": 4}

NAMES = f"""
select coalesce(col.canonical_id, col.id), col.id, col.kind,
       left(col.namespace, {MAX_NAME}), left(col.name, {MAX_NAME}), left(col.field, {MAX_NAME}),
       coalesce({TIER}, ''),
       case when col.kind = 'column' then coalesce(home.dropped_at, dataset.dropped_at) is not null or {GONE}
            else col.dropped_at is not null end
from nodes as col
left join (select id, canonical_id, dropped_at from nodes) as dataset on dataset.id = col.dataset_id
left join (select id, dropped_at from nodes) as home on home.id = dataset.canonical_id
where {{chosen}}
"""

LABELS = f"""
with chosen as (
    select col.id, coalesce(col.canonical_id, col.id) as thing, col.kind, col.owners, col.tags, col.type,
           {TIER} as tier
    from nodes as col where {{chosen}}
)
select thing, 'owner', unnest(owners) from chosen
union all
select thing, 'tag', unnest(tags) from chosen
union all
select thing, 'type', lower(type) from chosen where type is not null and kind <> 'column'
union all
select thing, 'tier', lower(tier) from chosen where tier is not null
union all
select thing, 'tag', unnest(label.tags) from chosen join column_labels as label on label.column_id = chosen.id
union all
select thing, 'tag', 'classification:' || label.classification
from chosen join column_labels as label on label.column_id = chosen.id
where label.classification is not null
union all
select thing, 'tag', 'pii'
from chosen join column_labels as label on label.column_id = chosen.id where label.pii
"""

# A description stands in the facet of the dataset, and there beside the name of the column.
LISTED_COLUMNS = """
and facets.name in ('schema', 'headwater_asset.columns')
cross join lateral jsonb_path_query(
    facets.value, '$.*[*] ? (@.name.type() == "string" && @.description.type() == "string")') as listed
"""
COLUMN_TEXTS = f"""
from nodes as dataset
join facets on facets.node_id = dataset.id {LISTED_COLUMNS}
join nodes as col on col.dataset_id = dataset.id and col.kind = 'column' and col.field = listed ->> 'name'
"""
SQL_TEXTS = """
cross join lateral (
    select distinct analysed.sql_key
    from sql_lineage as lineage join sql_analyses as analysed on analysed.key = lineage.analysis
    where lineage.owner_id = col.id
    order by analysed.sql_key limit %(texts)s
) as used
join sql_texts on sql_texts.key = used.sql_key
"""
# A schema is read once, not once for each of its columns.
TEXTS = f"""
with homes as materialized (
    select distinct col.dataset_id from nodes as col where col.kind = 'column' and {{chosen}}
),
described as materialized (
    select homes.dataset_id, listed ->> 'name' as field, left(listed ->> 'description', %(letters)s) as text
    from homes join facets on facets.node_id = homes.dataset_id {LISTED_COLUMNS}
)
select coalesce(col.canonical_id, col.id), left(col.description, %(letters)s)
from nodes as col where col.description is not null and {{chosen}}
union all
select coalesce(col.canonical_id, col.id), described.text
from described join nodes as col on col.dataset_id = described.dataset_id and col.field = described.field
where col.kind = 'column' and {{chosen}}
union all
select coalesce(col.canonical_id, col.id), left(sql_texts.text, %(letters)s)
from nodes as col {SQL_TEXTS} where exists (select from sql_lineage where owner_id = col.id) and {{chosen}}
"""
CHOSEN = "col.id = any(%(nodes)s)"


def segment(connection: Connection, nodes: Ints | None = None) -> Segment:
    """Of all nodes, or of these; aliases have to be among them."""
    chosen = "true" if nodes is None else CHOSEN
    values = {"nodes": None if nodes is None else nodes.tolist(), "as_of": None}
    names = _columns(_copied(connection, NAMES.format(chosen=chosen), values), 8)
    labels = _copied(connection, LABELS.format(chosen=chosen), values)
    limits = {"letters": MAX_TEXT, "texts": MAX_TEXTS}
    texts = _copied(connection, TEXTS.format(chosen=chosen), values | limits)
    return nodes_segment(
        _name_rows(names),
        ((int(node), what, value[:MAX_NAME]) for node, what, value in labels),
        ((int(node), text) for node, text in texts),
    )


LARGEST = "select coalesce(max(id), 0) from nodes"


def largest_node(connection: Connection) -> int:
    return int(fetch_values(connection, LARGEST)[0])


WITH_ALIASES = "select id from nodes where id = any(%(nodes)s) or canonical_id = any(%(nodes)s)"


def with_aliases(connection: Connection, nodes: Ints) -> Ints:
    return np.array(fetch_values(connection, WITH_ALIASES, nodes=nodes.tolist()), np.int32)


def _name_rows(columns: Sequence[Sequence[str]]) -> NameRows:
    things, nodes, kinds, namespaces, names, fields, tiers, dropped = columns
    ranks = {tier: tier_rank(tier) for tier in set(tiers)}
    return NameRows(
        things=list(map(int, things)),
        nodes=list(map(int, nodes)),
        kinds=[KINDS[kind] for kind in kinds],
        namespaces=namespaces,
        names=names,
        fields=fields,
        tiers=[ranks[tier] for tier in tiers],
        dropped=[flag == "t" for flag in dropped],
    )


def tier_rank(tier: str) -> int:
    """From 15 for the most critical down to 1; 0 without a tier.

    >>> tier_rank("1"), tier_rank("gold"), tier_rank("")
    (15, 15, 0)
    """
    if not tier:
        return 0
    number = int(tier) if tier.isdecimal() and len(tier) < 3 else TIER_WORDS.get(tier.lower(), 5)
    return max(1, min(15, 16 - number))


def _copied(connection: Connection, query: str, values: dict[str, object]) -> Iterator[list[str]]:
    with connection.cursor() as cursor, cursor.copy(f"copy ({query}) to stdout (format csv)", values) as copy:
        content = b"".join(copy).decode()
    return csv.reader(io.StringIO(content, newline=""))


def _columns(rows: Iterator[list[str]], count: int) -> Sequence[Sequence[str]]:
    columns = list(zip(*rows, strict=True))
    return columns or [()] * count


RECORDED = "select distinct node_id from search_changes where batch > %(after)s and batch <= %(upto)s"
# What is stated of an alias shows at the node that stands for it: both are read again, with all its names.
CHANGED = """
with changed as (
    select id from nodes
    where id = any(%(nodes)s) or (kind = 'column' and dataset_id = any(%(datasets)s)) or id > %(largest)s
),
things as (
    select distinct coalesce(nodes.canonical_id, nodes.id) as id
    from nodes join changed on changed.id = nodes.id
)
select id from changed
union
select id from things
union
select nodes.id from nodes join things on things.id = nodes.canonical_id
limit %(most)s
"""


def changed(connection: Connection, after: int, upto: int, largest: int) -> Ints | None:
    """Nodes that the batches after `after` changed, or that came since; None where all have to be read."""
    if not 0 <= upto - after <= KEPT_BATCHES:
        return None
    changed = fetch_values(connection, RECORDED, after=after, upto=upto)
    if 0 in changed:
        return None
    nodes = [abs(node) for node in changed]
    datasets = [-node for node in changed if node < 0]
    found = fetch_values(
        connection, CHANGED, nodes=nodes, datasets=datasets, largest=largest, most=MAX_CHANGED
    )
    # A node that is gone is in none of the tables.
    return None if len(found) == MAX_CHANGED else np.unique(np.array([*found, *nodes], np.int32))


OWNERS = """
select owner, count(*) from nodes cross join lateral unnest(owners) as owner
where owners <> '{}' and dropped_at is null and (canonical_id is null or canonical_id = id) and owner <> ''
group by owner order by owner limit %(most)s
"""
TAGS = """
select tag, count(*)
from (
    select unnest(tags) from nodes
    where tags <> '{}' and dropped_at is null and (canonical_id is null or canonical_id = id)
    union all
    select unnest(tags) from column_labels where tags <> '{}'
) as known (tag)
where tag <> ''
group by tag order by tag limit %(most)s
"""
MAX_LABELS = 100_000


def labels(connection: Connection) -> list[Label]:
    """Every owner and every tag, with how many datasets, jobs and columns have it."""
    found: list[Label] = []
    for kind, query in ((ResultKind.OWNER, OWNERS), (ResultKind.TAG, TAGS)):
        rows: Collection[tuple[str, int]] = connection.execute(query, {"most": MAX_LABELS}).fetchall()
        found += [(kind, name, count) for name, count in rows]
    return found


# Those that people ran; what jobs run is found as the job.
QUERIES = """
select entry.number, left(queries.text, %(letters)s) as text,
       least((select sum(runs) from query_days where query_key = queries.key), 1000000000)::bigint
from search_queries as entry join queries on queries.key = entry.query_key
where entry.number > %(after)s
order by entry.number desc
limit %(most)s
"""
MAX_QUERIES = 200_000


def queries(connection: Connection, after: int) -> tuple[Segment, ...]:
    """Of the newest queries after this number; none if there are none."""
    values = {"after": after, "letters": MAX_TEXT, "most": MAX_QUERIES}
    rows: list[tuple[int, str, int]] = connection.execute(QUERIES, values).fetchall()
    return (queries_segment(rows[::-1]),) if rows else ()
