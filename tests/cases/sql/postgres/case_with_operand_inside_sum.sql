-- dialect: postgres
-- input: t(status, amount)
-- output: o(v)
insert into o select sum(case status when 'x' then amount end) from t
-- expect
-- o.v <- t.status CONDITIONAL
-- o.v <- t.amount AGGREGATION
