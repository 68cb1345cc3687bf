-- dialect: postgres
-- input: a(x)
-- output: o(x)
insert into o select x from {{ ref('a') }};
insert into o select x from a;
-- expect
-- o.x <- a.x IDENTITY
-- problem: templating
