-- dialect: mysql
-- input: t(a, b)
-- output: o
create event nightly on schedule every 1 day starts '2024-01-01' do insert into o (x) select a from t where b > 0
-- expect
-- o.x <- t.a IDENTITY
-- o <- t.b FILTER
