"""What a team may send of telemetry, what it sent, and which teams a request is of."""

from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None

TEAM = """
alter table team add column daily_item_quota bigint, add column items_per_second integer;
comment on column team.daily_item_quota is 'Spans, points and log records a day; null for no limit.';
comment on column team.items_per_second is
    'Spans, points and log records a second, twice as many in a burst; null for the setting.';

alter table team_days
    add column items bigint not null default 0,
    add column items_marked bigint not null default 0,
    add column items_refused bigint not null default 0,
    add column items_slowed bigint not null default 0;
comment on column team_days.items is 'Spans, points and log records that were taken.';
comment on column team_days.items_marked is 'Of these, in requests beyond the quota of the day.';
comment on column team_days.items_refused is 'Those that were refused for good, because the quota was spent.';
comment on column team_days.items_slowed is 'Those that were asked to come later, as they came too fast.';
"""

# Requests of earlier versions have no teams: they go by the days of the server alone.
LOG = """
alter table telemetry_log
    add column teams text[] not null default '{}',
    add column over_quota boolean not null default false;
comment on column telemetry_log.teams is 'The teams that its resources or its call name.';
comment on column telemetry_log.over_quota is
    'Whether one of its teams had sent its quota of that day before it.';
create index telemetry_log_by_time on telemetry_log (received_at);
"""

# By the trace first: the key then finds the spans of a trace as well, and one index less is kept up to date.
SPANS = """
alter table trace_spans drop constraint trace_spans_pkey;
drop index trace_spans_by_trace;
alter table trace_spans add primary key (trace_id, span_id, day);
"""


def upgrade() -> None:
    op.execute(TEAM)
    op.execute(LOG)
    op.execute(SPANS)
