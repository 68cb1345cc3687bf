-- dialect: redshift
-- input: public.t(a, b)
-- output: public.o
create table public.o distkey (a) sortkey (b) as select a, listagg(b, ',') within group (order by b) as bs from public.t group by a
-- expect
-- public.o.a <- public.t.a IDENTITY
-- public.o.bs <- public.t.b AGGREGATION
-- public.o.bs <- public.t.b SORT
-- public.o <- public.t.a GROUP_BY
