-- dialect: postgres
-- input: s(id, amount, extra)
-- output: t(id, amount)
insert into t select id, amount, extra from s
-- expect
-- t.id <- s.id IDENTITY guessed
-- t.amount <- s.amount IDENTITY guessed
-- problem: an insert of 3 columns into 2 of t
