"""A node's domain is among the labels that are kept in memory, so that its change has to be noted as well."""

from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None

TRIGGER = """
drop trigger search_follows_nodes on nodes;
create trigger search_follows_nodes
after update of description, type, owners, tags, tier, domain, dropped_at, canonical_id on nodes for each row
when ((old.description, old.type, old.owners, old.tags, old.tier, old.domain, old.dropped_at,
       old.canonical_id)
      is distinct from
      (new.description, new.type, new.owners, new.tags, new.tier, new.domain, new.dropped_at,
       new.canonical_id))
execute function note_changed_node();
"""


def upgrade() -> None:
    op.execute(TRIGGER)
