"""Dashboards: charts of Metabase, Superset and Looker with what they read, and who shows them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

import msgspec

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, State
from headwater.connectors.dashboards.answers import asked_answers, saved_answers
from headwater.connectors.dashboards.databases import DatabaseOption
from headwater.connectors.dashboards.fetch import DashboardPart, fetch_parts
from headwater.connectors.dashboards.looker import read_looker
from headwater.connectors.dashboards.metabase import read_metabase
from headwater.connectors.dashboards.site import DashboardSite
from headwater.connectors.dashboards.superset import read_superset
from headwater.connectors.dashboards.translate import translate_site
from headwater.errors import BadInputError

Tool = Literal["metabase", "superset", "looker"]
READERS = {"metabase": read_metabase, "looker": read_looker}
# Where the API of a tool begins, and how it wants its key.
APIS = {"metabase": "/api", "looker": "/api/4.0"}


class DashboardOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says of a dashboard tool: one of `url` and `export`."""

    tool: Tool
    url: str | None = None
    """Of a Metabase or Looker, such as http://localhost:3000."""
    key: str | None = None
    """Metabase's API key, or an access token of Looker."""
    export: str | None = None
    """Superset's ZIP file; or a folder with answers of the API that were saved."""
    namespace: str | None = None
    """What its charts and dashboards are known under. Default the tool and its host."""
    databases: dict[str, DatabaseOption] = {}
    """By the tool's name for a database, where its tables are known."""


@dataclass(frozen=True, slots=True)
class DashboardConnector:
    options: DashboardOptions
    folder: Path

    @property
    def kind(self) -> str:
        return "dashboards"

    @property
    def source(self) -> str:
        return self._host or str(self.options.export)

    @property
    def name(self) -> str:
        plain = self._host or Path(str(self.options.export)).name
        return f"{self.options.tool}-" + "".join(
            one if one.isalnum() or one in "_.-" else "-" for one in plain
        )

    @property
    def namespace(self) -> str:
        return self.options.namespace or f"{self.options.tool}://{self._host or 'export'}"

    @property
    def _host(self) -> str:
        """Without credentials that may stand in the address."""
        return urlsplit(self.options.url).netloc.rpartition("@")[2] if self.options.url else ""

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[DashboardPart]]:
        return fetch_parts(self._look, state)

    def translate(self, part: DashboardPart, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
        return translate_site(part, run_at)

    def _look(self) -> DashboardSite:
        options = self.options
        if options.tool == "superset":
            return read_superset(self.folder / str(options.export), self.namespace, options.databases)
        read = READERS[options.tool]
        if options.export:
            return read(saved_answers(self.folder / options.export), self.namespace, options.databases)
        with asked_answers(f"{str(options.url).rstrip('/')}{APIS[options.tool]}", self._headers()) as answer:
            return read(answer, self.namespace, options.databases)

    def _headers(self) -> dict[str, str]:
        if not self.options.key:
            return {}
        if self.options.tool == "metabase":
            return {"X-API-Key": self.options.key}
        return {"Authorization": f"token {self.options.key}"}


def connector(options: DashboardOptions, folder: Path = Path()) -> DashboardConnector:
    if bool(options.url) == bool(options.export):
        raise BadInputError("url", "give one of url and export")
    if options.tool == "superset" and not options.export:
        raise BadInputError("export", "Superset is read from its export, a ZIP file")
    if options.url and not options.url.startswith(("http://", "https://")):
        raise BadInputError("url", "must be an address such as http://localhost:3000")
    return DashboardConnector(options, folder)


def read_options(tool: str, place: str, key: str | None, namespace: str | None) -> DashboardOptions:
    """Options as a command gives them; what begins with http is an address, all else a path."""
    where = {"url": place} if place.startswith(("http://", "https://")) else {"export": place}
    given = {"tool": tool, "key": key, "namespace": namespace, **where}
    try:
        return msgspec.convert(given, DashboardOptions)
    except msgspec.ValidationError as error:
        raise BadInputError("tool", f"`{tool}` is none of {', '.join(get_args(Tool))}") from error
