"""What a pull request changes: the models of two manifests whose compiled SQL differs, or that are gone."""

from dataclasses import dataclass
from pathlib import Path

from headwater.connectors.dbt.artifacts import Artifact, read_artifact
from headwater.connectors.dbt.project import DbtNode, Project, build_project
from headwater.errors import BadInputError


@dataclass(frozen=True, slots=True)
class ModelChange:
    """`head` is None for a model that is gone; `file` is where the project keeps it."""

    unique_id: str
    table: str
    base: str
    head: str | None
    file: str


@dataclass(frozen=True, slots=True)
class ProjectChange:
    changed: tuple[ModelChange, ...]
    added: tuple[str, ...]
    not_compiled: tuple[str, ...]
    """Models that differ in their source, and whose compiled SQL is missing on a side."""
    dialect: str | None


def compare(base: Path, head: Path) -> ProjectChange:
    """Of two folders of artifacts, or two manifests."""
    before, after = _models(base), _models(head)
    changed, not_compiled = [], []
    for unique_id, node in before.nodes.items():
        other = after.nodes.get(unique_id)
        if node.sql is None or (other is not None and other.sql is None):
            if other is None or _source(node) != _source(other):
                not_compiled.append(unique_id)
        elif other is None or _plain(node.sql) != _plain(other.sql or ""):
            file = str((other or node).node.get("original_file_path") or unique_id)
            changed.append(ModelChange(unique_id, node.table, node.sql, other.sql if other else None, file))
    added = tuple(unique_id for unique_id in after.nodes if unique_id not in before.nodes)
    return ProjectChange(tuple(changed), added, tuple(not_compiled), after.dialect)


def _models(path: Path) -> Project:
    manifest = _manifest(path)
    project = build_project(manifest, None, "", "")
    models = {key: node for key, node in project.nodes.items() if node.resource == "model" and node.has_table}
    if not models:
        raise BadInputError(f"{manifest.file}: nodes", "holds no model")
    return Project(project.name, "", "", project.dialect, project.generated_at, models)


def _manifest(path: Path) -> Artifact:
    return read_artifact(path / "manifest.json" if path.is_dir() else path, "manifest")


def _source(node: DbtNode) -> object:
    return node.node.get("raw_code") or node.node.get("raw_sql")


def _plain(sql: str) -> str:
    """Without what an editor may change at the ends of lines."""
    return "\n".join(line.rstrip() for line in sql.strip().splitlines())
