-- dialect: postgres
-- input: t
-- output: o
create table o as select date_trunc('day', ts) as day, status, count(*) as n from t group by day, status
-- expect
-- o.day <- t.ts TRANSFORMATION
-- o.status <- t.status IDENTITY
-- o <- t.ts GROUP_BY guessed
-- o <- t.status GROUP_BY
-- unknown: t
