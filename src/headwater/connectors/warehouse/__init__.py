"""WarehouseSchema schemas: PostgreSQL live, a DuckDB file, or any database by its DDL."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, State
from headwater.connectors.warehouse.ddl import read_ddl_files
from headwater.connectors.warehouse.duckdb_file import read_duckdb
from headwater.connectors.warehouse.fetch import WarehousePart, fetch_parts
from headwater.connectors.warehouse.postgresql import address, read_postgresql
from headwater.connectors.warehouse.tables import WarehouseSchema
from headwater.connectors.warehouse.translate import translate_tables
from headwater.errors import BadInputError


class WarehouseOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says of a warehouse: one of `url`, `duckdb` and `ddl`."""

    url: str | None = None
    """Of a PostgreSQL, such as postgresql://user@host/db."""
    duckdb: str | None = None
    """A DuckDB file."""
    ddl: list[str] = []
    """Files with `create table` and `create view`."""
    namespace: str | None = None
    """As OpenLineage names the warehouse. Default from the address; required with `ddl`."""
    dialect: str | None = None
    """Of the DDL."""


@dataclass(frozen=True, slots=True)
class WarehouseConnector:
    options: WarehouseOptions
    folder: Path

    @property
    def kind(self) -> str:
        return "warehouse"

    @property
    def source(self) -> str:
        options = self.options
        if options.url:
            host, port, database = address(options.url)
            return f"postgres://{host}:{port}/{database}"
        return options.duckdb or ", ".join(options.ddl)

    @property
    def name(self) -> str:
        options = self.options
        plain = (
            self.source.partition("://")[2] if options.url else Path(options.duckdb or options.ddl[0]).name
        )
        return "warehouse-" + "".join(one if one.isalnum() or one in "_.-" else "-" for one in plain)[:80]

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[WarehousePart]]:
        return fetch_parts(self._look, state)

    def translate(self, part: WarehousePart, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
        return translate_tables(part, run_at)

    def _look(self) -> WarehouseSchema:
        options = self.options
        if options.url:
            found = read_postgresql(options.url)
        elif options.duckdb:
            found = read_duckdb(self.folder / options.duckdb, options.duckdb)
        else:
            files = [self.folder / file for file in options.ddl]
            return read_ddl_files(files, options.namespace or "", options.dialect)
        return WarehouseSchema(options.namespace or found.namespace, found.dialect, found.tables)


def connector(options: WarehouseOptions, folder: Path = Path()) -> WarehouseConnector:
    given = [bool(options.url), bool(options.duckdb), bool(options.ddl)]
    if sum(given) != 1:
        raise BadInputError("url", "give one of url, duckdb and ddl")
    if options.ddl and not options.namespace:
        raise BadInputError("namespace", "required with ddl, such as snowflake://account")
    return WarehouseConnector(options, folder)
