-- dialect: postgres
-- input: Sales.Orders(OrderId, Amount)
-- output: mart.o(OrderId)
insert into MART.O select orderid from "SALES"."ORDERS"
-- expect
-- mart.o.OrderId <- Sales.Orders.OrderId IDENTITY
