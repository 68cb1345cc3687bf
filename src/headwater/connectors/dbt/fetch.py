"""Reads the artifacts of a dbt project, and finds what is new in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from headwater.connectors.contract import Fetched, State
from headwater.connectors.dbt.artifacts import Artifact, read_artifact, read_optional
from headwater.connectors.dbt.project import DbtNode, Project, build_project
from headwater.connectors.dbt.state import DbtState

# A dataset, a job or a dashboard comes of these; tests are reported when they have run.
STATED = ("source", "model", "seed", "snapshot", "exposure")


@dataclass(frozen=True, slots=True)
class ProjectPart:
    """What the project says of nodes that are new or changed, and those that it no longer has."""

    project: Project
    changed: tuple[DbtNode, ...]
    gone: tuple[str, ...]
    manifest_file: str


@dataclass(frozen=True, slots=True)
class ResultsPart:
    """What came of a command: `run-results` of a run or build, or `sources` of a freshness check."""

    project: Project
    kind: str
    artifact: Artifact
    with_runs: bool


DbtPart = ProjectPart | ResultsPart


def fetch_parts(
    target: Path, namespace: str, job_namespace: str, kept: State, with_runs: bool
) -> Iterator[Fetched[DbtPart]]:
    """All artifacts are read before the first part is handed out: a broken one leaves nothing half-sent."""
    state = DbtState.read(kept)
    project = read_project(target, namespace, job_namespace)
    run_results = read_optional(target / "run_results.json", "run-results")
    sources = read_optional(target / "sources.json", "sources")
    digests = {node.unique_id: node.digest for node in project.nodes.values() if node.resource in STATED}
    changed = tuple(
        project.nodes[unique_id]
        for unique_id, digest in digests.items()
        if state.nodes.get(unique_id) != digest
    )
    gone = tuple(sorted(state.nodes.keys() - digests.keys()))
    state = msgspec.structs.replace(state, nodes=digests)
    if changed or gone:
        yield Fetched(ProjectPart(project, changed, gone, str(target / "manifest.json")), state.kept())
    if run_results is not None and run_results.generated_at != state.run_results:
        state = msgspec.structs.replace(state, run_results=run_results.generated_at)
        yield Fetched(ResultsPart(project, "run-results", run_results, with_runs), state.kept())
    if sources is not None and sources.generated_at != state.sources:
        state = msgspec.structs.replace(state, sources=sources.generated_at)
        yield Fetched(ResultsPart(project, "sources", sources, with_runs), state.kept())


def read_project(target: Path, namespace: str, job_namespace: str) -> Project:
    manifest = read_artifact(target / "manifest.json", "manifest")
    for node in manifest.section("nodes").values():
        _compile(target, node)
    return build_project(
        manifest, read_optional(target / "catalog.json", "catalog"), namespace, job_namespace
    )


def _compile(target: Path, node: Any) -> None:
    """Commands that only parse, such as `source freshness`, leave the SQL out of the manifest they write.

    The file that an earlier command compiled still lies beside it.
    """
    if not isinstance(node, dict) or node.get("compiled_code") or node.get("compiled_sql"):
        return
    package, path = node.get("package_name"), node.get("original_file_path")
    if node.get("resource_type") != "model" or not isinstance(package, str) or not isinstance(path, str):
        return
    file = (target / "compiled" / package / path).resolve()
    # A path of a manifest must not lead to a file elsewhere.
    if file.is_relative_to((target / "compiled").resolve()) and file.is_file():
        node["compiled_code"] = file.read_text(encoding="utf-8", errors="replace").strip()
