-- dialect: clickhouse
-- input: t(a, b)
-- output: o(k)
create dictionary o (k int) primary key k source(clickhouse(table 't')) layout(flat())
-- expect
-- problem: the source of a dictionary
