-- dialect: tsql
-- input: t(a, doc)
-- output: o
insert into o (x, y, z)
select t.a, t.doc.value('(/r/@i)[1]', 'int'), n.c.value('@j', 'int')
from t cross apply t.doc.nodes('/r/k') as n(c)
-- expect
-- o.x <- t.a IDENTITY
-- o.y <- t.doc TRANSFORMATION
-- o.z <- t.doc TRANSFORMATION
-- o <- t.doc JOIN
