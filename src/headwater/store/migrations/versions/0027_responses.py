"""What people say of simulations: known breaks that may pass, and consumers who accept or object."""

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

TABLES = """
create table acknowledgements (
    key           uuid primary key,
    finding       uuid not null,
    by_name       text not null,
    simulation_id bigint not null,
    why           text not null,
    until         timestamptz not null,
    at            timestamptz not null,
    event_id      uuid not null
);
create index acknowledgements_by_finding on acknowledgements (finding);
create index acknowledgements_by_time on acknowledgements (at, key);
comment on table acknowledgements is 'Known breaks that may pass, by finding and person.';
comment on column acknowledgements.key is 'Digest of the finding and the person.';
comment on column acknowledgements.finding is 'What is known: one text that one change breaks in one way.';
comment on column acknowledgements.by_name is 'Who said so.';
comment on column acknowledgements.simulation_id is 'The simulation in which it was found.';
comment on column acknowledgements.why is 'Why it may pass.';
comment on column acknowledgements.until is 'Until when it may pass.';
comment on column acknowledgements.at is 'When it was said.';
comment on column acknowledgements.event_id is 'The event that says so.';

create table responses (
    key           uuid primary key,
    simulation_id bigint not null,
    consumer      text not null,
    verdict       text not null,
    by_name       text not null,
    why           text not null,
    at            timestamptz not null,
    event_id      uuid not null
);
create index responses_by_simulation on responses (simulation_id);
comment on table responses is 'What consumers say to a simulated change, the last word of each.';
comment on column responses.key is 'Digest of the simulation and the consumer.';
comment on column responses.simulation_id is 'Number of the simulation.';
comment on column responses.consumer is 'The user or owner whose texts the change reaches.';
comment on column responses.verdict is 'accept or object.';
comment on column responses.by_name is 'Who said so for the consumer.';
comment on column responses.why is 'Why.';
comment on column responses.at is 'When it was said.';
comment on column responses.event_id is 'The event that says so.';
"""


def upgrade() -> None:
    op.execute(TABLES)
