-- dialect: spark
-- input: earned(course, y1, y2)
-- output: o(course, taught, earnings)
insert into o (course, taught, earnings)
select * from earned unpivot (amount for year in (y1, y2))
-- expect
-- o.course <- earned.course IDENTITY
-- o.earnings <- earned.y1 IDENTITY
-- o.earnings <- earned.y2 IDENTITY
-- o <- earned.y1 FILTER
-- o <- earned.y2 FILTER
