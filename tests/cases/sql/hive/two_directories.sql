-- dialect: hive
-- input: t(a, b)
-- output: x
from t insert overwrite directory '/x' select a insert overwrite directory '/y' select b
-- expect
-- problem: 2 exports
