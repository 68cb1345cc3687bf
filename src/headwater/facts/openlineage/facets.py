"""The standard facets that the pipeline interprets, in the shapes producers really send."""

from typing import Any

from msgspec import Struct


class Identifier(Struct):
    namespace: str
    name: str


class SchemaField(Struct):
    name: str
    type: str | None = None
    description: str | None = None
    ordinal_position: int | None = None
    fields: list["SchemaField"] | None = None


# Lists are optional throughout: a facet without one states nothing, which is no reason for quarantine.
class SchemaFacet(Struct):
    fields: list[SchemaField] | None = None


class Transformation(Struct):
    type: str | None = None
    subtype: str | None = None
    description: str | None = None
    masking: bool | None = None


class InputField(Struct):
    namespace: str
    name: str
    field: str
    transformations: list[Transformation] | None = None


class OutputField(Struct):
    inputFields: list[InputField] | None = None  # noqa: N815 (their word)
    transformationDescription: str | None = None  # noqa: N815
    transformationType: str | None = None  # noqa: N815


class ColumnLineageFacet(Struct):
    fields: dict[str, OutputField] | None = None
    dataset: list[InputField] | None = None


class LineageInput(Struct):
    namespace: str | None = None
    name: str | None = None
    type: str = "DATASET"
    field: str | None = None
    transformations: list[Transformation] | None = None


class LineageField(Struct):
    inputs: list[LineageInput] | None = None


class LineageEntry(Struct):
    """What feeds one target. Without namespace and name, a job means the event's own."""

    namespace: str | None = None
    name: str | None = None
    type: str = "DATASET"
    inputs: list[LineageInput] | None = None
    fields: dict[str, LineageField] | None = None


class JobLineageFacet(Struct):
    entries: list[LineageEntry] | None = None


class DatasetLineageFacet(Struct):
    inputs: list[LineageInput] | None = None
    fields: dict[str, LineageField] | None = None


class RunReference(Struct):
    runId: str  # noqa: N815


class ParentRoot(Struct):
    run: RunReference
    job: Identifier


class ParentFacet(Struct):
    run: RunReference
    job: Identifier
    root: ParentRoot | None = None


class SymlinksFacet(Struct):
    identifiers: list[Identifier] | None = None


class LifecycleFacet(Struct):
    lifecycleStateChange: str  # noqa: N815
    previousIdentifier: Identifier | None = None  # noqa: N815


class SqlFacet(Struct):
    query: str
    dialect: str | None = None


class Tag(Struct):
    key: str
    # Of any type: only `field` is read here, and an odd value must not cost the whole facet.
    value: Any = None
    field: str | None = None


class TagsFacet(Struct):
    tags: list[Tag] | None = None


class AssetColumn(Struct, omit_defaults=True):
    name: str
    type: str | None = None
    description: str | None = None
    is_pii: bool | None = None
    classification: str | None = None
    tags: list[str] | None = None
    nullable: bool | None = None


class AssetFacet(Struct):
    """What a person says of an asset in the catalog; a field that is not set stays as it was."""

    type: str | None = None
    schema: str | None = None
    database: str | None = None
    owner: str | None = None
    tier: str | None = None
    tags: list[str] | None = None
    description: str | None = None
    columns: list[AssetColumn] | None = None


class DeclaredEnd(Struct):
    namespace: str
    name: str
    kind: str = "dataset"
    field: str | None = None


class DeclaredEdge(Struct):
    """One edge that a person declares; `removed` takes it back."""

    source: DeclaredEnd
    target: DeclaredEnd
    transformation_type: str = "direct"
    transformation: str | None = None
    pipeline: Identifier | None = None
    confidence: float | None = None
    removed: bool = False


class DeclaredEdgesFacet(Struct):
    edges: list[DeclaredEdge] | None = None


class Assertion(Struct):
    assertion: str
    success: bool | None = None
    column: str | None = None
    severity: str | None = None
    name: str | None = None
    description: str | None = None
    expected: Any = None
    actual: Any = None


class AssertionsFacet(Struct):
    assertions: list[Assertion] | None = None
