"""Query logs: CSV and JSON Lines of any database, by a mapping of columns."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, State
from headwater.connectors.query_log.access_history import translate_access
from headwater.connectors.query_log.fetch import LogPart, fetch_parts, files_of
from headwater.connectors.query_log.fold import FoldTasks
from headwater.connectors.query_log.folded import FoldedPart, fetch_folded, is_large, translate_folded
from headwater.connectors.query_log.mappings import LogMapping
from headwater.connectors.query_log.options import QueryLogOptions, mapping_of
from headwater.connectors.query_log.state import QueryLogState
from headwater.connectors.query_log.translate import translate_rows

__all__ = ["QueryLogConnector", "QueryLogOptions", "connector"]


@dataclass(frozen=True, slots=True)
class QueryLogConnector:
    options: QueryLogOptions
    folder: Path
    mapping: LogMapping
    fold: FoldTasks | None = None
    """Where there is no Spark, large logs are read row by row as well."""

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

    def folding_with(self, fold: FoldTasks) -> "QueryLogConnector":
        return replace(self, fold=fold)

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[Any]]:
        files = files_of([self.folder / file for file in self.options.files])
        known = QueryLogState.read(state)
        if self.fold is not None and self._folds(files, known):
            return fetch_folded(files, self.options, known, run_at, self.fold)
        return fetch_parts(files, self.mapping, known)

    def _folds(self, files: list[Path], known: QueryLogState) -> bool:
        if self.mapping.is_snapshot or self.mapping.has_lineage or self.mapping.pieces:
            return False
        return is_large(files, known) if self.options.fold is None else self.options.fold

    def translate(
        self, part: LogPart | FoldedPart, run_at: datetime
    ) -> Iterator[SourceDocument | SourceProblem]:
        if isinstance(part, FoldedPart):
            return translate_folded(part)
        if self.mapping.has_lineage:
            return translate_access(part, self.options.namespace or "")
        return translate_rows(part, self.mapping, run_at)


def connector(options: QueryLogOptions, folder: Path = Path()) -> QueryLogConnector:
    return QueryLogConnector(options, folder, mapping_of(options))
