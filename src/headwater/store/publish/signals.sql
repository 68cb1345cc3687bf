-- What people and pagers said: an event states each once, and nothing replaces it.
insert into signals (key, node_id, field, at, event_id, source, author, severity, text, link)
select batch.key, nodes.id, batch.field, batch.last_time, batch.last_event, said.source, said.author,
       said.severity, said.text, said.link
from batch
join nodes on nodes.key = batch.node
cross join lateral jsonb_to_record(batch.value::jsonb)
    as said (source text, author text, severity text, text text, link text)
where batch.kind = 'signal'
on conflict (key) do nothing;
