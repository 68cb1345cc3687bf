"""Owners, descriptions, tags and classes over time, as events say them."""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

TABLES = """
create table attribute_values (
    hash  uuid primary key,
    value jsonb not null
);
comment on table attribute_values is 'What facets say of owners, descriptions, tags and classes, each once.';
comment on column attribute_values.hash is 'Digest of the value.';
comment on column attribute_values.value is
    'In the shortest form that is the same whoever says it; null for what was deleted.';

create table attribute_sightings (
    node_id     integer not null references nodes (id),
    name        text not null,
    day         date not null,
    hash        uuid not null,
    first_at    timestamptz not null,
    first_event uuid not null,
    last_at     timestamptz not null,
    last_event  uuid not null,
    primary key (node_id, name, day, hash)
);
comment on table attribute_sightings is 'When something was said first and last on a day.';
comment on column attribute_sightings.node_id is 'Dataset or job that it is said of.';
comment on column attribute_sightings.name is 'The facet that says it.';
comment on column attribute_sightings.day is 'In UTC.';
comment on column attribute_sightings.hash is 'What is said, in attribute_values.';
comment on column attribute_sightings.first_at is 'Time of the first event of that day that says it.';
comment on column attribute_sightings.first_event is 'The first event of that day that says it.';
comment on column attribute_sightings.last_at is 'Time of the last event of that day that says it.';
comment on column attribute_sightings.last_event is 'The last event of that day that says it.';

create table attribute_versions (
    node_id    integer not null references nodes (id),
    name       text not null,
    valid_from timestamptz not null,
    hash       uuid not null,
    event_id   uuid not null,
    primary key (node_id, name, valid_from)
);
create index attribute_versions_by_time on attribute_versions (valid_from desc);
comment on table attribute_versions is
    'Versions of what facets say of a dataset or job; each holds until the next of the same facet.';
comment on column attribute_versions.node_id is 'Dataset or job that it is said of.';
comment on column attribute_versions.name is 'The facet that says it.';
comment on column attribute_versions.valid_from is 'Time of the event that said it, unlike the one before.';
comment on column attribute_versions.hash is 'What is said, in attribute_values.';
comment on column attribute_versions.event_id is 'The event.';
"""


def upgrade() -> None:
    op.execute(TABLES)
