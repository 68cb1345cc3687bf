-- dialect: mysql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
create procedure load_o()
begin
    declare n int default 0;
    insert into o (x) select a from t;
    while n < 3 do
        set n = n + 1;
    end while;
end
-- expect
-- o.x <- t.a IDENTITY
