-- input: t(a, b, c)
-- output: o
create materialized thing o with odd options as select a from t
-- expect
-- problem: a statement of kind CREATE
