-- dialect: oracle
-- input: bills(id, client, due)
-- input: clients(id, rebate, class)
-- output: bills(id, client, due)
update (select b.due as before, c.rebate from bills b join clients c on c.id = b.client where c.class = 'A') v
set v.before = v.before * v.rebate
-- expect
-- bills.due <- bills.due TRANSFORMATION
-- bills.due <- clients.rebate TRANSFORMATION
-- bills <- clients.id JOIN
-- bills <- bills.client JOIN
-- bills <- clients.class FILTER
