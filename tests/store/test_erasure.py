"""What is erased is in no table and no file, before and after a rebuild, and does not come back."""

import json
import unicodedata
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from headwater.cli.purge import erased_text, rebuild_in_place
from headwater.errors import BadInputError
from headwater.settings import Settings
from headwater.store.erased_text import ErasedDataset, ErasedText
from headwater.store.erasure import ErasureReport, erase, find
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


def test_no_file_of_the_database_holds_it_any_more(database_url: str, lake: Lake, tmp_path: Path) -> None:
    """Not its tables, nor what its planner keeps of them; the write-ahead log is PostgreSQL's to recycle."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        publish(connection, history())
        connection.execute("analyze")
    # Its temporary tables have gone with it.
    with psycopg.connect(database_url, autocommit=True) as connection:
        assert "statistics of nodes" in find(connection, lake, ErasedText("shop.customers"))
        assert holding(connection, b"shop.customers")
        assert erased(database_url, lake, erased_text(None, "shop.customers"), tmp_path).after == {}
        assert holding(connection, b"shop.customers") == []


def holding(connection: psycopg.Connection[Any], text: bytes) -> list[str]:
    connection.execute("checkpoint")
    query = """
        select current_setting('data_directory') || '/base/' || oid from pg_database
        where datname = current_database()
    """
    [(folder,)] = connection.execute(query).fetchall()
    return [one.name for one in Path(folder).iterdir() if one.is_file() and text in one.read_bytes()]


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


def spelled(text: str) -> dict[str, str]:
    """The ways in which producers, addresses and documents inside of documents write a text."""
    inner = json.dumps({"inner": text})
    return {
        "plain": text,
        "upper case": text.upper(),
        "JSON": json.dumps({"a": text}),
        "JSON in JSON": json.dumps({"a": inner}),
        "JSON in JSON in JSON": json.dumps({"a": json.dumps({"a": inner})}),
        "address": quote(text, safe=""),
        "form": quote_plus(text),
        "address in an address": quote(quote(text, safe=""), safe=""),
        "escaped for HTML": text.replace("@", "\\u0040").replace("'", "\\u0027"),
        "accents apart": unicodedata.normalize("NFD", text),
        "base64": f"Basic {b64encode(text.encode()).decode()}",
        "base64 of a password's header": b64encode(f"{text}:secret".encode()).decode(),
        "base64 within, one byte later": b64encode(f"x{text} and more".encode()).decode(),
        "base64 within, two bytes later": b64encode(f"xy{text} and more".encode()).decode(),
        "base64 of addresses": urlsafe_b64encode(f"??>{text}".encode()).decode().rstrip("="),
        "base64 in capitals": b64encode(text.upper().encode()).decode(),
        "hexadecimal": text.encode().hex().upper(),
        "SQL": f"select 1 from t where email = '{text}'",
    }


@pytest.mark.parametrize(
    "text", ["Jörg Meier@example.com", "Conan.O'Brien@example.com", 'a "quoted" name', "what?~>~?~>~"]
)
def test_every_form_of_a_text_is_cut_in_python_and_in_the_database(
    connection: psycopg.Connection[Any], text: str
) -> None:
    erased = ErasedText(text)
    for form, written in spelled(text).items():
        assert ErasedText(text).cut(written) != written, form
        query = "select regexp_replace(%s, %s, '', 'gi'), encode(%s::bytea, 'escape') ~* %s"
        values = [written, erased.pattern, written.encode() + b"\x00\xff", erased.bytes_pattern]
        [(cut, in_bytes)] = connection.execute(query, values).fetchall()
        assert cut != written, form
        assert in_bytes, form


@pytest.mark.parametrize("text", ["ann.doe@example.com", "anna"])
def test_what_is_not_there_stays(text: str) -> None:
    others = [
        b64encode(f"{word}{number} of another".encode()).decode() for number in range(500) for word in "ab"
    ]
    assert not any(map(ErasedText(text).found_in, others))


def test_a_dataset_is_no_part_of_a_longer_name() -> None:
    orders = ErasedDataset("shop.orders")
    for text in ("select amount from\\nshop.orders", "warehouse%2Fshop.orders", "SHOP.ORDERS.amount"):
        assert orders.found_in(text), text
    for text in ("shop.orders_report", "eshop.orders", "shop.orders2"):
        assert not orders.found_in(text), text


# Rows as people and requests write them, with a text in it.
WRITTEN = (
    """insert into audit_entries (at, caller, address, method, path, status, calls)
       values (now(), 'x', '', 'GET', '/api/v1/users/' || %(encoded)s::text, 200, 1)""",
    """insert into address_type (name)
       values (%(text)s), (upper(%(text)s::text) || '2'), ('x' || %(text)s::text)""",
    """insert into team (name, display_name, tags, created_at)
       values ('a-team', 'A', jsonb_build_object('mail', %(text)s::text), now())""",
    """insert into telemetry_log (event_id, kind, encoding, received_at, body)
       values (gen_random_uuid(), 'traces', 'protobuf', now(), %(bytes)s)""",
)


def test_rows_that_people_wrote_are_cut_whatever_their_shape(
    connection: psycopg.Connection[Any], lake: Lake
) -> None:
    # A request of OTLP holds bytes that are no text at all.
    values = {
        "text": PERSON,
        "encoded": quote(PERSON, safe=""),
        "bytes": b"\x00\xff\x13" + PERSON.encode() + b"\x00",
    }
    for statement in WRITTEN:
        connection.execute(statement, values)
    report = erase(connection, lake, ErasedText(PERSON), lambda: None)
    tables = {"audit_entries", "address_type", "team", "telemetry_log"}
    assert {f"table {name}" for name in tables} <= report.before.keys()
    assert report.after == {}


def test_two_names_that_become_the_same_stay_two_rows(
    connection: psycopg.Connection[Any], lake: Lake
) -> None:
    both = [PERSON, quote(PERSON, safe="")]
    for name in both:
        connection.execute("insert into pipeline_type (name) values (%s)", [name])
    assert erase(connection, lake, ErasedText(PERSON), lambda: None).after == {}
    assert len(connection.execute("select distinct name from pipeline_type").fetchall()) == len(both)


def test_files_of_the_home_folder_are_cut(
    connection: psycopg.Connection[Any], lake: Lake, tmp_path: Path
) -> None:
    # What compaction replaced stays for a while, although no version of the table shows it.
    left = lake.events.place.folder / "left-over.parquet"
    pq.write_table(pa.table({"body": [PERSON]}), left)
    for folder, text in (("exports", f"a,{PERSON}\n"), ("logs", f"no row for {PERSON}\nall is well\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file.txt").write_text(text)
    report = erase(connection, lake, ErasedText(PERSON), lambda: None)
    assert {"file exports/file.txt", "file logs/file.txt", "lake events"} <= report.before.keys()
    assert report.after == {}
    assert not left.exists()
    assert (tmp_path / "logs" / "file.txt").read_text() == "no row for [erased]\nall is well\n"
