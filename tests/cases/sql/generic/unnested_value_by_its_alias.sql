-- input: t
-- output: o
create table o as select t.id, item from t cross join unnest(t.items) as item
-- expect
-- o.id <- t.id IDENTITY
-- o.item <- t.items TRANSFORMATION
-- o <- t.items JOIN
