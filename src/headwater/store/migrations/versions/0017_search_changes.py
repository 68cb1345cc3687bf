"""Which names, labels and texts a batch changed, so that the search index reads only those again."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

TABLE = """
create table search_changes (
    batch   bigint not null,
    node_id integer not null,
    primary key (batch, node_id)
);
comment on table search_changes is
    'Nodes whose labels or texts a batch changed; new nodes are not listed. Kept for a thousand batches.';
comment on column search_changes.batch is 'The batch.';
comment on column search_changes.node_id is
    'The node; negative for a dataset and all its columns; 0 for everything.';
"""

# By triggers, because many steps write these columns, and the index must miss none of them. A rebuild changes
# everything and says so once.
FUNCTIONS = """
create function note_search_change(variadic nodes integer[]) returns void language sql as $$
    insert into search_changes (batch, node_id)
    select pipeline_state.batch + 1, changed.node_id
    from pipeline_state cross join unnest(nodes) as changed (node_id)
    where changed.node_id is not null
      and coalesce(current_setting('headwater.rebuilding', true), '') <> 'on'
    on conflict do nothing
$$;

create function note_changed_node() returns trigger language plpgsql as $$
begin
    perform note_search_change(new.id, old.canonical_id, new.canonical_id,
        case when new.dropped_at is distinct from old.dropped_at then -new.id end);
    return null;
end
$$;

create function note_deleted_node() returns trigger language plpgsql as $$
begin
    perform note_search_change(old.id, old.canonical_id);
    return null;
end
$$;

create function note_changed_columns() returns trigger language plpgsql as $$
begin
    perform note_search_change(-new.node_id);
    return null;
end
$$;

create function note_changed_label() returns trigger language plpgsql as $$
begin
    perform note_search_change(coalesce(new.column_id, old.column_id));
    return null;
end
$$;

create function note_changed_sql() returns trigger language plpgsql as $$
begin
    perform note_search_change(coalesce(new.owner_id, old.owner_id));
    return null;
end
$$;
"""

TRIGGERS = """
create trigger search_follows_nodes
after update of description, type, owners, tags, tier, dropped_at, canonical_id on nodes for each row
when ((old.description, old.type, old.owners, old.tags, old.tier, old.dropped_at, old.canonical_id)
      is distinct from
      (new.description, new.type, new.owners, new.tags, new.tier, new.dropped_at, new.canonical_id))
execute function note_changed_node();

create trigger search_follows_deleted_nodes
after delete on nodes for each row execute function note_deleted_node();

create trigger search_follows_new_schemas
after insert on facets for each row
when (new.name in ('schema', 'headwater_asset.columns'))
execute function note_changed_columns();

create trigger search_follows_schemas
after update of value on facets for each row
when (new.name in ('schema', 'headwater_asset.columns') and old.value is distinct from new.value)
execute function note_changed_columns();

create trigger search_follows_labels
after insert or update or delete on column_labels for each row execute function note_changed_label();

create trigger search_follows_sql
after insert or delete on sql_lineage for each row execute function note_changed_sql();
"""


def upgrade() -> None:
    for statements in (TABLE, FUNCTIONS, TRIGGERS):
        op.execute(statements)
