-- output: o
this is no sql at all
-- expect
-- problem: line 1:
