-- dialect: spark
-- input: raw.t(a, b)
-- output: o(x)
create or replace temporary view v as select a + b as c from raw.t;
insert into o select c from v
-- expect
-- o.x <- raw.t.a TRANSFORMATION
-- o.x <- raw.t.b TRANSFORMATION
