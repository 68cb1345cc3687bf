-- dialect: snowflake
-- input: t(a, b)
-- output: o
create or replace task fill warehouse = w schedule = '5 minutes' when system$stream_has_data('t') as
insert into o (x) select a from t where metadata$action = 'INSERT';
alter task fill modify as insert into o (y) select b from t
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.b IDENTITY
