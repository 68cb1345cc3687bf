"""What is erased is in no table and no file, before and after a rebuild, and does not come back."""

from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pytest

from headwater.cli.purge import erased_text, rebuild_in_place
from headwater.errors import BadInputError
from headwater.settings import Settings
from headwater.store.erasure import ErasedText, ErasureReport, erase, find
from headwater.store.lake.lake import Lake
from tests.builders import dataset, query, run_event, signal
from tests.published import publish

PERSON = "Ann.Doe@example.com"


def history() -> list[dict[str, Any]]:
    owned = {"ownership": {"owners": [{"name": PERSON.lower()}]}}
    customers = dataset(
        "warehouse/shop.customers",
        schema={"fields": [{"name": "email_of_customer", "type": "text"}]},
        **owned,
    )
    sql = {"sql": {"query": f"select 1 from shop.customers where email_of_customer = '{PERSON}'"}}
    return [
        run_event("one", "START", "09:00", outputs=(customers,), job_facets=sql),
        run_event("one", "COMPLETE", "09:05", inputs=("warehouse/shop.other",), outputs=(customers,)),
        run_event("two", "FAIL", "09:10", run_facets={"errorMessage": {"message": f"no row for {PERSON}"}}),
        query("select * from shop.customers", user=PERSON),
        signal("warehouse/shop.customers", f"{PERSON} called", author=PERSON),
    ]


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    lake = Lake(tmp_path)
    rows = {
        "position": [1, 2],
        "body": [f'{{"by": "{PERSON}"}}', "{}"],
        "names": [[PERSON], ["shop.customers"]],
    }
    lake.events.write(pa.table(rows), 2)
    return lake


def erased(url: str, lake: Lake, what: ErasedText, tmp_path: Path) -> ErasureReport:
    with psycopg.connect(url, autocommit=True) as connection:
        return erase(connection, lake, what, lambda: rebuild_in_place(Settings(home=tmp_path), url))


def test_an_identifier_is_found_nowhere_any_more(database_url: str, lake: Lake, tmp_path: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        publish(connection, history())
        connection.execute(
            "insert into team (name, display_name, owners, created_at) values ('a-team', 'A', %s, now())",
            [[PERSON]],
        )
        report = erased(database_url, lake, ErasedText(PERSON), tmp_path)
        assert {
            "table events",
            "table nodes",
            "table team",
            "table signals",
            "lake events",
        } <= report.before.keys()
        assert report.after == {}
        # What else was told is still there.
        names = {name for (name,) in connection.execute("select name from nodes where kind = 'dataset'")}
        assert {"shop.customers", "shop.other"} <= names
    assert lake.events.position() == 2
    assert not [one for one in tmp_path.rglob("*") if one.is_file() and PERSON.encode() in one.read_bytes()]


def test_an_erased_event_sent_again_is_known_and_not_stored(
    database_url: str, lake: Lake, tmp_path: Path
) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        publish(connection, history())
        erased(database_url, lake, ErasedText(PERSON), tmp_path)
        before = connection.execute("select count(*) from events").fetchall()
        publish(connection, history())
        assert connection.execute("select count(*) from events").fetchall() == before
        assert find(connection, lake, ErasedText(PERSON)) == {}


def test_a_dataset_goes_with_its_columns(database_url: str, lake: Lake, tmp_path: Path) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        publish(connection, history())
        report = erased(database_url, lake, erased_text(None, "shop.customers"), tmp_path)
        assert report.after == {}
        assert "table schemas" not in find(connection, lake, ErasedText("email_of_customer"))
        names = {name for (name,) in connection.execute("select name from nodes where kind = 'dataset'")}
        assert "shop.other" in names


@pytest.mark.parametrize("given", [(None, None), ("someone", "a.table"), ("abc", None), (None, "  ")])
def test_what_can_not_be_erased_is_refused(given: tuple[str | None, str | None]) -> None:
    with pytest.raises(BadInputError):
        erased_text(*given)


def test_every_form_of_a_text_is_cut() -> None:
    forms = ("J\u00f6rg Meier", "JÖRG MEIER", "j%C3%B6rg%20meier", '{"a": "J\\u00f6rg Meier"}')
    for text in forms:
        assert "eier" not in ErasedText("Jörg Meier").cut(text).lower()
