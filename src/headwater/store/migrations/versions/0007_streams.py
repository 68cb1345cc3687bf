"""The log takes events of any kind, in streams that are read apart; SQL can name the kinds of edges."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# Which kinds there are is for the readers of `facts/` to say: one without a reader goes to quarantine.
LOG = """
alter table events drop constraint events_kind_check;
alter table events add column stream text not null default 'lineage';
create index events_by_stream on events (stream, position);
"""

# The numbers are those of model.edges.EdgeKind. A word that is none of them is an error.
EDGE_KINDS = """
create function edge_kind(word text) returns smallint
language plpgsql immutable strict parallel safe as $$
begin
    case word
        when 'reads' then return 0;
        when 'writes' then return 1;
        when 'feeds' then return 2;
        when 'column' then return 3;
        when 'column_indirect' then return 4;
        when 'column_to_dataset' then return 5;
        when 'job_feeds' then return 6;
    end case;
end
$$;
"""


def upgrade() -> None:
    for statements in (LOG, EDGE_KINDS):
        op.execute(statements)
