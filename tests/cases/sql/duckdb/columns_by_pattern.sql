-- dialect: duckdb
-- input: t(x1, x2)
-- output: o
create table o as select columns('x.*') from t
-- expect
-- problem: columns picked by a pattern
