-- dialect: postgres
-- input: loaded(id, v)
-- output: o(id, v)
alter table if exists only o attach partition loaded for values from (1) to (9)
-- expect
-- o.id <- loaded.id IDENTITY
-- o.v <- loaded.v IDENTITY
