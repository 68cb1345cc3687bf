"""OpenMetadata: tables with all versions of their schema, lineage, tests, pipelines, queries, talk."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, State
from headwater.connectors.openmetadata.api import OpenMetadataApi
from headwater.connectors.openmetadata.fetch import EntityParts, fetch_parts
from headwater.connectors.openmetadata.translate import translate_entity
from headwater.errors import BadInputError


class OpenMetadataOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says of an OpenMetadata."""

    url: str
    """Such as http://localhost:8585."""
    token: str | None = None


@dataclass(frozen=True, slots=True)
class OpenMetadataConnector:
    options: OpenMetadataOptions

    @property
    def kind(self) -> str:
        return "openmetadata"

    @property
    def source(self) -> str:
        place = urlsplit(self.options.url)
        return f"{place.scheme}://{place.hostname}" + (f":{place.port}" if place.port else "")

    @property
    def name(self) -> str:
        return f"openmetadata-{urlsplit(self.options.url).hostname}"

    @contextmanager
    def api(self) -> Iterator[OpenMetadataApi]:
        api = OpenMetadataApi(self.options.url, self.options.token)
        try:
            yield api
        finally:
            api.close()

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[EntityParts]]:
        with self.api() as api:
            yield from fetch_parts(api, state, run_at)

    def translate(self, part: EntityParts, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
        for entity in part:
            yield from translate_entity(entity)


def connector(options: OpenMetadataOptions, folder: Path = Path()) -> OpenMetadataConnector:
    try:
        place = urlsplit(options.url)
        usable = place.scheme in ("http", "https") and place.hostname and (place.port or True)
    except ValueError:
        usable = False
    if not usable:
        raise BadInputError("url", "must be an address such as http://localhost:8585")
    return OpenMetadataConnector(options)
