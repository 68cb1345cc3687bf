-- dialect: tsql
-- input: dbo.t(a, b)
-- output: o
create or alter trigger dbo.r on dbo.t after insert, update as
begin
  set nocount on
  insert into o (x, y) select i.a, d.b from inserted i join deleted as d on d.a = i.a
  insert into o (z) select inserted.a from inserted where inserted.b > 0
end
-- expect
-- o.x <- dbo.t.a IDENTITY
-- o.y <- dbo.t.b IDENTITY
-- o.z <- dbo.t.a IDENTITY
-- o <- dbo.t.a JOIN
-- o <- dbo.t.b FILTER
