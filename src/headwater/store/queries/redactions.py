"""How many secrets were cut from events, by rule and day."""

from collections.abc import Mapping
from datetime import date

from headwater.answers.redactions import RedactionCount
from headwater.store.queries.rows import Connection, fetch

ADD = """
insert into redaction_counts (rule, day, cuts)
select rule, %(day)s, cuts from unnest(%(rules)s::text[], %(cuts)s::bigint[]) as cut (rule, cuts)
on conflict (rule, day) do update set cuts = redaction_counts.cuts + excluded.cuts
"""
LIST = """
select rule, sum(cuts)::bigint as cuts, min(day) as first_day, max(day) as last_day
from redaction_counts
where day >= coalesce(%(since)s, day)
group by rule order by rule
"""


def add(connection: Connection, cuts: Mapping[str, int], day: date) -> None:
    connection.execute(ADD, {"rules": list(cuts), "cuts": list(cuts.values()), "day": day})


def by_rule(connection: Connection, since: date | None) -> tuple[RedactionCount, ...]:
    return fetch(connection, RedactionCount, LIST, since=since)
