"""What tests said last: the newest result of each assertion on a dataset."""

from collections.abc import Sequence

from headwater.answers.catalog import Assertion
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch

LATEST = """
with latest as (
    select distinct on (name, field) name, field, success, severity, at, event_id, run_id, value
    from assertions
    where dataset_id = any(%(datasets)s)
    order by name, field, at desc, event_id desc
)
"""

# What fails comes first, so that it is shown even where the list is cut.
SHOWN = """
select name, field, success, severity, at, event_id, run_id, value
from latest
order by success nulls first, at desc, name, field
limit %(limit)s
"""


def latest(connection: Connection, datasets: Sequence[int], limit: int) -> RowPage[Assertion]:
    total = count(connection, LATEST + "select count(*) from latest", datasets=list(datasets))
    return RowPage(fetch(connection, Assertion, LATEST + SHOWN, datasets=list(datasets), limit=limit), total)
