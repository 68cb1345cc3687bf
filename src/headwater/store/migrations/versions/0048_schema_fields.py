"""Which fields schemas list, and since when a dataset has them: to be looked up, not searched for."""

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

# Deeper structures than that go by the names of their first levels.
LEVELS = 32

FUNCTION = f"""
create function field_key(field text) returns uuid
language sql immutable parallel safe as $$ select md5(lower(field))::uuid $$;

create function field_keys(field text) returns uuid[]
language sql immutable parallel safe as $$
    select array_agg(field_key(name)) from (
        select field as name
        union all
        select string_agg(part, '.') over (order by level)
        from unnest((string_to_array(field, '.'))[1:{LEVELS}]) with ordinality as parts (part, level)
    ) as names
$$;
comment on function field_key is 'Of a field, however its letters are written, and of any length.';
comment on function field_keys is 'Of a field and of the structures that it lies in.';
"""

TABLES = """
create table schema_fields (
    hash      uuid not null,
    field_key uuid not null,
    primary key (hash, field_key)
);
comment on table schema_fields is 'Which fields a schema lists.';
comment on column schema_fields.hash is 'The schema.';
comment on column schema_fields.field_key is 'Hash of the name of a field, in small letters.';

create table listed_fields (
    dataset_id integer not null references nodes (id),
    field_key  uuid not null,
    first_at   timestamptz not null,
    primary key (dataset_id, field_key)
);
comment on table listed_fields is 'Which fields any schema of a dataset has listed.';
comment on column listed_fields.dataset_id is 'The dataset.';
comment on column listed_fields.field_key is 'Hash of the name of a field, in small letters.';
comment on column listed_fields.first_at is 'When a schema listed it first.';

insert into schema_fields (hash, field_key)
select hash, field_key(listed.field ->> 'name')
from schemas cross join lateral jsonb_array_elements(fields) as listed (field)
where listed.field ->> 'name' is not null
on conflict do nothing;

insert into listed_fields (dataset_id, field_key, first_at)
select dataset_id, field_key, min(at)
from schema_observations join schema_fields using (hash)
group by dataset_id, field_key;
"""


def upgrade() -> None:
    op.execute(FUNCTION)
    op.execute(TABLES)
