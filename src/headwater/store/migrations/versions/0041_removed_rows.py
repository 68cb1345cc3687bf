"""What retention has removed, by team and kind."""

from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

TABLE = """
create table removed_rows (
    team    text not null,
    kind    text not null,
    removed bigint not null,
    before  timestamptz not null,
    at      timestamptz not null,
    primary key (team, kind)
);
comment on table removed_rows is 'What was removed because its team keeps it no longer.';
comment on column removed_rows.team is 'Name of the team.';
comment on column removed_rows.kind is 'events, runs, queries, spans or points.';
comment on column removed_rows.removed is 'How many rows; of runs, those whose facets were removed.';
comment on column removed_rows.before is 'All of them are from before this time.';
comment on column removed_rows.at is 'When some were last removed.';
"""


def upgrade() -> None:
    op.execute(TABLE)
