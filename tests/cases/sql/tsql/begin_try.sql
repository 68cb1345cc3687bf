-- dialect: tsql
-- input: t(a, b, c)
-- input: u(a, d, e)
-- output: o
SET NOCOUNT ON;
BEGIN TRY
    BEGIN TRANSACTION;
    insert into o (x) select a from t
    COMMIT TRANSACTION;
END TRY
BEGIN CATCH
    ROLLBACK;
    insert into o (y) select error_message() from t
END CATCH
-- expect
-- o.x <- t.a IDENTITY
-- reads: t
