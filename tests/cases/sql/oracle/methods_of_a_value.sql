-- dialect: oracle
-- input: t(id, a, b, doc)
-- output: o(x, y, z)
insert into o (x, y, z)
select xmlagg(xmlelement("item", t.a) order by b).getclobval(), xmltype(doc).extract('/r/c').getstringval(), f(a + b).g(doc)
from t group by id
-- expect
-- o.x <- t.a TRANSFORMATION
-- o.x <- t.b SORT
-- o.y <- t.doc TRANSFORMATION
-- o.z <- t.a TRANSFORMATION
-- o.z <- t.b TRANSFORMATION
-- o.z <- t.doc TRANSFORMATION
-- o <- t.id GROUP_BY
