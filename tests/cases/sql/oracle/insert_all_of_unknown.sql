-- dialect: oracle
-- input: src
-- output: o
insert all into o (id, val) values (id, mon) into o (id, val) values (id, tue) select * from src
-- expect
-- o.id <- src.id IDENTITY
-- o.val <- src.mon IDENTITY
-- o.val <- src.tue IDENTITY
-- unknown: src
