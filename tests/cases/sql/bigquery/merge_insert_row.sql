-- dialect: bigquery
-- input: ds.s(id, v)
-- output: ds.t(id, v)
merge ds.t t using ds.s s on t.id = s.id when not matched then insert row
-- expect
-- ds.t.id <- ds.s.id IDENTITY
-- ds.t.v <- ds.s.v IDENTITY
-- ds.t <- ds.s.id JOIN
-- ds.t <- ds.t.id JOIN
