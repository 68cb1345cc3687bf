"""Columns that look like personal data, by the rules for their names, types and descriptions."""

from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

TABLE = """
create table column_suggestions (
    column_id  integer not null primary key,
    rule       text not null,
    confidence double precision not null
);
create index column_suggestions_by_confidence on column_suggestions (confidence desc, column_id);
comment on table column_suggestions is 'Columns that look like personal data.';
comment on column column_suggestions.column_id is 'The column.';
comment on column column_suggestions.rule is 'Name of the rule that holds for it.';
comment on column column_suggestions.confidence is 'How sure the rule is, from 0 to 1.';
"""


def upgrade() -> None:
    op.execute(TABLE)
