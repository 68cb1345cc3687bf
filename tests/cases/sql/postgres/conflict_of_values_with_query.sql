-- dialect: postgres
-- input: t(id, b)
-- output: o
insert into o (id, b) values (1, 'x') on conflict (id) do update set b = (select b from t where id = 1)
-- expect
-- problem: column b in SELECT was not read
-- problem: table t in SELECT was not read
-- problem: column id in SELECT was not read
-- problem: column b in INSERT was not read
-- problem: column id in INSERT was not read
