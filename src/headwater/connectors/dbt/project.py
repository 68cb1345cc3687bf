"""A dbt project as its manifest and catalog describe it, read as leniently as versions differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from headwater.connectors.dbt.artifacts import Artifact
from headwater.connectors.openlineage import DatasetName
from headwater.model.events import content_id

# What a project builds; tests, analyses, operations and macros leave no table.
BUILT = ("model", "seed", "snapshot")
# These differ from one parse to the next without the project being another.
VOLATILE = (
    *("created_at", "build_path", "root_path", "compiled_path", "deferred", "unrendered_config", "raw_code"),
    *("compiled", "extra_ctes", "extra_ctes_injected"),
)
# A view has no rows of its own.
VIEWS = ("view", "materialized_view", "materialized view", "dynamic_table")


@dataclass(frozen=True)
class DbtColumn:
    name: str
    type: str | None
    description: str | None
    meta: Mapping[str, Any]
    tags: tuple[str, ...]


@dataclass(frozen=True)
class DbtNode:
    """A model, seed, snapshot, source, exposure or test; `node` is as the manifest has it."""

    unique_id: str
    node: Mapping[str, Any]
    catalog: Mapping[str, Any] = field(default_factory=dict)
    """What the database holds under its name, if the catalog shows it."""
    shown_at: str | None = None
    """When the catalog was made, if it shows the node."""

    @property
    def resource(self) -> str:
        return self.unique_id.partition(".")[0]

    @property
    def config(self) -> Mapping[str, Any]:
        return mapping(self.node.get("config"))

    @property
    def materialized(self) -> str:
        return text(self.config.get("materialized")) or ("table" if self.resource != "source" else "")

    @property
    def has_table(self) -> bool:
        return self.resource == "source" or (self.resource in BUILT and self.materialized != "ephemeral")

    @property
    def table(self) -> str:
        """Database, schema and name, as far as there are."""
        return self._joined(
            text(self.node.get("identifier" if self.resource == "source" else "alias")) or self.own_name
        )

    @property
    def table_by_name(self) -> str:
        """As dbt-ol calls a source: by the name that the project gives it, not by that of the table."""
        return self._joined(self.own_name)

    def _joined(self, table: str) -> str:
        parts = (text(self.node.get("database")), text(self.node.get("schema")), table)
        return ".".join(part for part in parts if part)

    @property
    def own_name(self) -> str:
        return text(self.node.get("name")) or self.unique_id.rpartition(".")[2]

    @property
    def description(self) -> str | None:
        return text(self.node.get("description"))

    @property
    def meta(self) -> Mapping[str, Any]:
        # Newer versions keep it in the config; what a node says itself goes first.
        source = mapping(self.node.get("source_meta"))
        return {**source, **mapping(self.config.get("meta")), **mapping(self.node.get("meta"))}

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*texts(self.node.get("tags")), *texts(self.config.get("tags")))))

    @property
    def parents(self) -> tuple[str, ...]:
        return texts(mapping(self.node.get("depends_on")).get("nodes"))

    @property
    def sql(self) -> str | None:
        # The older versions say `compiled_sql`.
        return text(self.node.get("compiled_code")) or text(self.node.get("compiled_sql"))

    @property
    def contract(self) -> bool:
        return mapping(self.node.get("contract") or self.config.get("contract")).get("enforced") is True

    @cached_property
    def columns(self) -> tuple[DbtColumn, ...]:
        """As the database has them if the catalog shows it, else as the project describes them."""
        described = {name.lower(): mapping(one) for name, one in mapping(self.node.get("columns")).items()}
        shown = mapping(self.catalog.get("columns"))
        placed = sorted(shown.values(), key=lambda one: mapping(one).get("index") or 0)
        found = [mapping(one) for one in placed] or list(described.values())
        return tuple(self._column(one, described) for one in found if text(one.get("name")))

    def _column(self, shown: Mapping[str, Any], described: Mapping[str, Mapping[str, Any]]) -> DbtColumn:
        name = str(shown["name"])
        said = described.get(name.lower(), {})
        config = mapping(said.get("config"))
        return DbtColumn(
            name,
            text(shown.get("type")) or text(said.get("data_type")),
            text(said.get("description")) or text(shown.get("comment")),
            {**mapping(config.get("meta")), **mapping(said.get("meta"))},
            tuple(dict.fromkeys((*texts(said.get("tags")), *texts(config.get("tags"))))),
        )

    @cached_property
    def digest(self) -> str:
        stated = {name: value for name, value in self.node.items() if name not in VOLATILE}
        return content_id([stated, mapping(self.catalog.get("columns"))]).hex


@dataclass(frozen=True)
class Project:
    name: str
    namespace: str
    job_namespace: str
    dialect: str | None
    generated_at: str
    nodes: Mapping[str, DbtNode]

    def dataset(self, node: DbtNode) -> DatasetName:
        return self.namespace, node.table

    def job(self, unique_id: str) -> DatasetName:
        return self.job_namespace, unique_id

    def tables_of(self, unique_ids: tuple[str, ...]) -> Iterator[DbtNode]:
        """What these read from: an ephemeral model is a part of the text of whoever reads it."""
        seen: set[str] = set()
        waiting = list(reversed(unique_ids))
        while waiting:
            unique_id = waiting.pop()
            node = self.nodes.get(unique_id)
            if node is None or unique_id in seen:
                continue
            seen.add(unique_id)
            if node.has_table:
                yield node
            else:
                waiting.extend(reversed(node.parents))


def build_project(
    manifest: Artifact, catalog: Artifact | None, namespace: str, job_namespace: str
) -> Project:
    shown = {**catalog.section("nodes"), **catalog.section("sources")} if catalog else {}
    found = {**manifest.section("sources"), **manifest.section("nodes"), **manifest.section("exposures")}
    return Project(
        name=_project_name(manifest, found),
        namespace=namespace,
        job_namespace=job_namespace,
        dialect=text(manifest.metadata.get("adapter_type")),
        generated_at=manifest.generated_at,
        nodes={
            unique_id: _node(unique_id, node, shown.get(unique_id), catalog)
            for unique_id, node in found.items()
        },
    )


def _node(unique_id: str, node: Any, shown: Any, catalog: Artifact | None) -> DbtNode:
    columns = mapping(shown).get("columns")
    return DbtNode(
        unique_id, mapping(node), mapping(shown), catalog.generated_at if catalog and columns else None
    )


def _project_name(manifest: Artifact, found: Mapping[str, Any]) -> str:
    # Versions before 10 do not say it: there, models are the project's own far more often than a package's.
    packages = [mapping(node).get("package_name") for node in found.values()]
    named = [package for package in packages if isinstance(package, str)]
    return text(manifest.metadata.get("project_name")) or (
        max(set(named), key=lambda name: (named.count(name), name)) if named else "project"
    )


def mapping(value: Any) -> Mapping[str, Any]:
    """What is no mapping says nothing."""
    return value if isinstance(value, dict) else {}


def text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def texts(value: Any) -> tuple[str, ...]:
    found = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(one for one in found if isinstance(one, str) and one.strip())
