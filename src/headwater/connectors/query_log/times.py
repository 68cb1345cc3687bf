"""Moments as databases write them into their logs."""

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from headwater.model.times import parse_time

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
# Names that `parse_time` does not read: PostgreSQL writes `UTC` behind a time, BigQuery a space.
ZONE = re.compile(r"\s*(?:UTC|GMT|Z)$")
# PostgreSQL writes the zone of `log_timezone` by its abbreviation. Others than these mean several zones.
ABBREVIATIONS = {
    **{"CET": "+01:00", "CEST": "+02:00", "EET": "+02:00", "EEST": "+03:00"},
    **{"EST": "-05:00", "EDT": "-04:00", "PST": "-08:00", "PDT": "-07:00"},
}
ABBREVIATED = re.compile(r"\s([A-Z]{3,5})$")
OFFSET = re.compile(r"\s*([+-]\d{2}):?(\d{2})?$")
# Trino writes the zone of the session by its name.
REGION = re.compile(r"\s([A-Z][A-Za-z_]+(?:/[A-Za-z0-9_+-]+){1,2})$")


def read_time(value: Any) -> datetime:
    """A moment; numbers are seconds, milliseconds or microseconds since 1970.

    >>> read_time("2026-04-20 01:23:00.5 UTC").isoformat(), read_time(1776648180000).isoformat()
    ('2026-04-20T01:23:00.500000+00:00', '2026-04-20T01:23:00+00:00')
    >>> read_time("2026-04-20 03:23:00.000 Europe/Berlin").isoformat()
    '2026-04-20T01:23:00+00:00'
    """
    text = str(value).strip()
    if isinstance(value, int | float) or NUMBER.fullmatch(text):
        return _since_1970(float(value))
    try:
        return _read_text(text)
    except (ValueError, OverflowError, OSError) as error:
        hint = "; set log_timezone to UTC" if ABBREVIATED.search(ZONE.sub("", text)) else ""
        raise ValueError(f"time: `{text[:60]}` is not a time{hint}") from error


def _since_1970(number: float) -> datetime:
    """Up to 1e11 it can only be seconds, up to 1e14 milliseconds."""
    seconds = number if abs(number) < 1e11 else number / (1e3 if abs(number) < 1e14 else 1e6)
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"time: `{number:g}` is not a time") from error


def _read_text(text: str) -> datetime:
    region = REGION.search(text)
    if region is not None:
        local = parse_time(text[: region.start()].replace(" ", "T", 1) + "Z")
        # `ZoneInfo` says of a name that it does not know that there is no such key, or no such file.
        try:
            return local.replace(tzinfo=ZoneInfo(region[1])).astimezone(UTC)
        except (LookupError, OSError) as error:
            raise ValueError(f"no zone {region[1]}") from error
    plain, offset = _split_offset(text)
    return parse_time(plain.replace(" ", "T", 1) + offset)


def _split_offset(text: str) -> tuple[str, str]:
    """Without an offset, UTC is meant: that is what servers are set to."""
    if ZONE.search(text):
        return ZONE.sub("", text), "Z"
    named = ABBREVIATED.search(text)
    if named and named[1] in ABBREVIATIONS:
        return text[: named.start()], ABBREVIATIONS[named[1]]
    match = OFFSET.search(text) if "T" in text or " " in text else None
    if match is None:
        return text, "Z"
    return text[: match.start()], f"{match[1]}:{match[2] or '00'}"
