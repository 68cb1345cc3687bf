begin;
alter table shop.orders add column amount_cents bigint;
update shop.orders set amount_cents = amount * 100;
alter table shop.orders drop column amount;
commit;
