-- dialect: duckdb
-- output: o
create table o as select a from read_parquet('s3://x/*.parquet')
-- expect
-- problem: function readparquet: where its rows come from is not known
