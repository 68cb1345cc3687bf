"""Rules that one namespace is another, which join names that come later as well."""

from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None

TABLE = """
create table namespace_joins (
    key        uuid primary key,
    namespace  text not null,
    same_as    text not null,
    prefix     text not null,
    first_seen timestamptz not null,
    last_seen  timestamptz not null,
    event_id   uuid not null
);
comment on table namespace_joins is 'Rules that one namespace is another, for all datasets of it.';
comment on column namespace_joins.key is 'Digest of both namespaces and the prefix.';
comment on column namespace_joins.namespace is 'The namespace whose datasets become other names.';
comment on column namespace_joins.same_as is 'The namespace that stays.';
comment on column namespace_joins.prefix is 'What names in the second have in front of those in the first.';
comment on column namespace_joins.first_seen is 'When the rule was given first.';
comment on column namespace_joins.last_seen is 'When the rule was given last.';
comment on column namespace_joins.event_id is 'The event that gave it last.';
"""


def upgrade() -> None:
    op.execute(TABLE)
