-- dialect: postgres
-- input: a
-- output: o(x, y)
insert into o select * from a
-- expect
-- o.x <- a.x IDENTITY guessed
-- o.y <- a.y IDENTITY guessed
-- unknown: a
