"""Assets have a domain; uses of queries are found by time."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

DOMAIN = """
alter table nodes add column domain text;
comment on column nodes.domain is 'Part of the business that a dataset or job belongs to.';
create index query_uses_by_time on query_uses (at);
"""


def upgrade() -> None:
    op.execute(DOMAIN)
