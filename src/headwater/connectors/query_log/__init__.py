"""Query logs: CSV and JSON Lines of any database, by a mapping of columns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import msgspec

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, State
from headwater.connectors.query_log.fetch import LogPart, fetch_parts
from headwater.connectors.query_log.mappings import MAPPINGS, LogMapping
from headwater.connectors.query_log.translate import translate_rows
from headwater.errors import BadInputError
from headwater.model.query_log import FIELDS


class QueryLogOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says of query logs."""

    files: list[str]
    """Files, or folders of them."""
    mapping: str = "plain"
    """One of the ready mappings."""
    columns: Mapping[str, str] = {}
    """By field of a query the column that holds it, before what the mapping says."""
    dialect: str | None = None


@dataclass(frozen=True, slots=True)
class QueryLogConnector:
    options: QueryLogOptions
    folder: Path
    mapping: LogMapping

    @property
    def kind(self) -> str:
        return "query_log"

    @property
    def source(self) -> str:
        return ", ".join(self.options.files)

    @property
    def name(self) -> str:
        plain = Path(self.options.files[0]).name if self.options.files else "files"
        return "queries-" + "".join(one if one.isalnum() or one in "_.-" else "-" for one in plain)[:80]

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[LogPart]]:
        return fetch_parts([self.folder / file for file in self.options.files], self.mapping, state)

    def translate(self, part: LogPart, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
        return translate_rows(part, self.mapping, run_at)


def connector(options: QueryLogOptions, folder: Path = Path()) -> QueryLogConnector:
    known = MAPPINGS.get(options.mapping)
    if known is None:
        raise BadInputError("mapping", f"`{options.mapping}` is none of {', '.join(MAPPINGS)}")
    for name in options.columns:
        if name not in FIELDS or name == "tags":
            fields = ", ".join(field for field in FIELDS if field != "tags")
            raise BadInputError(f"columns.{name}", f"a query has no such field; it has {fields}")
    own = {name: (column.lower(), *known.columns.get(name, ())) for name, column in options.columns.items()}
    mapping = replace(known, columns={**known.columns, **own}, dialect=options.dialect or known.dialect)
    return QueryLogConnector(options, folder, mapping)
