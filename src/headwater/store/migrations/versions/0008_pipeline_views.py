"""Lineage and long executions under the names that Watcher's SQL users know, as views over our tables."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# An edge has a number there.
NUMBERS = "alter table pipeline_lineage add column id bigint generated always as identity"

LINEAGE = """
create view address_lineage as
select id, pipeline_id, source_address_id, target_address_id from pipeline_lineage;
comment on view address_lineage is 'Which address feeds which, as each pipeline declares it.';
"""

# Level by level with a set of what was reached: a recursive query with depths does not end on a cycle. As a
# function of the source, a question about one address walks from that address alone.
REACHED = """
create function addresses_downstream(start bigint) returns table (address_id bigint, depth integer)
language plpgsql stable parallel safe as $$
declare
    frontier bigint[] := array[start];
    reached bigint[] := array[start];
begin
    depth := 0;
    while frontier is not null loop
        return query select node, depth from unnest(frontier) as node;
        depth := depth + 1;
        frontier := (
            select array_agg(distinct edge.target_address_id)
            from pipeline_lineage as edge
            where edge.source_address_id = any(frontier) and edge.target_address_id <> all(reached)
        );
        reached := reached || frontier;
    end loop;
end
$$;
"""

CLOSURE = """
create view address_lineage_closure as
select address.id as source_address_id, downstream.address_id as target_address_id, downstream.depth
from address cross join lateral addresses_downstream(address.id) as downstream;
comment on view address_lineage_closure is
    'Every address that an address reaches, over the fewest edges; itself at depth 0. Ask for one source.';
"""

TIMELINESS = """
create view timeliness_pipeline_execution_log as
select breach.id, execution.id as pipeline_execution_id, execution.pipeline_id, breach.duration_seconds,
       breach.limit_seconds as seconds_threshold, breach.created_at
from timeliness_breach as breach join pipeline_execution as execution on execution.run_id = breach.run_id
where breach.kind = 'execution';
comment on view timeliness_pipeline_execution_log is 'Executions that took too long, each once.';
"""


def upgrade() -> None:
    for statements in (NUMBERS, LINEAGE, REACHED, CLOSURE, TIMELINESS):
        op.execute(statements)
