"""Queries as things of their own: what was asked, by whom, and how often."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

TABLES = """
create table queries (
    key      uuid primary key,
    dialect  text,
    database text,
    schema   text,
    text     text not null,
    at       timestamptz not null,
    event_id uuid not null
);
comment on table queries is 'Queries and the texts of jobs, each once: without literals and formatting.';
comment on column queries.key is 'Digest of the fingerprint, the dialect, the database and the schema.';
comment on column queries.dialect is 'SQL dialect, as far as it was said.';
comment on column queries.database is 'Database in which names without one are looked for.';
comment on column queries.schema is 'Schema in which names without one are looked for.';
comment on column queries.text is 'The text as the latest event has it, with its literals masked.';
comment on column queries.at is 'Time of that event.';
comment on column queries.event_id is 'That event.';

create table query_uses (
    key         uuid primary key,
    query_key   uuid not null,
    at          timestamptz not null,
    user_name   text not null,
    dashboard   text not null,
    job         text not null,
    runs        bigint not null,
    duration_us bigint,
    row_count   bigint,
    tags        text[] not null
);
create index query_uses_by_query on query_uses (query_key, at desc);
comment on table query_uses is 'Each time that a query was run, or several that were reported together.';
comment on column query_uses.key is 'The event of a query log, or the run of a job that is a query.';
comment on column query_uses.query_key is 'The query.';
comment on column query_uses.at is 'When.';
comment on column query_uses.user_name is 'Who asked; empty if that is not known.';
comment on column query_uses.dashboard is 'Dashboard that asked; empty if it was none.';
comment on column query_uses.job is 'Job that asked; empty if it was none.';
comment on column query_uses.runs is 'How often it was run.';
comment on column query_uses.duration_us is 'Microseconds that it took; of several runs, each.';
comment on column query_uses.row_count is 'Rows that came back.';
comment on column query_uses.tags is 'Tags.';

create table query_days (
    query_key   uuid not null,
    day         date not null,
    user_name   text not null,
    dashboard   text not null,
    job         text not null,
    uses        bigint not null,
    runs        bigint not null,
    timed_runs  bigint not null,
    duration_us numeric not null,
    primary key (query_key, day, user_name, dashboard, job)
);
create index query_days_by_user on query_days (user_name, day);
comment on table query_days is 'Uses of queries, summed by day (UTC) and by who asked.';
comment on column query_days.query_key is 'The query.';
comment on column query_days.day is 'Day, in UTC.';
comment on column query_days.user_name is 'Who asked; empty if that is not known.';
comment on column query_days.dashboard is 'Dashboard that asked; empty if it was none.';
comment on column query_days.job is 'Job that asked; empty if it was none.';
comment on column query_days.uses is 'Events or runs that say so.';
comment on column query_days.runs is 'How often the query was run.';
comment on column query_days.timed_runs is 'Those of the runs whose duration is known.';
comment on column query_days.duration_us is 'Microseconds that these took together.';

create table job_texts (
    job_id     integer not null references nodes (id),
    query_key  uuid not null,
    first_seen timestamptz not null,
    last_seen  timestamptz not null,
    primary key (job_id, query_key)
);
create index job_texts_by_query on job_texts (query_key);
comment on table job_texts is 'Texts that jobs run, which are no queries of people.';
comment on column job_texts.job_id is 'The job.';
comment on column job_texts.query_key is 'The text.';
comment on column job_texts.first_seen is 'First time that it was seen.';
comment on column job_texts.last_seen is 'Last time that it was seen.';

alter table sql_texts add column query_key uuid;
comment on column sql_texts.query_key is 'The query that this text is.';
"""


# What the batch job `query_index` makes of them.
INDEX = """
create table query_analyses (
    query_key uuid primary key,
    version   integer not null,
    binding   uuid not null,
    problems  text[] not null,
    errors    text[] not null
);
comment on table query_analyses is 'Queries that were read for what they reference.';
comment on column query_analyses.query_key is 'The query.';
comment on column query_analyses.version is 'Version of the reader.';
comment on column query_analyses.binding is 'Digest of the datasets and columns that it was bound to.';
comment on column query_analyses.problems is 'Why it, or a part of it, could not be analysed.';
comment on column query_analyses.errors is 'Names in it that no table supplies.';

create table query_tables (
    query_key uuid not null,
    tail      text not null,
    primary key (query_key, tail)
);
create index query_tables_by_tail on query_tables (tail);
comment on table query_tables is 'Tables that queries name, whether they are known or not.';
comment on column query_tables.query_key is 'The query.';
comment on column query_tables.tail is 'Last part of the name of a table, in lower case.';

create table query_references (
    query_key  uuid not null,
    dataset_id integer not null,
    field      text not null,
    role       text not null,
    star       boolean not null,
    positional boolean not null,
    certain    boolean not null
);
create index query_references_by_query on query_references (query_key);
create index query_references_by_column on query_references (dataset_id, lower(field));
comment on table query_references is 'What queries reference.';
comment on column query_references.query_key is 'The query.';
comment on column query_references.dataset_id is 'The dataset, by its canonical number.';
comment on column query_references.field is 'The column; empty for the dataset as a whole.';
comment on column query_references.role is
    'projected, filtered, joined, grouped, ordered, windowed or written.';
comment on column query_references.star is 'Whether a star takes over all columns.';
comment on column query_references.positional is 'Whether it is an insert that lists no columns.';
comment on column query_references.certain is 'False where several datasets could be meant.';

create table indexed_datasets (
    dataset_id integer primary key,
    tail       text not null,
    state      uuid not null
);
comment on table indexed_datasets is 'Datasets as they looked when queries were last read.';
comment on column indexed_datasets.dataset_id is 'The dataset.';
comment on column indexed_datasets.tail is 'Last part of its name, in lower case.';
comment on column indexed_datasets.state is 'Digest of its name, its alias and the versions of its schema.';

create index nodes_by_tail on nodes (left(btrim(lower(substring(name from '[^.]*$')), '"`[]'), 200))
where kind = 'dataset';
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(INDEX)
