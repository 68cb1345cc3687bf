-- input: t
-- input: u
-- output: o
create table o as select * from t union all select * from u order by x
-- expect
-- o <- t.x SORT
-- o <- u.x SORT guessed
-- unknown: t
-- unknown: u
-- problem: all columns of t go to o: which, is not known
