-- dialect: snowflake
-- output: t
copy into t from @stage/x
-- expect
-- problem: a statement of kind COPY
