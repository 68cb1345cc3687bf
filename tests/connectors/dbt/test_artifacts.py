"""Artifacts that can't be used: a clear error that names file and field, before anything is sent."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import SourceDocument
from headwater.connectors.dbt import DbtOptions, connector
from headwater.errors import BadInputError
from tests.connectors.contract import NOW
from tests.connectors.dbt.test_translate import SHOP, changed, said

VERSION = "metadata.dbt_schema_version"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return changed(tmp_path, "none of them", lambda document: None)


def problem(folder: Path) -> str:
    with pytest.raises(BadInputError) as raised:
        next(iter(connector(DbtOptions(str(folder), namespace="x")).fetch({}, NOW)))
    return str(raised.value)


def test_a_truncated_artifact_is_named_and_nothing_is_sent(copied: Path) -> None:
    text = (SHOP / "run_results.json").read_text()
    (copied / "run_results.json").write_text(text[: len(text) // 2])
    assert "run_results.json: is not whole JSON" in problem(copied)


def test_another_artifact_under_the_name_is_named(copied: Path) -> None:
    (copied / "catalog.json").write_text((SHOP / "manifest.json").read_text())
    assert f"catalog.json: {VERSION}: this is a manifest, not a catalog" in problem(copied)


def test_a_folder_without_a_manifest_says_what_writes_one(tmp_path: Path) -> None:
    assert "manifest.json: no such file; `dbt compile`" in problem(tmp_path)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "must be a JSON object"),
        ({}, "metadata: required"),
        ({"metadata": {"dbt_schema_version": "latest"}}, f"{VERSION}: `latest` is not the version"),
        ({"metadata": {"dbt_schema_version": "https://x/dbt/manifest/v3.json"}}, "version 3 is too old"),
        (
            {"metadata": {"dbt_schema_version": "https://x/dbt/manifest/v12.json"}, "nodes": []},
            "nodes: must be an object",
        ),
    ],
)
def test_what_is_no_manifest_is_named_by_its_field(tmp_path: Path, document: Any, reason: str) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(document))
    assert reason in problem(tmp_path)


@pytest.mark.parametrize("version", [7, 8, 9, 10, 11, 12, 13, 99])
def test_versions_are_read_alike(tmp_path: Path, version: int) -> None:
    def age(document: dict[str, Any]) -> None:
        document["metadata"]["dbt_schema_version"] = (
            f"https://schemas.getdbt.com/dbt/manifest/v{version}.json"
        )
        if version < 10:
            del document["metadata"]["project_name"]
        for node in document["nodes"].values():
            if version < 7 + 1 and "compiled_code" in node:
                node["compiled_sql"] = node.pop("compiled_code")
            node.pop("attached_node", None)

    found = said(changed(tmp_path, "manifest", age))
    results = [one.body for one in found if isinstance(one, SourceDocument) and one.path == "/assertions"]
    assert len(found) == len(said())
    tested = [one["entity"]["name"] for one in results if one["name"].startswith("relationships")]
    assert tested == ["shop.main_staging.stg_orders"]


@pytest.mark.parametrize("value", [None, 1, [], "x", {}, {"nodes": 1}, [None]])
@pytest.mark.parametrize("field", ["depends_on", "config", "columns", "meta", "tags", "schema", "alias"])
def test_a_field_of_another_type_costs_no_more_than_itself(tmp_path: Path, field: str, value: Any) -> None:
    def damage(document: dict[str, Any]) -> None:
        document["nodes"]["model.shop.daily_revenue"][field] = value

    assert len(said(changed(tmp_path, "manifest", damage))) >= len(said()) - 3


def test_results_of_another_state_of_the_project_are_named_one_by_one(tmp_path: Path) -> None:
    def remove(document: dict[str, Any]) -> None:
        del document["nodes"]["model.shop.customer_value"]

    found = [
        one for one in said(changed(tmp_path, "manifest", remove)) if not isinstance(one, SourceDocument)
    ]
    assert [one.reason for one in found] == ["`model.shop.customer_value` is not in manifest.json"]
