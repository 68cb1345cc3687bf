"""An export as Superset writes it: a ZIP file with a folder of YAML files, linked by their uuid."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import yaml

FILES: dict[str, dict[str, Any]] = {
    "metadata.yaml": {"version": "1.0.0", "type": "Dashboard"},
    "databases/Shop.yaml": {
        "database_name": "Shop",
        "sqlalchemy_uri": "postgresql+psycopg2://reader:XXXXXXXXXX@db:5432/shop",
        "uuid": "d1",
    },
    "datasets/Shop/orders.yaml": {
        "table_name": "orders",
        "schema": "sales",
        "uuid": "t1",
        "database_uuid": "d1",
        "columns": [{"column_name": "year", "expression": "extract(year from created_at)"}],
        "metrics": [{"metric_name": "revenue", "expression": "sum(amount_usd)"}],
    },
    "datasets/Shop/top.yaml": {
        "table_name": "top",
        "sql": "select email, count(*) as orders from crm.customers group by email;",
        "uuid": "t2",
        "database_uuid": "d1",
    },
    "charts/Revenue.yaml": {
        "slice_name": "Revenue by year",
        "uuid": "aaaaaaaa-1",
        "dataset_uuid": "t1",
        "params": {"groupby": ["year", "country"], "metrics": ["revenue"]},
    },
    "charts/Top.yaml": {
        "slice_name": "Top customers",
        "uuid": "bbbbbbbb-2",
        "dataset_uuid": "t2",
        "params": {
            "all_columns": ["email"],
            "metric": {
                "expressionType": "SIMPLE",
                "aggregate": "COUNT_DISTINCT",
                "column": {"column_name": "orders"},
                "label": "n",
            },
        },
    },
    "charts/Lost.yaml": {"slice_name": "Lost", "uuid": "c3", "dataset_uuid": "nowhere", "params": {}},
    "dashboards/Board.yaml": {
        "dashboard_title": "Board",
        "slug": "board",
        "uuid": "e1",
        "position": {
            "ROOT_ID": {"type": "ROOT"},
            "CHART-1": {"type": "CHART", "meta": {"uuid": "aaaaaaaa-1", "sliceNameOverride": "Revenue"}},
            "CHART-2": {"type": "CHART", "meta": {"uuid": "bbbbbbbb-2"}},
            "DASHBOARD_VERSION_KEY": "v2",
        },
    },
}


def write_export(file: Path, files: dict[str, dict[str, Any]] = FILES) -> Path:
    with ZipFile(file, "w") as archive:
        for name, body in files.items():
            archive.writestr(f"dashboard_export_20260420/{name}", yaml.safe_dump(body))
    return file
