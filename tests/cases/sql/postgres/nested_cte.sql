-- dialect: postgres
-- input: t(a, b)
-- output: o(x)
insert into o
with outer_one as (
  with inner_one as (select a, b from t where b = 1)
  select a as y from inner_one
)
select y from outer_one
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
