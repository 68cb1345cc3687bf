-- dialect: snowflake
-- output: t
call refresh_everything();
-- expect
-- problem: a statement of kind CALL
