-- dialect: tsql
-- input: t(a)
-- output: o
print 'begins' select a into o from t
-- expect
-- problem: a statement of kind PRINT
