"""The tables of the database, and what is said of them."""

from psycopg import Connection

from headwater.facts.kinds import KINDS
from headwater.store.tables import NOT_SERVED, SERVED

TABLES = """
select table_name from information_schema.tables
where table_schema = 'public' and table_type = 'BASE TABLE'
"""


def test_every_table_is_made_from_facts_or_says_why_not(connection: Connection) -> None:
    found = {name for (name,) in connection.execute(TABLES)}
    assert found == SERVED | NOT_SERVED.keys()
    assert not SERVED & NOT_SERVED.keys()


def test_every_kind_of_fact_that_is_kept_has_a_step() -> None:
    assert [kind.name for kind in KINDS.values() if kind.step is None] == ["progress"]
