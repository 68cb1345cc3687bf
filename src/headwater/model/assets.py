"""What a person says of a data asset, and of the edges between assets, before it becomes an event."""

from dataclasses import dataclass
from enum import StrEnum


class AssetType(StrEnum):
    TABLE = "table"
    VIEW = "view"
    PIPELINE = "pipeline"
    DASHBOARD = "dashboard"
    API = "api"
    FILE = "file"
    TOPIC = "topic"
    MODEL = "model"
    REPORT = "report"


class TransformationType(StrEnum):
    DIRECT = "direct"
    AGGREGATION = "aggregation"
    FILTER = "filter"
    JOIN = "join"
    CALCULATION = "calculation"
    RENAME = "rename"


@dataclass(frozen=True, slots=True)
class NewColumn:
    name: str
    type: str | None = None
    description: str | None = None
    is_pii: bool | None = None
    classification: str | None = None
    tags: tuple[str, ...] = ()
    nullable: bool | None = None


@dataclass(frozen=True, slots=True)
class NewAsset:
    """None changes nothing; an empty value takes back what was declared before."""

    type: AssetType
    name: str
    schema: str | None = None
    database: str | None = None
    namespace: str | None = None
    owner: str | None = None
    tier: str | None = None
    domain: str | None = None
    tags: tuple[str, ...] | None = None
    description: str | None = None
    columns: tuple[NewColumn, ...] | None = None

    @property
    def full_name(self) -> str:
        """The name as OpenLineage would have it: database, schema and name, as far as given.

        >>> NewAsset(AssetType.TABLE, "customers", schema="public", database="crm").full_name
        'crm.public.customers'
        """
        return ".".join(part for part in (self.database, self.schema, self.name) if part)


@dataclass(frozen=True, slots=True)
class NewEdge:
    """Assets by any name that finds them; without columns the edge is between the assets as a whole."""

    source_asset: str
    target_asset: str
    transformation_type: TransformationType = TransformationType.DIRECT
    source_column: str | None = None
    target_column: str | None = None
    transformation: str | None = None
    pipeline: str | None = None
    confidence: float | None = None
    removed: bool = False
