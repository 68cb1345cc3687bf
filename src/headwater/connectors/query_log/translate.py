"""From rows of a query log to queries as the ingest takes them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from headwater.connectors.contract import SourceDocument, SourceProblem, query
from headwater.connectors.query_log.cells import first_of
from headwater.connectors.query_log.fetch import LogPart
from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.row import LogRow
from headwater.connectors.query_log.times import read_time
from headwater.errors import BadQueryError
from headwater.model import query_log
from headwater.model.times import iso


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
        return SourceProblem(row.place, row.fault)
    return _query(row, row.columns, mapping, run_at) if mapping.keep(row.columns) else None


def _query(
    row: LogRow, columns: dict[str, Any], mapping: LogMapping, run_at: datetime
) -> SourceDocument | SourceProblem:
    stated = {name: first_of(columns, names) for name, names in mapping.columns.items()}
    derived = {} if stated.get("duration_ms") is not None else mapping.derive(columns)
    found = {**stated, **derived}
    text = found.get("sql")
    if not isinstance(text, str) or not text.strip():
        return SourceProblem(row.place, f"no text of a query in {', '.join(mapping.columns['sql'])}")
    if text == mapping.hidden:
        return SourceProblem(row.place, f"the text is hidden ({text}): export it as somebody who may see it")
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
