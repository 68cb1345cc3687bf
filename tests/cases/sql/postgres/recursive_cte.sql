-- dialect: postgres
-- input: hr.employees(id, manager_id, name)
-- output: hr.chain(id, root, depth)
with recursive chain as (
  select id, name as root, 0 as depth from hr.employees where manager_id is null
  union all
  select e.id, c.root, c.depth + 1 from hr.employees e join chain c on e.manager_id = c.id
)
insert into hr.chain select id, root, depth from chain
-- expect
-- hr.chain.id <- hr.employees.id IDENTITY
-- hr.chain.root <- hr.employees.name IDENTITY
-- hr.chain <- hr.employees.manager_id FILTER
-- hr.chain <- hr.employees.manager_id JOIN
-- hr.chain <- hr.employees.id JOIN
