-- dialect: postgres
-- input: o(x, day)
-- output: o(x, day)
insert into o select x, day + 1 from o where day = 1
-- expect
-- o.x <- o.x IDENTITY
-- o.day <- o.day TRANSFORMATION
-- o <- o.day FILTER
