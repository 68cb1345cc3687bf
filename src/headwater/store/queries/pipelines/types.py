"""Types of pipelines, with rules for all pipelines of a type; types of addresses."""

from dataclasses import dataclass
from datetime import datetime

from headwater.store.queries.pipelines.tables import Table


@dataclass(frozen=True, slots=True)
class PipelineTypeRow:
    id: int
    name: str
    group_name: str | None
    timely_number: int | None
    timely_datepart: str | None
    mute_timely_check: bool
    created_at: datetime
    updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class AddressTypeRow:
    id: int
    name: str
    group_name: str | None
    created_at: datetime
    updated_at: datetime | None


PIPELINE_TYPES = Table("pipeline_type", PipelineTypeRow)
ADDRESS_TYPES = Table("address_type", AddressTypeRow)
