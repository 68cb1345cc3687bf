-- What could not be read, by event and part. Reading an event again replaces what was said of it.
insert into quarantine (event_id, part, position, at, reason)
select last_event, coalesce(name, ''), label::bigint, last_time, value
from batch
where kind = 'quarantine'
on conflict (event_id, part) do update set reason = excluded.reason;
