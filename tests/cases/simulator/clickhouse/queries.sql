-- dialect: clickhouse
-- table: web.hits(id UInt64 not null, url String, at DateTime, n Int32)

-- change: drop_column web.hits.url
-- expect: will_error unknown_column
select uniq(url) from web.hits prewhere n > 3

-- change: drop_column web.hits.n
-- expect: will_error unknown_column
select countIf(n > 3) from web.hits final

-- change: change_type web.hits.n String
-- expect: will_error type_mismatch
select sum(n) from web.hits

-- change: drop_column web.hits.at
-- expect: safe no_effect
select id, url from web.hits where url like '%at%' limit 1 by url
