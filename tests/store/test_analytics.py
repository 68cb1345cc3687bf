"""When the batch jobs are due."""

from psycopg import Connection

from headwater.store.analytics import is_due

APPEND = """
insert into events (event_id, stream, kind, event_time, body)
values (gen_random_uuid(), %s, 'run', now(), '{}')
"""


def test_they_are_due_once_nothing_of_the_lineage_waits(connection: Connection) -> None:
    connection.execute("update pipeline_state set batch = 1, position = 0")
    assert is_due(connection, 10)
    connection.execute(APPEND, ["stored_rows"])
    assert is_due(connection, 10)
    connection.execute(APPEND, ["lineage"])
    assert not is_due(connection, 10)
