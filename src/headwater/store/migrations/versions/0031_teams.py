"""Teams, which Data Lineage Hub calls namespaces."""

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

TABLE = """
create table team (
    id                     bigint generated always as identity primary key,
    name                   text not null unique,
    display_name           text not null,
    description            text,
    owners                 text[] not null default '{}',
    viewers                text[] not null default '{}',
    patterns               text[] not null default '{}',
    daily_event_quota      integer not null default 100000,
    storage_retention_days integer not null default 30,
    tags                   jsonb not null default '{}',
    created_at             timestamptz not null,
    updated_at             timestamptz
);
comment on table team is 'Teams: who sends what.';
comment on column team.id is 'Number of the team.';
comment on column team.name is 'Name, by which the Hub calls it a namespace.';
comment on column team.display_name is 'Name for people.';
comment on column team.description is 'What it does.';
comment on column team.owners is 'Who is responsible.';
comment on column team.viewers is 'Who may look.';
comment on column team.patterns is 'Namespaces of its jobs, beside its own name; * stands for any text.';
comment on column team.daily_event_quota is 'Events a day that it is meant to send.';
comment on column team.storage_retention_days is 'Days that its events are meant to be kept.';
comment on column team.tags is 'Tags by key.';
comment on column team.created_at is 'When it was created.';
comment on column team.updated_at is 'When it was last changed.';
"""


def upgrade() -> None:
    op.execute(TABLE)
