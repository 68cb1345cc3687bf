"""A text as a query: its fingerprint is its key, and its literals are masked."""

from functools import lru_cache
from typing import NamedTuple

from headwater.facts import kinds
from headwater.facts.fact import Fact, Key
from headwater.model.ids import digest
from headwater.sql.dialects import dialect_of
from headwater.sql.fingerprint import fingerprint, mask_literals

CACHED_TEXTS = 4096
# Larger texts are read anew each time: keeping them would cost more than it saves.
MAX_CACHED = 10_000


class _QueryText(NamedTuple):
    fingerprint: str
    masked: str


def query_fact(
    text: str, dialect: str | None, database: str | None = None, schema: str | None = None, *, masked: bool
) -> Fact:
    """`masked` says that what should not be kept was masked when the text was taken in."""
    known = dialect_of(dialect, ()) or (dialect or "").strip().lower() or None
    found = _cached(text, known) if len(text) <= MAX_CACHED else _read(text, known)
    key = query_key(found.fingerprint, known, database, schema)
    return kinds.query(key, known, database, schema, text if masked else found.masked)


def query_key(fingerprint: str, dialect: str | None, database: str | None, schema: str | None) -> Key:
    """The same text in another database asks something else."""
    return digest("query", dialect or "", (database or "").lower(), (schema or "").lower(), fingerprint)


def _read(text: str, dialect: str | None) -> _QueryText:
    spoken = dialect_of(dialect, ())
    return _QueryText(fingerprint(text, spoken), mask_literals(text, spoken))


_cached = lru_cache(maxsize=CACHED_TEXTS)(_read)
