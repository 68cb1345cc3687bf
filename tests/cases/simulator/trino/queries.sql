-- dialect: trino
-- table: lake.web.hits(id bigint not null, url varchar, at timestamp, tags array(varchar), n integer)

-- change: drop_column lake.web.hits.tags
-- expect: will_error unknown_column
select h.id, t.tag from lake.web.hits h cross join unnest(h.tags) as t(tag)

-- change: change_type lake.web.hits.n varchar
-- expect: will_error type_mismatch
select id from lake.web.hits where n > 3

-- change: change_type lake.web.hits.n bigint
-- expect: safe no_effect
select count(*) from lake.web.hits where n > 3

-- change: drop_column lake.web.hits.n
-- expect: will_error unknown_column
select max_by(url, n) from lake.web.hits

-- change: drop_column lake.web.hits.url
-- expect: will_error unknown_column
select json_extract_scalar(url, '$.a') from lake.web.hits
