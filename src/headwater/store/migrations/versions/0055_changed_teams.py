"""A node whose events name another team counts as changed: `seen_nodes.py` keeps what a team may see."""

from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None

COMMENT = """
comment on table search_changes is
    'Nodes whose labels, texts or named team a batch changed; new nodes are not listed. Kept for a thousand '
    'batches.';
"""
TRIGGERS = """
create function note_changed_team() returns trigger language plpgsql as $$
begin
    perform note_search_change(coalesce(new.node_id, old.node_id));
    return null;
end
$$;

create trigger viewers_follow_new_teams
after insert on facets for each row when (new.name = 'headwater_team')
execute function note_changed_team();

create trigger viewers_follow_teams
after update of value on facets for each row
when (new.name = 'headwater_team' and old.value is distinct from new.value)
execute function note_changed_team();

create trigger viewers_follow_removed_teams
after delete on facets for each row when (old.name = 'headwater_team')
execute function note_changed_team();
"""


def upgrade() -> None:
    op.execute(COMMENT)
    op.execute(TRIGGERS)
