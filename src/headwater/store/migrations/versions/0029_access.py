"""API keys, sessions of the web app, and the audit log."""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

TABLES = """
create table api_keys (
    id           text primary key,
    name         text not null,
    scopes       text[] not null,
    digest       bytea not null,
    created_at   timestamptz not null,
    created_by   text not null,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    last_used_at timestamptz
);
comment on table api_keys is 'Who may ask and change what, with a key. Not made from the log.';
comment on column api_keys.id is 'The part of the key that is no secret.';
comment on column api_keys.name is 'What a person calls it.';
comment on column api_keys.scopes is 'read, ingest, simulate, manage, admin.';
comment on column api_keys.digest is 'SHA-256 of the secret, which is kept nowhere.';
comment on column api_keys.created_at is 'When it was made.';
comment on column api_keys.created_by is 'Name of the key that made it; empty for the first one.';
comment on column api_keys.expires_at is 'From when on it is refused; null for never.';
comment on column api_keys.revoked_at is 'From when on it is refused because somebody revoked it.';
comment on column api_keys.last_used_at is 'Last request with it, to the minute.';
create table sessions (
    digest     bytea primary key,
    key_id     text not null references api_keys (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index sessions_by_end on sessions (expires_at);
comment on table sessions is 'Browsers that signed in with a key.';
comment on column sessions.digest is 'SHA-256 of what the cookie holds.';
comment on column sessions.key_id is 'The key that was used.';
comment on column sessions.created_at is 'When it began.';
comment on column sessions.expires_at is 'When it ends.';
create table audit_entries (
    id      bigint generated always as identity primary key,
    at      timestamptz not null,
    caller  text not null,
    key_id  text,
    address text not null,
    method  text not null,
    path    text not null,
    status  smallint not null,
    code    text,
    calls   integer not null
);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create index audit_entries_by_key on audit_entries (key_id, at desc);
comment on table audit_entries is 'Who asked, changed and was refused what; rows are only added.';
comment on column audit_entries.id is 'Number of the entry.';
comment on column audit_entries.at is 'When it was asked.';
comment on column audit_entries.caller is 'Name of the key; empty for a request without one.';
comment on column audit_entries.key_id is 'The key; null for a request without a known one.';
comment on column audit_entries.address is 'Address that the request came from.';
comment on column audit_entries.method is 'Method of the request.';
comment on column audit_entries.path is 'Path and parameters of the request, without secrets.';
comment on column audit_entries.status is 'Status that it was answered with.';
comment on column audit_entries.code is 'Why it was refused.';
comment on column audit_entries.calls is 'How many equal requests within a second the entry stands for.';
"""


def upgrade() -> None:
    op.execute(TABLES)
