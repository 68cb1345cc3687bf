-- dialect: postgres
-- input: sales.orders(id, amount, note)
-- output: mart.copy(id, amount, note, loaded_at)
insert into mart.copy select id, amount, note from sales.orders
-- expect
-- mart.copy.id <- sales.orders.id IDENTITY guessed
-- mart.copy.amount <- sales.orders.amount IDENTITY guessed
-- mart.copy.note <- sales.orders.note IDENTITY guessed
