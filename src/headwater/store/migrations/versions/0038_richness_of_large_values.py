"""How much a JSON value says, counted in one pass.

PostgreSQL moves the whole rest of a list with each row that `jsonb_path_query` returns, so that counting a
facet of 600,000 values took minutes.
"""

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

# As `facts/richness.py` counts.
FUNCTION = """
create or replace function richness(value jsonb) returns integer language sql immutable parallel safe as $$
    select coalesce(jsonb_array_length(jsonb_path_query_array(
        case jsonb_typeof(value) when 'object' then value - '_producer' - '_schemaURL' else value end,
        'strict $.** ? (@.type() == "number" || @.type() == "boolean" || @.type() == "string" && @ != "")'
    )), 0)
$$;
"""


def upgrade() -> None:
    op.execute(FUNCTION)
