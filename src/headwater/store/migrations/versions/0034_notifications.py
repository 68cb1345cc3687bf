"""The outbox of messages that tell people of incidents."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

TABLES = """
create table notification (
    id          bigint generated always as identity primary key,
    key         text not null unique,
    channel     text not null,
    incident_id bigint,
    message     jsonb not null,
    created_at  timestamptz not null,
    next_at     timestamptz not null,
    attempts    integer not null default 0,
    sent_at     timestamptz,
    gave_up_at  timestamptz,
    last_error  text
);
create index notification_waiting on notification (next_at, id) where sent_at is null and gave_up_at is null;
create index notification_by_incident on notification (incident_id, id);
comment on table notification is 'The outbox: messages to channels, sent, waiting or given up.';
comment on column notification.id is 'Number.';
comment on column notification.key is 'Sent with every attempt, so that a receiver can tell a repeat.';
comment on column notification.channel is 'Name of the channel in the routing file.';
comment on column notification.incident_id is 'Number of the incident, if it is about one.';
comment on column notification.message is 'The message, without address and secret.';
comment on column notification.created_at is 'When it was put here.';
comment on column notification.next_at is 'When it is to be tried next.';
comment on column notification.attempts is 'How often it was tried.';
comment on column notification.sent_at is 'When it was taken.';
comment on column notification.gave_up_at is 'When it was given up.';
comment on column notification.last_error is 'What went wrong the last time.';

create table notified_activity (
    activity_id bigint primary key,
    at          timestamptz not null
);
comment on table notified_activity is 'Activities of incidents that were looked at for messages.';
comment on column notified_activity.activity_id is 'Number of the activity.';
comment on column notified_activity.at is 'When it was looked at.';
create index incident_activity_by_record on incident_activity (recorded_at);
"""


def upgrade() -> None:
    op.execute(TABLES)
