"""Watcher's pipelines, executions, addresses and lineage: settings and state that no event holds."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# Names are matched whatever their case, and shown as they were first written.
PIPELINES = """
create table pipeline_type (
    id                bigint generated always as identity primary key,
    name              text not null,
    group_name        text,
    timely_number     integer,
    timely_datepart   text,
    mute_timely_check boolean not null default false,
    created_at        timestamptz not null default clock_timestamp(),
    updated_at        timestamptz
);
create unique index pipeline_type_by_name on pipeline_type (lower(name));

create table pipeline (
    id                      bigint generated always as identity primary key,
    name                    text not null,
    pipeline_type_id        bigint not null references pipeline_type (id),
    watermark               text,
    watermark_execution_id  bigint,
    watermark_started_at    timestamptz,
    next_watermark          text,
    pipeline_args           jsonb,
    last_target_insert      timestamptz,
    last_target_update      timestamptz,
    last_target_soft_delete timestamptz,
    timely_number           integer,
    timely_datepart         text,
    mute_timely_check       boolean not null default false,
    load_lineage            boolean not null default true,
    active                  boolean not null default true,
    job_namespace           text not null,
    job_name                text not null,
    job_key                 uuid not null,
    created_at              timestamptz not null default clock_timestamp(),
    updated_at              timestamptz
);
create unique index pipeline_by_name on pipeline (lower(name));
create index pipeline_by_job on pipeline (job_key, id);
"""

EXECUTIONS = """
create table pipeline_execution (
    id                     bigint generated always as identity primary key,
    run_id                 uuid not null unique,
    parent_id              bigint references pipeline_execution (id),
    pipeline_id            bigint not null references pipeline (id),
    start_date             timestamptz not null,
    end_date               timestamptz,
    duration_seconds       bigint,
    completed_successfully boolean,
    inserts                bigint,
    updates                bigint,
    soft_deletes           bigint,
    total_rows             bigint,
    full_load              boolean not null default false,
    watermark              text,
    next_watermark         text,
    execution_metadata     jsonb
);
create index pipeline_execution_by_time on pipeline_execution (start_date desc, run_id);
create index pipeline_execution_by_pipeline on pipeline_execution (pipeline_id, start_date desc, run_id);
create index pipeline_execution_by_parent on pipeline_execution (parent_id) where parent_id is not null;
create index pipeline_execution_active on pipeline_execution (pipeline_id, id) where end_date is null;
create index pipeline_execution_by_end on pipeline_execution (end_date) where end_date is not null;
create index pipeline_execution_history on pipeline_execution (pipeline_id, start_date desc)
    include (duration_seconds) where completed_successfully;
"""

ADDRESSES = """
create table address_type (
    id         bigint generated always as identity primary key,
    name       text not null,
    group_name text,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz
);
create unique index address_type_by_name on address_type (lower(name));

create table address (
    id                bigint generated always as identity primary key,
    name              text not null,
    address_type_id   bigint not null references address_type (id),
    database_name     text,
    schema_name       text,
    table_name        text,
    primary_key       text,
    deprecated        boolean not null default false,
    dataset_namespace text not null,
    dataset_name      text not null,
    created_at        timestamptz not null default clock_timestamp(),
    updated_at        timestamptz
);
create unique index address_by_name on address (lower(name));

-- Which pipeline says that the one feeds the other; several may say the same.
create table pipeline_lineage (
    pipeline_id       bigint not null references pipeline (id),
    source_address_id bigint not null references address (id),
    target_address_id bigint not null references address (id),
    primary key (pipeline_id, source_address_id, target_address_id)
);
create index pipeline_lineage_by_source on pipeline_lineage (source_address_id, target_address_id);
create index pipeline_lineage_by_target on pipeline_lineage (target_address_id, source_address_id);

-- A pipeline is the known job of its name, and an address the known dataset of its name.
create index nodes_by_own_name on nodes (kind, left(name, 400)) where kind <> 'column';
"""

# Each breach once: data that is late by its due time, an execution that takes too long by its run.
TIMELINESS = """
create table timeliness_breach (
    id               bigint generated always as identity primary key,
    pipeline_id      bigint not null references pipeline (id),
    kind             text not null check (kind in ('data_age', 'execution')),
    since            timestamptz not null,
    run_id           uuid,
    duration_seconds bigint,
    limit_seconds    bigint,
    rule             text not null,
    created_at       timestamptz not null default clock_timestamp(),
    unique nulls not distinct (pipeline_id, kind, since, run_id)
);
"""


def upgrade() -> None:
    for statements in (PIPELINES, EXECUTIONS, ADDRESSES, TIMELINESS):
        op.execute(statements)
