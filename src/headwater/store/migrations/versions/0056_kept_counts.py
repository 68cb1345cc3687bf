"""How many executions there are, kept as they come: to count a million takes longer than to show a page."""

from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

# Several numbers for each count, so that those who write at the same time seldom wait for one another.
TABLE = """
create table kept_counts (
    name  text not null,
    slot  smallint not null,
    rows  bigint not null,
    primary key (name, slot)
) with (fillfactor = 50);
comment on table kept_counts is 'Counts that are kept by triggers; the sum over all slots is the count.';
comment on column kept_counts.name is '`started`: executions that clients start; `reported`: other runs.';
comment on column kept_counts.slot is 'Which of the numbers; who writes takes one by its connection.';
comment on column kept_counts.rows is 'A part of the count, which may be negative.';
"""

# With schemas: callers that are bound to teams look elsewhere first.
FUNCTIONS = """
create function keep_count(counted text, more bigint) returns void language sql as $$
    insert into public.kept_counts as kept (name, slot, rows)
    select counted, pg_backend_pid() % 16, more where more <> 0
    on conflict on constraint kept_counts_pkey do update set rows = kept.rows + excluded.rows
$$;

create function count_started() returns trigger language plpgsql as $$
begin
    perform public.keep_count('started',
        case tg_op when 'INSERT' then 1 else -1 end * (select count(*) from changed));
    return null;
end
$$;

create function count_reported() returns trigger language plpgsql as $$
begin
    perform public.keep_count('reported', case tg_op when 'INSERT' then 1 else -1 end
        * (select count(*) from changed where began_at is not null and not is_execution));
    return null;
end
$$;

create function recount_reported() returns trigger language plpgsql as $$
begin
    perform public.keep_count('reported',
        case when new.began_at is not null and not new.is_execution then 1 else -1 end);
    return null;
end
$$;

create function forget_count() returns trigger language plpgsql as $$
begin
    delete from public.kept_counts where name = tg_argv[0];
    return null;
end
$$;
"""

TRIGGERS = """
create trigger count_new after insert on pipeline_execution
referencing new table as changed for each statement execute function count_started();
create trigger count_removed after delete on pipeline_execution
referencing old table as changed for each statement execute function count_started();
create trigger count_none after truncate on pipeline_execution
for each statement execute function forget_count('started');

create trigger count_new after insert on runs
referencing new table as changed for each statement execute function count_reported();
create trigger count_removed after delete on runs
referencing old table as changed for each statement execute function count_reported();
create trigger count_none after truncate on runs
for each statement execute function forget_count('reported');
create trigger count_changed after update on runs for each row
when ((old.began_at is not null and not old.is_execution)
      is distinct from (new.began_at is not null and not new.is_execution))
execute function recount_reported();
"""

COUNTED = """
select keep_count('started', count(*)) from pipeline_execution;
select keep_count('reported', count(*)) from runs where began_at is not null and not is_execution
"""


def upgrade() -> None:
    op.execute(TABLE)
    op.execute(FUNCTIONS)
    op.execute(TRIGGERS)
    op.execute(COUNTED)
