-- dialect: oracle
-- table: hr.employees(id number(10) not null, boss_id number(10), salary number(10,2), hired date, name varchar2(100))

-- change: drop_column hr.employees.boss_id
-- expect: will_error unknown_column
select name, level from hr.employees start with boss_id is null connect by prior id = boss_id

-- change: drop_column hr.employees.salary
-- expect: will_error unknown_column
select name from hr.employees where rownum <= 10 and salary > 1000

-- change: change_type hr.employees.salary varchar2(20)
-- expect: will_silently_change comparison_across_types
select name from hr.employees where salary > 1000

-- change: rename_column hr.employees.hired hired_at
-- expect: will_error unknown_column
select name from hr.employees where hired > sysdate - 30

-- change: drop_column hr.employees.salary
-- expect: safe no_effect
select e.name, nvl(e.boss_id, 0) as salary from hr.employees e
