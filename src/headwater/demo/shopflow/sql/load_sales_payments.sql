insert into shopflow.sales.payments (
    payment_id, order_id, method, card_fingerprint, currency, amount, paid_at
)
select
    p.payment_id,
    p.order_id,
    p.method,
    encode(sha256(cast(p.card_number as bytea)), 'hex') as card_fingerprint,
    p.currency,
    p.amount,
    p.paid_at
from shop.public.payments as p
where p.status = 'captured'
