-- dialect: postgres
-- input: t(k, v)
-- input: u(k, w)
-- output: o(k, v)
with moved as (delete from t using u where t.k = u.k returning t.k, u.w)
insert into o (k, v) select k, w from moved
-- expect
-- o.k <- t.k IDENTITY
-- o.v <- u.w IDENTITY
-- o <- t.k FILTER
-- o <- u.k FILTER
