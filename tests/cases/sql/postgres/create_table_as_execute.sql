create table o as execute p(1, 2)
-- expect
-- problem: the rows of a prepared statement
