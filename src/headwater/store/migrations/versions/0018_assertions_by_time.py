"""Results of tests are listed by time, over all datasets."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

INDEXES = """
create index assertions_by_time on assertions (at desc, key desc);
create index assertions_by_success on assertions (success, at desc, key desc);
"""


def upgrade() -> None:
    op.execute(INDEXES)
