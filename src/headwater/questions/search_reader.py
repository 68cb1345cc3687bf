"""Reads the whole search index, in this process or in one of its own, which hands it over as bytes.

`python -m headwater.questions.search_reader` reads the address of the database from its input.
"""

import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import PIPE, Popen

import psycopg

from headwater.errors import NotReadyError
from headwater.search.draft import labels_segment
from headwater.search.index import SearchIndex
from headwater.store.queries import pipeline, search_rows
from headwater.store.queries.rows import Connection
from headwater.store.snapshots import repeatable_read


def read_all(connection: Connection) -> SearchIndex:
    with repeatable_read(connection):
        now = pipeline.published(connection)
        whole = search_rows.segment(connection)
        labelled = search_rows.labels(connection)
        queries = search_rows.queries(connection, 0)
    largest = int(whole.numbers.max()) if len(whole) else 0
    labels = labels_segment(labelled)
    return SearchIndex((whole,), tuple(labelled), labels, largest, queries, now.position, now.batch)


@contextmanager
def reading_beside(database_url: str) -> Iterator[Popen[bytes]]:
    """A process that reads the index; it ends with this block."""
    command = [sys.executable, "-m", __name__]
    with Popen(command, stdin=PIPE, stdout=PIPE) as process:
        assert process.stdin is not None
        # Not among the arguments, which everyone on this machine can list: there may be a password in it.
        process.stdin.write(database_url.encode())
        process.stdin.close()
        try:
            yield process
        finally:
            process.kill()


def received(process: Popen[bytes]) -> SearchIndex:
    assert process.stdout is not None
    content = process.stdout.read()
    if process.wait() != 0:
        raise NotReadyError("the search index could not be read")
    # What was written by our own program, a moment ago.
    index: SearchIndex = pickle.loads(content)
    return index


def main() -> None:
    with psycopg.connect(sys.stdin.read(), autocommit=True) as connection:
        sys.stdout.buffer.write(pickle.dumps(read_all(connection), protocol=pickle.HIGHEST_PROTOCOL))


if __name__ == "__main__":
    main()
