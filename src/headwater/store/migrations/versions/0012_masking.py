"""Masking that does not say how is taken for a hash: the class is lowered and followed, not cut off."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# Producers that report `masking` seldom say what was done, and most often it was a hash. Only what says that
# it counts, masks or redacts ends the class. Classes that were worked out by the old rule are due at once.
MASKING = r"""
alter table edges drop column effect;
alter table edges
    add column effect smallint not null generated always as (
        case when masking and coalesce(description, '') ~* '(hash|sha[0-9]|md5|hmac|digest|pseudonym)' then 2
             when masking and coalesce(description, '') ~*
                 '\m(count|countif|count_if|count_distinct|approx_count_distinct|approx_distinct|uniq|uniqexact|hll|ndv|redact|redacted)\M|\mmask\w*\s*\('
                 then 3
             when masking then 2
             when subtype = 'AGGREGATION' then 1
             else 0 end) stored;
comment on column edges.effect is 'Effect on the class of the data: 0 keeps, 1 lowers, 2 hashes, 3 ends it.';
delete from analytics_state where job = 'classify';
"""


def upgrade() -> None:
    op.execute(MASKING)
