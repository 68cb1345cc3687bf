"""From rows of a query log to queries as the ingest takes them."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from headwater.connectors.contract import SourceDocument, SourceProblem, query
from headwater.connectors.query_log.fetch import LogPart
from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.rows import LogRow
from headwater.errors import BadQueryError
from headwater.model import query_log
from headwater.model.times import iso, parse_time

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


def translate_rows(
    part: LogPart, mapping: LogMapping, run_at: datetime
) -> Iterator[SourceDocument | SourceProblem]:
    for row in part.rows:
        said = translate_row(row, mapping, run_at)
        if said is not None:
            yield said


def translate_row(
    row: LogRow, mapping: LogMapping, run_at: datetime
) -> SourceDocument | SourceProblem | None:
    """None for what is no query that ran to its end."""
    if row.columns is None:
        return SourceProblem(row.place, "is no JSON object")
    return _query(row, row.columns, mapping, run_at) if mapping.keep(row.columns) else None


def _query(
    row: LogRow, columns: dict[str, Any], mapping: LogMapping, run_at: datetime
) -> SourceDocument | SourceProblem:
    found = {name: _first(columns, names) for name, names in mapping.columns.items()}
    text = found.get("sql")
    if not isinstance(text, str) or not text.strip():
        return SourceProblem(row.place, f"no text of a query in {', '.join(mapping.columns['sql'])}")
    try:
        given = {
            "dialect": mapping.dialect,
            **{name: _text(value) for name, value in found.items()},
            "sql": mapping.prepare(text),
            # Statistics have no time of their own: they are of when they were read.
            "time": iso(read_time(found["time"])) if found.get("time") else iso(run_at),
            **{name: _number(found.get(name), name, mapping) for name in query_log.NUMBERS},
        }
        # Checked here as well, so that a fault is reported with file and line.
        return query(query_log.check(given))
    except (BadQueryError, ValueError) as error:
        return SourceProblem(row.place, str(error))


def _text(value: Any) -> Any:
    """A user may be known by number only, and Redshift fills its texts up with spaces."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value.strip() or None if isinstance(value, str) else value


def _first(columns: dict[str, Any], names: tuple[str, ...]) -> Any:
    for name in names:
        value = columns.get(name)
        if value is not None and value != "":
            return value
    return None


def read_time(value: Any) -> datetime:
    """A moment as databases write it; numbers are milliseconds, or microseconds, since 1970.

    >>> read_time("2026-04-20 01:23:00.5 UTC").isoformat(), read_time(1776648180000).isoformat()
    ('2026-04-20T01:23:00.500000+00:00', '2026-04-20T01:23:00+00:00')
    """
    if isinstance(value, int | float) or (isinstance(value, str) and NUMBER.fullmatch(value)):
        number = float(value)
        # Up to 1e11 it can only be seconds, up to 1e14 milliseconds.
        seconds = number if abs(number) < 1e11 else number / (1e3 if abs(number) < 1e14 else 1e6)
        return datetime.fromtimestamp(seconds, UTC)
    text = ZONE.sub("", str(value).strip())
    plain, offset = (text, "Z") if ZONE.search(str(value).strip()) else _split_offset(text)
    try:
        return parse_time(plain.replace(" ", "T", 1) + offset)
    except ValueError as error:
        hint = "; set log_timezone to UTC" if ABBREVIATED.search(text) else ""
        raise ValueError(f"time: `{str(value)[:60]}` is not a time{hint}") from error


def _split_offset(text: str) -> tuple[str, str]:
    """Without an offset, UTC is meant: that is what servers are set to."""
    named = ABBREVIATED.search(text)
    if named and named[1] in ABBREVIATIONS:
        return text[: named.start()], ABBREVIATIONS[named[1]]
    match = OFFSET.search(text) if "T" in text or " " in text else None
    if match is None:
        return text, "Z"
    return text[: match.start()], f"{match[1]}:{match[2] or '00'}"


def _number(value: Any, name: str, mapping: LogMapping) -> float | int | None:
    if value is None or value == "" or isinstance(value, bool):
        return None
    try:
        number = float(value) * mapping.scale.get(name, 1)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: `{str(value)[:60]}` is not a number") from error
    least, most = query_log.NUMBERS[name]
    # A statistic of nothing, or of more than anything: it says nothing.
    if not least <= number <= most:
        return None
    return number if name == "duration_ms" else int(number)
