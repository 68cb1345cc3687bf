-- dialect: postgres
-- input: live(id, v, day)
-- output: archive(id, v)
with gone as (delete from live where day < now() returning id, v)
insert into archive select id, v from gone
-- expect
-- archive.id <- live.id IDENTITY
-- archive.v <- live.v IDENTITY
-- archive <- live.day FILTER
