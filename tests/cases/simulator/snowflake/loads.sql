-- dialect: snowflake
-- table: raw.events(id number(38,0) not null, payload variant, ts timestamp_ntz, kind varchar, amount number(10,2))
-- table: raw.users(id number(38,0) not null, name varchar)

-- change: drop_column raw.events.payload
-- expect: will_error unknown_column `payload`
select payload:order.id::int from raw.events

-- change: change_type raw.events.amount varchar
-- expect: will_silently_change comparison_across_types
select id from raw.events where amount > 3

-- change: change_type raw.events.amount number(20,4)
-- expect: will_silently_change output_type_changed
select amount from raw.events

-- change: drop_column raw.events.ts
-- expect: will_error unknown_column
select id from raw.events qualify row_number() over (partition by kind order by ts desc) = 1

-- change: drop_column raw.events.payload
-- expect: will_error unknown_column
select f.value from raw.events, lateral flatten(input => payload:items) f

-- change: add_column raw.users.kind varchar
-- expect: will_error ambiguous_column `kind`
select kind, count(*) from raw.events e join raw.users u on u.id = e.id group by kind

-- change: drop_column raw.events.kind
-- expect: will_silently_change resolves_elsewhere `kind`
select id as kind from raw.events where kind = 'x'

-- change: drop_column raw.users.name
-- expect: will_error unknown_column
merge into raw.users u using raw.events e on u.id = e.id when matched then update set u.name = e.kind when not matched then insert (id, name) values (e.id, e.kind)

-- change: add_column raw.users.age number
-- expect: will_error column_count
insert into raw.users select id, kind from raw.events

-- change: drop_column raw.events.amount
-- expect: will_silently_change star_narrowed
create or replace view v as select * exclude (ts) from raw.events

-- change: drop_column raw.events.ts
-- expect: will_error unknown_column
create or replace view v as select * exclude (ts) from raw.events
