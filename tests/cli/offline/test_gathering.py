"""Which texts are looked at: those that name the table, and what is made from it."""

from pathlib import Path

from headwater.cli.offline.gathering import TextIndex
from headwater.cli.offline.query_file import read_queries
from headwater.cli.offline.schema_file import KnownTables, read_schemas
from headwater.cli.offline.texts import ReadingProblems
from tests.cli.offline.files import SCHEMA


def index(folder: Path, queries: str) -> TextIndex:
    (folder / "s.sql").write_text(SCHEMA)
    (folder / "q.sql").write_text(queries)
    problems = ReadingProblems()
    tables: KnownTables = read_schemas([folder / "s.sql"], None, problems)
    return TextIndex(tables, read_queries([folder / "q.sql"], None, problems))


def test_texts_are_found_hop_by_hop(tmp_path: Path) -> None:
    texts = index(tmp_path, "select * from orders; select * from customers; select * from revenue")
    sizes = [len(texts.gather(["shop.orders"], hops).texts) for hops in (1, 2, 3)]
    assert sizes == [2, 3, 4]


def test_only_schemas_that_are_named_are_read(tmp_path: Path) -> None:
    found = index(tmp_path, "select * from customers").gather(["shop.customers"], 3)
    assert set(found.schemas) == {"shop.customers"}


def test_the_same_words_are_one_text_with_several_uses(tmp_path: Path) -> None:
    found = index(tmp_path, "select id from orders;\nselect id\n  from orders;").gather(["shop.orders"], 1)
    assert [len(text.uses) for text in found.texts.values() if text.is_query] == [2]


def test_what_fills_a_table_is_the_text_of_a_job(tmp_path: Path) -> None:
    queries = "insert into customers select id, note from orders; merge into paid using orders on true;"
    found = index(tmp_path, queries).gather(["shop.orders"], 1)
    assert {name for text in found.texts.values() for name in text.writes} == {"shop.customers", "shop.paid"}
    assert not any(text.is_query for text in found.texts.values())
