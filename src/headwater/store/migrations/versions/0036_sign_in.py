"""Keys and sessions that are bound to teams; sessions of people whom an OpenID provider told us of."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

CHANGES = """
alter table api_keys add column teams text[];
comment on column api_keys.teams is 'Whose data its holder may see; null for everybody''s.';
alter table sessions drop constraint sessions_key_id_fkey;
alter table sessions add column name text, add column scopes text[], add column teams text[];
comment on table sessions is 'Browsers that signed in with a key or with the OpenID provider.';
comment on column sessions.key_id is 'The key that was used, or `oidc:` and who signed in.';
comment on column sessions.name is 'Name of who signed in with the provider.';
comment on column sessions.scopes is 'What they may do; null for a session of a key.';
comment on column sessions.teams is 'Whose data they may see; null for everybody''s.';
"""


def upgrade() -> None:
    op.execute(CHANGES)
