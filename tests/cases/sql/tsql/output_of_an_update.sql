-- dialect: tsql
-- input: t(a, b)
-- output: o(id, x)
-- output: audit
update o set x = t.b
output deleted.x, inserted.x, inserted.id into audit (old, new, id)
from t where t.a = o.id
-- expect
-- audit <- o.id FILTER
-- audit <- t.a FILTER
-- audit.id <- o.id IDENTITY
-- audit.new <- t.b IDENTITY
-- audit.old <- o.x IDENTITY
-- o <- o.id FILTER
-- o <- t.a FILTER
-- o.x <- t.b IDENTITY
