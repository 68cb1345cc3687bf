-- dialect: snowflake
-- input: s(empid, jan, feb)
-- output: o
create table o as select * from s unpivot (sales for month in (jan, feb)) as p (person, period, amount)
-- expect
-- o.person <- s.empid IDENTITY
-- o.amount <- s.jan IDENTITY
-- o.amount <- s.feb IDENTITY
-- o <- s.jan FILTER
-- o <- s.feb FILTER
