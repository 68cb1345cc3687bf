"""dbt: what the artifacts of a project say, and what happened when it ran."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from headwater.connectors.contract import Fetched, SourceDocument, SourceProblem, State
from headwater.connectors.dbt import results, translate
from headwater.connectors.dbt.fetch import DbtPart, ProjectPart, fetch_parts, read_project
from headwater.connectors.dbt.profile import find_namespace


class DbtOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settings file says of a dbt project."""

    target: str
    """The folder that holds manifest.json."""
    namespace: str | None = None
    """Of the warehouse, as OpenLineage names it. Default as the profile says."""
    profiles_dir: str | None = None
    profile_target: str | None = None
    job_namespace: str = "dbt"
    """As `OPENLINEAGE_NAMESPACE` of dbt-ol, so that both speak of one job."""
    runs: bool = True
    """Whether to send runs of models. Not needed beside dbt-ol, which sends them itself."""


@dataclass(frozen=True, slots=True)
class DbtConnector:
    options: DbtOptions
    folder: Path

    @property
    def kind(self) -> str:
        return "dbt"

    @property
    def source(self) -> str:
        return self.options.target

    @property
    def name(self) -> str:
        return f"dbt-{read_project(self._target, '', '').name}"

    @property
    def _target(self) -> Path:
        return self.folder / self.options.target

    def fetch(self, state: State, run_at: datetime) -> Iterator[Fetched[DbtPart]]:
        options = self.options
        namespace = options.namespace or find_namespace(
            self._target,
            self.folder / options.profiles_dir if options.profiles_dir else None,
            options.profile_target,
        )
        return fetch_parts(self._target, namespace, options.job_namespace, state, options.runs)

    def translate(self, part: DbtPart, run_at: datetime) -> Iterator[SourceDocument | SourceProblem]:
        if isinstance(part, ProjectPart):
            return translate.translate_project(part)
        return results.translate_results(part)


def connector(options: DbtOptions, folder: Path = Path()) -> DbtConnector:
    return DbtConnector(options, folder)
