"""Runs are found by what their facets say of traces and of Airflow: spans and runs find each other."""

from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

# The same digest as `airflow_key` of facts/telemetry/context.py; a test compares them.
AIRFLOW = """
create function airflow_key(facet jsonb) returns uuid language sql immutable parallel safe return
case when facet #>> '{dag,dag_id}' is not null and facet #>> '{dagRun,run_id}' is not null then
    md5(concat('airflow', chr(31), facet #>> '{dag,dag_id}', chr(31), facet #>> '{dagRun,run_id}', chr(31),
               facet #>> '{task,task_id}', chr(31),
               case when facet #>> '{task,task_id}' is not null
                    then facet #>> '{taskInstance,try_number}' end,
               chr(31), nullif(facet #>> '{taskInstance,map_index}', '-1')))::uuid
end;
create index run_facets_by_airflow on run_facets (airflow_key(value))
where name in ('airflow', 'airflowDagRun')
"""

# `traceparent` as W3C writes it, or a trace id alone; in a facet of its own or among the tags.
TRACE = """
create function trace_context(facet jsonb) returns text language sql immutable parallel safe return
case when facet ? 'traceparent' then substring(lower(facet ->> 'traceparent')
                                                from '^[0-9a-f]{2}-([0-9a-f]{32}-[0-9a-f]{16})')
     when facet ? 'traceId' then substring(lower(facet ->> 'traceId') from '^[0-9a-f]{32}$')
     when facet ? 'trace_id' then substring(lower(facet ->> 'trace_id') from '^[0-9a-f]{32}$')
     when facet ? 'tags' then coalesce(
         substring(lower(jsonb_path_query_first(facet, '$.tags[*] ? (@.key == "traceparent").value') #>> '{}')
                   from '^[0-9a-f]{2}-([0-9a-f]{32}-[0-9a-f]{16})'),
         substring(lower(jsonb_path_query_first(facet, '$.tags[*] ? (@.key == "trace_id").value') #>> '{}')
                   from '^[0-9a-f]{32}$'))
end;
create index run_facets_by_trace on run_facets (left(trace_context(value), 32))
where trace_context(value) is not null
"""


def upgrade() -> None:
    op.execute(AIRFLOW)
    op.execute(TRACE)
