"""Times of OpenMetadata, which counts milliseconds since 1970."""

from typing import Any

from headwater.model.times import from_micros, iso


def moment(value: Any) -> str | None:
    """
    >>> moment(1776648180000), moment("soon")
    ('2026-04-20T01:23:00.000Z', None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 4e12:
        return None
    return iso(from_micros(int(value) * 1000))
