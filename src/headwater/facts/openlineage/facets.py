"""The standard facets that the pipeline interprets, in the shapes producers really send."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from headwater.facts.budgets import NAME, WORD

Name = Annotated[str, Meta(pattern=r"\S", max_length=NAME.limit)]
# May be empty, which says as little as nothing.
Text = Annotated[str, Meta(max_length=NAME.limit)]
Word = Annotated[str, Meta(max_length=WORD.limit)]


class Identifier(Struct):
    namespace: Name
    name: Name


class SchemaField(Struct):
    name: Name
    type: str | None = None
    description: str | None = None
    ordinal_position: int | None = None
    fields: list["SchemaField"] | None = None


# Lists are optional throughout: a facet without one states nothing, which is no reason for quarantine.
class SchemaFacet(Struct):
    fields: list[SchemaField] | None = None


class Transformation(Struct):
    type: Word | None = None
    subtype: Word | None = None
    description: str | None = None
    masking: bool | None = None


class InputField(Struct):
    namespace: Name
    name: Name
    field: Name
    transformations: list[Transformation] | None = None


class OutputField(Struct):
    inputFields: list[InputField] | None = None  # noqa: N815 (their word)
    transformationDescription: str | None = None  # noqa: N815
    transformationType: str | None = None  # noqa: N815


class ColumnLineageFacet(Struct):
    fields: dict[Name, OutputField] | None = None
    dataset: list[InputField] | None = None


class LineageInput(Struct):
    namespace: Name | None = None
    name: Name | None = None
    type: str = "DATASET"
    field: Name | None = None
    transformations: list[Transformation] | None = None

    def __post_init__(self) -> None:
        _check_reference(self)


class LineageField(Struct):
    inputs: list[LineageInput] | None = None


class LineageEntry(Struct):
    """What feeds one target. Without namespace and name, a job means the event's own."""

    namespace: Name | None = None
    name: Name | None = None
    type: str = "DATASET"
    inputs: list[LineageInput] | None = None
    fields: dict[Name, LineageField] | None = None

    def __post_init__(self) -> None:
        _check_reference(self)


def _check_reference(given: LineageInput | LineageEntry) -> None:
    """A job is named whole or not at all, a dataset whole."""
    given_names = [name for name in (given.namespace, given.name) if name is not None]
    own_job = given.type.upper() == "JOB" and not given_names
    if not own_job and len([name for name in given_names if name.strip()]) < 2:
        raise ValueError(f"{given.type.lower()} without a namespace and a name")


class JobLineageFacet(Struct):
    entries: list[LineageEntry] | None = None


class DatasetLineageFacet(Struct):
    inputs: list[LineageInput] | None = None
    fields: dict[Name, LineageField] | None = None


class RunReference(Struct):
    runId: Name  # noqa: N815


class ParentRoot(Struct):
    run: RunReference
    job: Identifier | None = None


class ParentFacet(Struct):
    run: RunReference
    job: Identifier | None = None
    root: ParentRoot | None = None


class SymlinksFacet(Struct):
    identifiers: list[Identifier] | None = None


class LifecycleFacet(Struct):
    lifecycleStateChange: Word  # noqa: N815
    previousIdentifier: Identifier | None = None  # noqa: N815


class SqlFacet(Struct):
    query: str
    dialect: Word | None = None


class Tag(Struct):
    key: Word
    # Of any type: only `field` is read here, and an odd value must not cost the whole facet.
    value: Any = None
    field: Text | None = None


class TagsFacet(Struct):
    tags: list[Tag] | None = None


class DeclaredColumn(Struct, omit_defaults=True):
    name: Name
    type: str | None = None
    description: str | None = None
    is_pii: bool | None = None
    classification: Word | None = None
    tags: list[Word] | None = None
    nullable: bool | None = None


class AssetFacet(Struct):
    """What a person says of an asset in the catalog; a field that is not set stays as it was."""

    type: Word | None = None
    schema: Word | None = None
    database: Word | None = None
    owner: Word | None = None
    tier: Word | None = None
    domain: Word | None = None
    tags: list[Word] | None = None
    description: str | None = None
    columns: list[DeclaredColumn] | None = None


class DeclaredEnd(Struct):
    namespace: Name
    name: Name
    kind: str = "dataset"
    field: Name | None = None


class EdgeDeclaration(Struct):
    """One edge that a person declares; `removed` takes it back."""

    source: DeclaredEnd
    target: DeclaredEnd
    transformation_type: str = "direct"
    transformation: str | None = None
    pipeline: Identifier | None = None
    confidence: float | None = None
    removed: bool = False


class DeclaredEdgesFacet(Struct):
    edges: list[EdgeDeclaration] | None = None


class ReportedAssertion(Struct):
    assertion: Name
    success: bool | None = None
    column: Text | None = None
    severity: Word | None = None
    name: Text | None = None
    description: str | None = None
    expected: Any = None
    actual: Any = None


class AssertionsFacet(Struct):
    assertions: list[ReportedAssertion] | None = None


class SignalFacet(Struct, omit_defaults=True):
    """What somebody said of a dataset."""

    text: str
    source: Word | None = None
    author: Word | None = None
    severity: Word | None = None
    link: Text | None = None


class DatasetTypeFacet(Struct):
    datasetType: Any = None  # noqa: N815


class JobTypeFacet(Struct):
    jobType: Any = None  # noqa: N815


class OwnershipFacet(Struct):
    owners: Any = None
