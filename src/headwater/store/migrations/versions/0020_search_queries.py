"""Numbers for the queries that people ran, by which the search index follows them."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

TABLE = """
create table search_queries (
    number    integer generated always as identity primary key,
    query_key uuid not null unique
);
comment on table search_queries is 'Queries that people ran, numbered as they came, for the search index.';
comment on column search_queries.number is 'Number of the query in the index.';
comment on column search_queries.query_key is 'The query.';
insert into search_queries (query_key) select distinct query_key from query_days;
"""

# A statement at a time, and only what is not there yet: a conflict would use up a number.
TRIGGER = """
create function number_queries() returns trigger language plpgsql as $$
begin
    insert into search_queries (query_key)
    select distinct told.query_key from told
    where not exists (select from search_queries where search_queries.query_key = told.query_key);
    return null;
end
$$;

create trigger search_follows_queries
after insert on query_days referencing new table as told
for each statement execute function number_queries();
"""


def upgrade() -> None:
    op.execute(TABLE)
    op.execute(TRIGGER)
