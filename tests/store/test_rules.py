"""A store knows by which rules it was made, and nobody changes the rules unnoticed.

`python -m tests.store.test_rules` writes the digests of a new version of the rules.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from psycopg import Connection

from headwater.dialects.openlineage.translate import to_domain
from headwater.errors import SetupError
from headwater.facts import read_event
from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.facts.rules import CURRENT, RulesVersion
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store import rules
from headwater.store.embedded import EmbeddedPostgres
from headwater.store.migrate import migrate
from headwater.store.publish import Publisher
from tests.pipeline.served import served

FOLDER = Path(__file__).parents[1] / "cases" / "rules"
DIGESTS = FOLDER / "digests.json"
CHANGED = f"""
The same events mean something else than version {CURRENT} of the rules says. If that is what you want, raise
RULES in src/headwater/facts/rules.py (ANALYSER in src/headwater/sql/lineage.py if only SQL texts are read
differently), so that stores of earlier versions are rebuilt; then run `python -m tests.store.test_rules`
and check in what it writes.
"""


def entries() -> Iterator[LogEntry]:
    for position, line in enumerate((FOLDER / "events.ndjson").read_bytes().splitlines(), start=1):
        event = to_domain(line)
        yield LogEntry(position, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:32]


def facts_digest() -> str:
    return digest([read_event(entry) for entry in entries()])


def rows_digest(connection: Connection) -> str:
    Publisher(10, InPlaceAnalyst()).publish(connection, to_table(fold_events(entries())))
    return digest(served(connection))


def test_the_facts_of_a_version_of_the_rules_stay_the_same() -> None:
    known = json.loads(DIGESTS.read_text()).get(str(CURRENT), {})
    assert known.get("facts") == facts_digest(), CHANGED


def test_the_served_rows_of_a_version_of_the_rules_stay_the_same(connection: Connection) -> None:
    known = json.loads(DIGESTS.read_text()).get(str(CURRENT), {})
    assert known.get("rows") == rows_digest(connection), CHANGED


def test_a_new_store_is_made_by_todays_rules(connection: Connection) -> None:
    assert rules.made_by(connection) == CURRENT


@pytest.mark.parametrize("made_by", [RulesVersion(0, 0), RulesVersion(CURRENT.events, CURRENT.sql - 1)])
def test_a_store_with_events_that_older_rules_made_is_outdated(
    connection: Connection, database_url: str, made_by: RulesVersion
) -> None:
    written_by(connection, made_by, position=7)
    migrate(database_url)
    assert rules.is_outdated(connection)


@pytest.mark.parametrize("made_by", [RulesVersion(CURRENT.events + 1, CURRENT.sql), RulesVersion(0, 99)])
def test_what_newer_rules_made_is_refused(
    connection: Connection, database_url: str, made_by: RulesVersion
) -> None:
    written_by(connection, made_by, position=7)
    with pytest.raises(SetupError, match=f"newer Headwater: its rules are version {made_by}"):
        migrate(database_url)


def test_a_database_with_a_migration_that_is_not_ours_is_refused(
    connection: Connection, database_url: str
) -> None:
    connection.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(SetupError, match="newer Headwater"):
        migrate(database_url)


def written_by(connection: Connection, version: RulesVersion, position: int) -> None:
    connection.execute(
        "update pipeline_state set rules = %s, analyser = %s, position = %s", [*version, position]
    )


def main() -> None:
    known = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    with TemporaryDirectory(prefix="hw") as home:
        postgres = EmbeddedPostgres(Path(home))
        url = postgres.start()
        try:
            migrate(url)
            with psycopg.connect(url, autocommit=True) as connection:
                found = {"facts": facts_digest(), "rows": rows_digest(connection)}
        finally:
            postgres.stop()
    if known.get(str(CURRENT), found) != found and "--again" not in sys.argv:
        sys.exit(f"version {CURRENT} has other digests: raise it first; --again for one not yet on main")
    DIGESTS.write_text(json.dumps(known | {str(CURRENT): found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
