-- dialect: snowflake
-- output: o
create pipe p as copy into o from @landing
-- expect
-- problem: a statement of kind CREATE
