"""By which version of the rules the served tables were made, and whether that is today's."""

from psycopg import Connection

from headwater.errors import SetupError
from headwater.facts.rules import CURRENT, RulesVersion

MADE_BY = "select rules, analyser from pipeline_state"
RECORD = "update pipeline_state set rules = %(events)s, analyser = %(sql)s"
# What holds nothing yet was made by no rules at all, and needs no rebuild.
RECORD_IF_EMPTY = f"{RECORD} where position = 0 and not exists (select from events where stream = 'lineage')"

OUTDATED = "the store was made by an earlier version of the rules and is being rebuilt from the log"


def made_by(connection: Connection) -> RulesVersion:
    row = connection.execute(MADE_BY).fetchone()
    return RulesVersion(*row) if row else CURRENT


def is_outdated(connection: Connection) -> bool:
    """Whether today's rules would make something else of the log than what is served."""
    return made_by(connection).is_older_than(CURRENT)


def record(connection: Connection) -> None:
    """All that is served was made by today's rules: for the transaction of a rebuild."""
    connection.execute(RECORD, CURRENT._asdict())


def prepare(connection: Connection) -> None:
    """Refuse what a newer version has made; an empty store is today's."""
    connection.execute(RECORD_IF_EMPTY, CURRENT._asdict())
    stored = made_by(connection)
    if CURRENT.is_older_than(stored):
        raise newer_store(f"its rules are version {stored}, those of this one {CURRENT}")


def newer_store(reason: str) -> SetupError:
    return SetupError(
        f"the database was written by a newer Headwater: {reason}",
        "start it with that version or a newer one, or choose another home or database",
    )
