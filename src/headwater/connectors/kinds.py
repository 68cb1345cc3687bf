"""Every kind of connector: its options, and the function that makes it from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from headwater.connectors import dashboards, dbt, openmetadata, query_log, warehouse
from headwater.connectors.contract import Connector
from headwater.errors import BadInputError


@dataclass(frozen=True, slots=True)
class ConnectorKind:
    options: type[msgspec.Struct]
    build: Callable[[Any, Path], Connector[Any]]
    """From the options, and the folder that paths are relative to."""


KINDS: Mapping[str, ConnectorKind] = {
    "dashboards": ConnectorKind(dashboards.DashboardOptions, dashboards.connector),
    "dbt": ConnectorKind(dbt.DbtOptions, dbt.connector),
    "openmetadata": ConnectorKind(openmetadata.OpenMetadataOptions, openmetadata.connector),
    "query_log": ConnectorKind(query_log.QueryLogOptions, query_log.connector),
    "warehouse": ConnectorKind(warehouse.WarehouseOptions, warehouse.connector),
}


def build_connector(kind: str, options: Mapping[str, Any], place: str, folder: Path) -> Connector[Any]:
    """A connector from the options in a settings file; an error names the field."""
    known = KINDS.get(kind)
    if known is None:
        raise BadInputError(f"{place}.kind", f"`{kind}` is none of {', '.join(KINDS)}")
    try:
        return known.build(msgspec.convert(dict(options), known.options), folder)
    except msgspec.ValidationError as error:
        raise BadInputError(place, str(error)) from error
    except BadInputError as error:
        raise BadInputError(f"{place}.{error.field}", error.reason) from error
