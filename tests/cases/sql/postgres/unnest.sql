-- dialect: postgres
-- input: t(id, tags)
-- output: o(id, tag)
insert into o select t.id, u.tag from t cross join unnest(t.tags) as u(tag)
-- expect
-- o.id <- t.id IDENTITY
-- o.tag <- t.tags TRANSFORMATION
-- o <- t.tags JOIN
