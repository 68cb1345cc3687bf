"""Times as producers write them, read leniently and kept in UTC."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def parse_time(text: str) -> datetime:
    """Read an RFC 3339 time; a missing zone means UTC, digits past microseconds are cut.

    >>> parse_time("2026-04-20T01:23:00.123456789+00:00Z").isoformat()
    '2026-04-20T01:23:00.123456+00:00'
    """
    # Java adds the zone's name to its offset: 2026-04-20T03:23:00+02:00[Europe/Paris].
    cleaned = text.strip().upper().partition("[")[0]
    if cleaned[-7:] in ("+00:00Z", "-00:00Z"):
        cleaned = cleaned[:-1]
    # Python reads dates of weeks as well, 2026-W18-5; RFC 3339 has none.
    if "W" in cleaned:
        raise ValueError(f"{text!r} is no RFC 3339 time")
    moment = datetime.fromisoformat(cleaned)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"{text!r} is outside the years 1 to 9999") from error


def to_micros(moment: datetime) -> int:
    return (moment - EPOCH) // MICROSECOND


def from_micros(micros: int) -> datetime:
    return EPOCH + micros * MICROSECOND


def iso(moment: datetime) -> str:
    """RFC 3339 in UTC with a Z, at least milliseconds: what every reply of ours shows."""
    spec = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return moment.astimezone(UTC).isoformat(timespec=spec).replace("+00:00", "Z")
