"""Rows of pipelines and addresses from before their changes entered the log: they enter it now."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

# Each table with the column whose rows are written together, as in `store/stored_rows.py`.
TABLES = (
    ("pipeline_type", "id"),
    ("pipeline", "id"),
    ("pipeline_execution", "id"),
    ("address_type", "id"),
    ("address", "id"),
    ("pipeline_lineage", "pipeline_id"),
    ("timeliness_breach", "id"),
)

# 500 keys an event: none becomes very large.
RECORD = """
with images as (
    select {key} as key, jsonb_agg(to_jsonb(stored)) as rows, row_number() over (order by {key}) / 500 as part
    from {table} as stored
    group by {key}
),
bodies as (
    select jsonb_build_object(
        'change', '0010 {table}',
        'written', jsonb_agg(jsonb_build_object('table', '{table}', 'key', key, 'rows', rows))
    )::text as body
    from images
    group by part
)
insert into events (event_id, stream, kind, event_time, body)
select md5(body)::uuid, 'stored_rows', 'stored_rows', clock_timestamp(), body from bodies
"""


def upgrade() -> None:
    for table, key in TABLES:
        op.execute(RECORD.format(table=table, key=key))
