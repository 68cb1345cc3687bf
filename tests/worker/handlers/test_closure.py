"""The closure is estimated and exported on request, and refused when it is too large."""

from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from headwater.graph.analytics.closure_size import ClosureTooLargeError
from headwater.store.work import Task
from headwater.worker.handlers.closure import closure, closure_estimate
from headwater.worker.resources import Resources

pytestmark = [pytest.mark.spark, pytest.mark.usefixtures("chain")]


def test_the_closure_is_exported_under_the_home_folder(resources: Resources, tmp_path: Path) -> None:
    result = closure(resources, Task("closure", {"level": "column"}, id=7))
    assert (result["rows"], result["folder"]) == (3, str(tmp_path / "exports" / "closure-7"))
    (first,) = (row for row in _read(tmp_path / "exports" / "closure-7") if row["depth"] == 2)
    ends = {name: first[name] for name in first if not name.endswith("_id")}
    assert ends == {
        "ancestor_namespace": "ecommerce_warehouse",
        "ancestor_name": "d0",
        "ancestor_field": "c",
        "descendant_namespace": "ecommerce_warehouse",
        "descendant_name": "d2",
        "descendant_field": "c",
        "depth": 2,
    }


def _read(folder: Path) -> list[dict[str, Any]]:
    return [row for file in folder.glob("*.parquet") for row in parquet.read_table(file).to_pylist()]


def test_an_estimate_comes_without_an_export(resources: Resources, tmp_path: Path) -> None:
    result: dict[str, Any] = closure_estimate(
        resources, Task("closure_estimate", {"level": "dataset", "depth": 1})
    )
    assert (result["rows"], result["exact"]) == (2, True)
    assert result["bytes"] > 0
    assert not (tmp_path / "exports").exists()


def test_an_export_over_the_limit_leaves_nothing(resources: Resources, tmp_path: Path) -> None:
    with pytest.raises(ClosureTooLargeError, match="about 3 rows"):
        closure(resources, Task("closure", {"level": "dataset", "max_rows": 2}, id=7))
    assert not (tmp_path / "exports").exists()
