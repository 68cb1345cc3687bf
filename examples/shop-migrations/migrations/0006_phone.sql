alter table shop.customers add column phone text;
