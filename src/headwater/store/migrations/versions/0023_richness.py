"""How much a JSON value says, by which events of one instant are told apart."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

# As `facts/richness.py` counts.
FUNCTION = """
create function richness(value jsonb) returns integer language sql immutable parallel safe as $$
    select count(*)::integer
    from jsonb_path_query(
        case jsonb_typeof(value) when 'object' then value - '_producer' - '_schemaURL' else value end,
        'strict $.**'
    ) as part
    where jsonb_typeof(part) in ('string', 'number', 'boolean') and part <> '""'
$$;
comment on function richness(jsonb) is 'Number of values at any depth, other than null and empty strings.';
"""


def upgrade() -> None:
    op.execute(FUNCTION)
