"""How much was cut from events before they were stored."""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

TABLE = """
create table redaction_counts (
    rule text not null,
    day  date not null,
    cuts bigint not null,
    primary key (rule, day)
);
comment on table redaction_counts is 'How many secrets were cut from events before they were stored.';
comment on column redaction_counts.rule is 'Name of the rule.';
comment on column redaction_counts.day is 'Day on which it cut, in UTC.';
comment on column redaction_counts.cuts is 'How often it cut something.';
"""


def upgrade() -> None:
    op.execute(TABLE)
