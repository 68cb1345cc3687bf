"""How far each connector has read its source, and how its last run went."""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

TABLE = """
create table connectors (
    name        text primary key,
    kind        text not null,
    source      text not null,
    status      text not null,
    state       jsonb not null,
    run_at      timestamptz not null,
    updated_at  timestamptz not null,
    finished_at timestamptz,
    sent        bigint not null,
    duplicates  bigint not null,
    refused     bigint not null,
    total_sent  bigint not null,
    problems    jsonb not null,
    error       text
);
comment on table connectors is 'How far each connector has read its source, and how its last run went.';
comment on column connectors.name is 'Name of the connector.';
comment on column connectors.kind is 'What it reads, such as dbt.';
comment on column connectors.source is 'Where it reads: a folder, file or address, without credentials.';
comment on column connectors.status is 'Of the last run: running, succeeded or failed.';
comment on column connectors.state is 'How far it has read, in its own words; empty before the first run.';
comment on column connectors.run_at is 'When the last run began.';
comment on column connectors.updated_at is 'When the last run was last heard of.';
comment on column connectors.finished_at is 'When a run last succeeded.';
comment on column connectors.sent is 'Documents that were new in the last run.';
comment on column connectors.duplicates is 'Documents of the last run that were known before.';
comment on column connectors.refused is 'What the last run could not use.';
comment on column connectors.total_sent is 'Documents that were new, in all runs.';
comment on column connectors.problems is 'What could not be used in the last run and why: the first of them.';
comment on column connectors.error is 'Why the last run failed.';
"""


def upgrade() -> None:
    op.execute(TABLE)
