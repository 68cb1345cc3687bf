"""The log, and what the pipeline publishes from it: nodes, facets, runs, edges, schemas, assertions."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

LOG = """
create table events (
    position    bigint generated always as identity primary key,
    event_id    uuid not null unique,
    kind        text not null check (kind in ('run', 'job', 'dataset')),
    event_time  timestamptz not null,
    received_at timestamptz not null default clock_timestamp(),
    run_id      uuid,
    body        text not null
);
create index events_by_run on events (run_id, event_time desc, event_id desc) where run_id is not null;

create table work (
    id           bigint generated always as identity primary key,
    kind         text not null,
    arguments    jsonb not null default '{}',
    requested_at timestamptz not null default clock_timestamp(),
    started_at   timestamptz,
    finished_at  timestamptz,
    progress     text,
    result       jsonb,
    error        text
);
create index work_waiting on work (id) where finished_at is null;

create table pipeline_state (
    singleton      boolean primary key default true check (singleton),
    position       bigint not null default 0,
    batch          bigint not null default 0,
    events         bigint not null default 0,
    published_at   timestamptz,
    batch_events   integer,
    batch_seconds  double precision
);
insert into pipeline_state default values;

-- Apart from pipeline_state, whose row is locked for as long as a rebuild takes.
create table worker_state (
    singleton     boolean primary key default true check (singleton),
    seen_at       timestamptz,
    last_error    text,
    last_error_at timestamptz
);
insert into worker_state default values;
"""

# Keys are 16-byte digests of names: names have no length limit, an index entry does.
NODES = """
create table nodes (
    id           integer generated always as identity primary key,
    key          uuid not null unique,
    kind         text not null check (kind in ('dataset', 'job', 'column')),
    namespace    text not null,
    name         text not null,
    field        text not null default '',
    dataset_id   integer references nodes (id),
    canonical_id integer references nodes (id),
    first_seen   timestamptz,
    last_seen    timestamptz,
    description  text,
    type         text,
    owners       text[] not null default '{}',
    tags         text[] not null default '{}',
    streaming    boolean not null default false,
    dropped_at   timestamptz
);
create index nodes_by_name on nodes (kind, left(namespace, 200), left(name, 400), id) where kind <> 'column';
create index nodes_by_suffix on nodes
    (left(reverse(lower(namespace || '.' || name)), 400) text_pattern_ops) where kind <> 'column';
create index nodes_by_dataset on nodes (dataset_id) where kind = 'column';
create index nodes_by_canonical on nodes (canonical_id) where canonical_id is not null;

create table aliases (
    alias_id   integer not null references nodes (id),
    target_id  integer not null references nodes (id),
    reason     text not null,
    first_seen timestamptz not null,
    last_seen  timestamptz not null,
    primary key (alias_id, target_id, reason)
);

create table lifecycle (
    node_id  integer not null references nodes (id),
    at       timestamptz not null,
    event_id uuid not null,
    state    text not null,
    primary key (node_id, at, event_id)
);

create index lifecycle_drops on lifecycle (node_id, at) where state = 'DROP';

create table facets (
    node_id  integer not null references nodes (id),
    name     text not null,
    at       timestamptz not null,
    event_id uuid not null,
    value    jsonb,
    primary key (node_id, name)
);
"""

RUNS = """
create table runs (
    run_id        uuid primary key,
    job_id        integer references nodes (id),
    stub_job_key  uuid,
    last_state    text,
    first_seen    timestamptz,
    first_event   uuid,
    last_seen     timestamptz,
    last_event    uuid,
    started_at    timestamptz,
    ended_at      timestamptz,
    end_state     text,
    end_event     uuid,
    parent_run_id uuid,
    root_run_id   uuid,
    parent_at     timestamptz,
    parent_event  uuid,
    counts_at     timestamptz,
    shown         integer[] not null default '{}',
    began_at      timestamptz generated always as (coalesce(started_at, first_seen)) stored,
    state         text generated always as (
        case when end_state is not null then end_state
             when last_state in ('START', 'RUNNING') then 'RUNNING'
             else coalesce(last_state, 'UNKNOWN') end) stored
);
create index runs_by_job on runs (job_id, began_at desc, run_id);
create index runs_by_time on runs (began_at desc, run_id);
create index runs_counting on runs (job_id, counts_at, run_id) where counts_at is not null;
create index runs_by_first_seen on runs (job_id, first_seen, run_id);
create index runs_by_parent on runs (parent_run_id) where parent_run_id is not null;

create table run_facets (
    run_id   uuid not null,
    name     text not null,
    at       timestamptz not null,
    event_id uuid not null,
    value    jsonb,
    primary key (run_id, name)
);

create table run_io_facets (
    run_id    uuid not null,
    node_id   integer not null references nodes (id),
    direction text not null check (direction in ('input', 'output')),
    name      text not null,
    at        timestamptz not null,
    event_id  uuid not null,
    value     jsonb,
    primary key (run_id, node_id, direction, name)
);
create index run_io_facets_by_node on run_io_facets (node_id, at desc);
"""

EDGES = """
create table edges (
    id                integer generated always as identity primary key,
    key               uuid not null unique,
    kind              smallint not null,
    owner_id          integer not null references nodes (id),
    source_id         integer not null references nodes (id),
    target_id         integer not null references nodes (id),
    source_dataset_id integer,
    target_dataset_id integer,
    origin            text not null,
    subtype           text,
    masking           boolean,
    description       text,
    first_seen        timestamptz not null,
    first_event       uuid not null,
    last_seen         timestamptz not null,
    last_event        uuid not null
);
create index edges_by_owner on edges (owner_id);
create index edges_by_source on edges (source_dataset_id);
create index edges_by_target on edges (target_dataset_id);

create table declarations (
    event_id uuid primary key,
    owner_id integer not null references nodes (id),
    at       timestamptz not null,
    shown    integer[] not null
);
create index declarations_by_owner on declarations (owner_id, at, event_id);

create table edge_spans (
    edge_id    integer not null references edges (id),
    owner_id   integer not null references nodes (id),
    flows      boolean not null,
    alive_from timestamptz not null,
    alive_to   timestamptz not null,
    opened_by  uuid,
    closed_by  uuid,
    primary key (edge_id, flows, alive_from)
);
create index edge_spans_by_owner on edge_spans (owner_id);

create table graph_changes (
    batch    bigint not null,
    owner_id integer not null,
    primary key (batch, owner_id)
);
"""

HISTORY = """
create table schemas (
    hash   uuid primary key,
    fields jsonb not null
);

create table schema_observations (
    dataset_id integer not null references nodes (id),
    at         timestamptz not null,
    event_id   uuid not null,
    run_id     uuid,
    hash       uuid not null,
    primary key (dataset_id, at, event_id)
);

create table schema_versions (
    dataset_id integer not null references nodes (id),
    valid_from timestamptz not null,
    valid_to   timestamptz not null default 'infinity',
    hash       uuid not null,
    event_id   uuid not null,
    run_id     uuid,
    primary key (dataset_id, valid_from)
);
create index schema_versions_by_time on schema_versions (valid_from desc);

create table assertions (
    key        uuid primary key,
    dataset_id integer not null references nodes (id),
    field      text,
    name       text not null,
    at         timestamptz not null,
    event_id   uuid not null,
    run_id     uuid,
    success    boolean,
    severity   text,
    value      jsonb not null
);
create index assertions_by_dataset on assertions (dataset_id, at desc);

create table quarantine (
    event_id uuid not null,
    part     text not null,
    position bigint not null,
    at       timestamptz not null,
    reason   text not null,
    primary key (event_id, part)
);
create index quarantine_by_position on quarantine (position desc, part);
"""


def upgrade() -> None:
    for statements in (LOG, NODES, RUNS, EDGES, HISTORY):
        op.execute(statements)
