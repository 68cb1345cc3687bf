-- dialect: snowflake
-- input: t(amount)
-- output: o
create table o as select amount * 1.2 as gross, gross + 5 as shipped from t
-- expect
-- o.gross <- t.amount TRANSFORMATION
-- o.shipped <- t.amount TRANSFORMATION
