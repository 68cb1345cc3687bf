"""The warehouse of a dbt project as OpenLineage names it, so that manifest and dbt-ol speak of one table."""

from pathlib import Path

import pytest

from headwater.connectors.dbt.profile import find_namespace
from headwater.errors import BadInputError
from tests.connectors.dbt.test_translate import SHOP

PROFILE = "shop: {{target: dev, outputs: {{dev: {{{fields}}}}}}}"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    (folder / "manifest.json").write_bytes((SHOP / "manifest.json").read_bytes())
    (tmp_path / "dbt_project.yml").write_text("profile: shop")
    return folder


@pytest.mark.parametrize(
    ("fields", "namespace"),
    [
        ("type: duckdb, path: shop.duckdb", "duckdb://shop.duckdb"),
        ("type: postgres, host: db.example, port: 5433", "postgres://db.example:5433"),
        ("type: redshift, host: cluster.example", "redshift://cluster.example:5439"),
        ("type: snowflake, account: ab12345.eu", "snowflake://ab12345.eu"),
        ("type: bigquery, project: p", "bigquery"),
        ("type: databricks, host: adb.example", "databricks://adb.example"),
        ("type: spark, method: thrift, host: spark.example", "spark://spark.example:10001"),
        ("type: trino, host: \"{{ env_var('DBT_HOST') }}\", port: 8080", "trino://trino.example:8080"),
        ("type: trino, host: \"{{ env_var('NOT_SET', 'spare') }}\", port: 8080", "trino://spare:8080"),
    ],
)
def test_the_namespace_is_the_one_of_dbt_ol(
    target: Path, fields: str, namespace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBT_HOST", "trino.example")
    (target.parent / "profiles.yml").write_text(PROFILE.format(fields=fields))
    assert find_namespace(target, None, None) == namespace


@pytest.mark.parametrize(
    ("profile", "reason"),
    [
        (None, "profiles.yml: not found"),
        ("other: {}", "shop: no such profile"),
        (PROFILE.format(fields="type: oracle"), "type: `oracle` is not known"),
        (PROFILE.format(fields="type: postgres"), "host: required for postgres"),
        ("shop: {target: prod, outputs: {}}", "outputs.prod: no such target"),
        ("shop: [", "can't be read"),
    ],
)
def test_what_is_missing_is_named_with_what_to_give_instead(
    target: Path, profile: str | None, reason: str
) -> None:
    if profile is not None:
        (target.parent / "profiles.yml").write_text(profile)
    with pytest.raises(BadInputError) as raised:
        find_namespace(target, target.parent, None)
    assert reason in str(raised.value)
