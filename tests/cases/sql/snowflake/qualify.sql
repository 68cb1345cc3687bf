-- dialect: snowflake
-- input: raw.c(id, email, loaded_at)
-- output: mart.c
create or replace table mart.c as
select id, email from raw.c
qualify row_number() over (partition by id order by loaded_at desc) = 1
-- expect
-- mart.c.id <- raw.c.id IDENTITY
-- mart.c.email <- raw.c.email IDENTITY
-- mart.c <- raw.c.id FILTER
-- mart.c <- raw.c.loaded_at FILTER
