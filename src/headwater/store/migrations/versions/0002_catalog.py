"""The catalog, lineage read from SQL, and classification."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# What an edge does to the class of its data; the numbers are those of model.classification.Effect.
EDGES = """
alter table edges
    add column confidence real,
    add column effect smallint not null generated always as (
        case when masking and coalesce(description, '') ~* '(hash|sha[0-9]|md5|hmac|digest|pseudonym)' then 2
             when masking then 3
             when subtype = 'AGGREGATION' then 1
             else 0 end) stored;
alter table declarations add column series text not null default '';
alter table declarations drop constraint declarations_pkey;
alter table declarations add primary key (event_id, series);
"""

LABELS = """
alter table nodes add column tier text;
create index nodes_by_asset on nodes (left(namespace, 200), left(name, 400), id) where kind <> 'column';
create index nodes_by_type on nodes (lower(type)) where type is not null;

create table column_labels (
    column_id      integer primary key references nodes (id),
    classification text,
    pii            boolean,
    tags           text[] not null default '{}'
);
create index column_labels_by_classification on column_labels (classification, column_id);
create index column_labels_by_tag on column_labels using gin (tags);
"""

# A run, or a static event, that carries SQL: its latest text, what analysis of it applies, and the edges.
SQL = """
create table sql_texts (
    key     uuid primary key,
    dialect text,
    text    text not null
);

alter table runs
    add column sql_key uuid, add column sql_at timestamptz, add column sql_event uuid,
    add column sql_analysis uuid, add column sql_shown integer[] not null default '{}';
create index runs_by_analysis on runs (job_id, sql_analysis, last_seen) where sql_analysis is not null;
create index runs_by_analysis_first on runs (job_id, sql_analysis, first_seen) where sql_analysis is not null;
alter table declarations
    add column sql_key uuid, add column sql_analysis uuid,
    add column sql_shown integer[] not null default '{}';
create index declarations_by_analysis on declarations (owner_id, sql_analysis) where series = '';

create table sql_analyses (
    key      uuid primary key,
    sql_key  uuid not null,
    binding  jsonb not null,
    result   jsonb not null,
    problems text[] not null default '{}',
    unknown  text[] not null default '{}'
);
create index sql_analyses_by_text on sql_analyses (sql_key);

create table sql_lineage (
    owner_id integer not null references nodes (id),
    analysis uuid not null,
    edge_ids integer[] not null,
    primary key (owner_id, analysis)
);
create index sql_lineage_by_analysis on sql_lineage (analysis);
"""


def upgrade() -> None:
    for statements in (EDGES, LABELS, SQL):
        op.execute(statements)
