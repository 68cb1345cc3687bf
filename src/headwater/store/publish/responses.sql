-- What people said of simulations: of one finding and person, or of one simulation and consumer, the last word.
insert into acknowledgements (key, finding, by_name, simulation_id, why, until, at, event_id)
select batch.key, batch.target, batch.name, said.simulation, said.why, said.until, batch.last_time, batch.last_event
from batch
cross join lateral jsonb_to_record(batch.value::jsonb) as said (simulation bigint, why text, until timestamptz)
where batch.kind = 'acknowledgement'
on conflict (key) do update
set simulation_id = excluded.simulation_id, why = excluded.why, until = excluded.until,
    at = excluded.at, event_id = excluded.event_id
where (excluded.at, excluded.event_id) > (acknowledgements.at, acknowledgements.event_id);

insert into responses (key, simulation_id, consumer, verdict, by_name, why, at, event_id)
select batch.key, batch.label::bigint, batch.name, said.verdict, said.by, said.why, batch.last_time, batch.last_event
from batch
cross join lateral jsonb_to_record(batch.value::jsonb) as said (verdict text, by text, why text)
where batch.kind = 'response'
on conflict (key) do update
set verdict = excluded.verdict, by_name = excluded.by_name, why = excluded.why,
    at = excluded.at, event_id = excluded.event_id
where (excluded.at, excluded.event_id) > (responses.at, responses.event_id);
