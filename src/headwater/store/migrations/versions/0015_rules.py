"""By which version of the rules the served tables were made; 0 for all that is older than this."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

COLUMNS = """
alter table pipeline_state
    add column rules integer not null default 0,
    add column analyser integer not null default 0;
comment on column pipeline_state.rules is
    'Version of the rules for events by which the served tables were made.';
comment on column pipeline_state.analyser is
    'Version of the rules for SQL texts by which the served tables were made.';
"""


def upgrade() -> None:
    op.execute(COLUMNS)
