create temp table if not exists batch (
    kind text not null, key uuid not null, node uuid, source uuid, target uuid, owner uuid, run uuid,
    label text, namespace text, name text, field text, value text,
    first_time timestamptz not null, last_time timestamptz not null,
    first_event uuid not null, last_event uuid not null
) on commit delete rows;
create temp table if not exists touched (owner_id integer not null, since timestamptz not null)
on commit delete rows
