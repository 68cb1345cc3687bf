-- dialect: postgres
-- input: rates(code, rate)
-- output: prices(code, rate)
update prices set rate = (select r.rate from rates r where r.code = prices.code)
-- expect
-- prices.rate <- rates.rate IDENTITY
-- prices.rate <- rates.code FILTER
-- prices.rate <- prices.code FILTER
