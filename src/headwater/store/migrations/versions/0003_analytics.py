"""What batch jobs find out about the whole graph: effective classes, reach counts, and when that was."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# No foreign keys here: a rebuild may sweep nodes away, and the run that follows it clears up.
CLASSES = """
create table effective_classes (
    column_id       integer primary key,
    level           smallint not null,
    pii             boolean not null,
    declared_level  smallint,
    declared_pii    boolean,
    inherited_level smallint not null,
    inherited_pii   boolean not null,
    source_id       integer,
    via_edge        integer,
    depth           integer not null,
    lowered_by      smallint not null,
    pii_source_id   integer,
    pii_via_edge    integer,
    pii_depth       integer not null,
    why             text not null,
    severity        smallint not null generated always as (level + case when pii then 4 else 0 end) stored,
    undeclared      boolean not null generated always as (
        inherited_level > coalesce(declared_level, 0)
        or (inherited_pii and not coalesce(declared_pii, false))) stored
);
create index effective_classes_by_severity on effective_classes (severity desc, column_id);
create index effective_classes_undeclared on effective_classes (severity desc, column_id) where undeclared;
create index effective_classes_declared on effective_classes (column_id)
    where declared_level is not null or declared_pii is not null;
"""

REACH = """
create table dataset_reach (
    dataset_id            integer primary key,
    downstream            integer not null,
    upstream              integer not null,
    downstream_jobs       integer not null,
    downstream_dashboards integer not null,
    downstream_critical   integer not null,
    downstream_owners     integer not null,
    exact                 boolean not null,
    traits                uuid not null
);
create index dataset_reach_by_downstream on dataset_reach (downstream desc, dataset_id);
create index dataset_reach_by_upstream on dataset_reach (upstream desc, dataset_id);
create index dataset_reach_by_critical on dataset_reach (downstream_critical desc, dataset_id);
"""

STATE = """
create table analytics_state (
    job         text primary key,
    batch       bigint not null,
    position    bigint not null,
    computed_at timestamptz not null,
    seconds     double precision not null,
    whole       boolean not null,
    changed     integer not null,
    estimated   text[] not null default '{}'
);
"""


def upgrade() -> None:
    for statements in (CLASSES, REACH, STATE):
        op.execute(statements)
