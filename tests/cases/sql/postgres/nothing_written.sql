-- dialect: postgres
-- output: o
set search_path to x;
drop table if exists o;
create table o (a int);
grant select on o to someone;
truncate o;
delete from o;
begin; commit;
-- expect
