-- dialect: postgres
-- input: t(status, amount, fallback)
-- output: o(v)
insert into o select case when status = 'x' then amount else fallback end from t
-- expect
-- o.v <- t.status CONDITIONAL
-- o.v <- t.amount TRANSFORMATION
-- o.v <- t.fallback TRANSFORMATION
