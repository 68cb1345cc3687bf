-- dialect: mysql
-- input: t(a, b)
-- output: o
select max(a) into @most from t;
insert into o (x, y) select @most, b from t
-- expect
-- o.y <- t.b IDENTITY
-- problem: variable most: where its value comes from is not followed
