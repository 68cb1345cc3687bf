-- dialect: postgres
-- input: t(id, code)
-- output: o(id, label)
insert into o select t.id, v.label from t join (values ('a', 'A')) as v(code, label) on v.code = t.code
-- expect
-- o.id <- t.id IDENTITY
-- o <- t.code JOIN
