-- dialect: redshift
-- output: o
unload ('select 1') to 's3://x' iam_role 'y'
-- expect
-- problem: a statement of kind UNLOAD
