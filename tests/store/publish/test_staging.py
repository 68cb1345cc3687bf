"""The staging table of a large batch is read by kind, and holds what was copied."""

import pyarrow as pa
from psycopg import Connection

from headwater.facts import kinds
from headwater.facts.arrow import to_table
from headwater.facts.fold import FoldedFact
from headwater.model.ids import DatasetId, JobId
from headwater.store.publish.staging import copy_facts, summarize, with_times
from headwater.store.publish.workspace import prepare

STAMP = (0, "0" * 32)
COUNT = 4_000


def facts(count: int) -> pa.Table:
    """Kinds in turn, as events bring them."""
    made = []
    for number in range(count):
        made.append(kinds.node(DatasetId("shop", f"table_{number}")))
        made.append(kinds.facet(f"{number:032x}", "documentation", None))
    made.append(kinds.node(JobId("shop", "daily")))
    return with_times(to_table([FoldedFact(fact, STAMP, STAMP) for fact in made]))


def test_every_fact_of_a_large_batch_arrives_as_it_is(connection: Connection) -> None:
    prepare(connection)
    copy_facts(connection, facts(COUNT))
    rows = connection.execute("select kind, label, name, node is null from batch").fetchall()
    tables = {("node", "dataset", f"table_{number}", True) for number in range(COUNT)}
    assert len(rows) == 2 * COUNT + 1
    assert set(rows) == tables | {("facet", None, "documentation", False), ("node", "job", "daily", True)}


def test_a_statement_reads_the_pages_of_its_kind_alone(connection: Connection) -> None:
    prepare(connection)
    copy_facts(connection, facts(COUNT))
    summarize(connection)
    (pages,) = connection.execute("select relpages from pg_class where relname = 'batch'").fetchone() or (0,)
    connection.execute("set enable_seqscan = off")
    (plan,) = connection.execute(
        "explain (analyze, format json) select from batch where kind = 'facet'"
    ).fetchone() or ([],)
    blocks = plan[0]["Plan"]["Lossy Heap Blocks"]
    assert 0 < blocks < 0.7 * pages


def test_a_small_batch_after_a_large_one_is_found(connection: Connection) -> None:
    prepare(connection)
    copy_facts(connection, facts(COUNT))
    summarize(connection)
    prepare(connection)
    copy_facts(connection, facts(1))
    connection.execute("set enable_seqscan = off")
    assert connection.execute("select name from batch where kind = 'node' and label = 'job'").fetchall() == [
        ("daily",)
    ]
