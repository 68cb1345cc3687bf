"""From queries on the wire to events of the log: checked one by one, with their literals masked."""

from functools import lru_cache

import msgspec

from headwater.model import query_log
from headwater.model.events import Event
from headwater.model.openlineage import decode
from headwater.sql.dialects import dialect_of
from headwater.sql.fingerprint import mask_literals

# A log repeats its texts; those of people fit, and larger ones would fill the memory.
CACHED_TEXTS = 4096
MAX_CACHED = 10_000


def to_domain(body: bytes | msgspec.Raw, keep_literals: bool) -> Event:
    """One query as it came on the wire. Its identity is that of the masked text."""
    document = query_log.check(decode(body)[0])
    if not keep_literals:
        document["sql"] = _masked(document["sql"], document.get("dialect"))
    return query_log.to_event(document)


def _masked(text: str, dialect: str | None) -> str:
    return _mask_known(text, dialect) if len(text) <= MAX_CACHED else _mask(text, dialect)


def _mask(text: str, dialect: str | None) -> str:
    return mask_literals(text, dialect_of(dialect, ()))


_mask_known = lru_cache(maxsize=CACHED_TEXTS)(_mask)
