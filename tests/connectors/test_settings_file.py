"""The file of connectors: all of it is read, or an error names file and field."""

from datetime import timedelta
from pathlib import Path

import pytest

from headwater.connectors.settings_file import read_connectors
from headwater.errors import BadInputError


def write(folder: Path, text: str) -> Path:
    file = folder / "connectors.yaml"
    file.write_text(text)
    return file


def test_connectors_are_read_with_paths_beside_the_file(tmp_path: Path) -> None:
    file = write(tmp_path, "connectors: [{name: shop, kind: dbt, every: 2h, target: target}]")
    (one,) = read_connectors(file)
    assert (one.name, one.every, one.connector.kind) == ("shop", timedelta(hours=2), "dbt")


def test_secrets_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_TARGET", "elsewhere/target")
    file = write(tmp_path, "connectors: [{name: shop, kind: dbt, every: 2h, target: '${SHOP_TARGET}'}]")
    assert read_connectors(file)[0].connector.source == "elsewhere/target"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("- shop", "connectors: must be a list"),
        ("connectors: 1", "connectors: must be a list"),
        ("a: [", "is not YAML"),
        ("connectors: [shop]", "connectors[0]: must be a mapping"),
        ("connectors: [{kind: dbt, every: 1h}]", "connectors[0].name: required"),
        ("connectors: [{name: a b, kind: dbt, every: 1h}]", "connectors[0].name: must be letters"),
        ("connectors: [{name: a, kind: dbt, every: soon, target: t}]", "connectors[0].every: `soon`"),
        ("connectors: [{name: a, kind: dbt, every: 1s, target: t}]", "connectors[0].every: must be at least"),
        ("connectors: [{name: a, kind: dbt, every: 1h}]", "connectors[0]: Object missing required field"),
        ("connectors: [{name: a, kind: dbt, every: 1h, target: t, x: 1}]", "unknown field `x`"),
        ("connectors: [{name: a, kind: dbt, every: 1h, target: '${NOT_SET}'}]", "NOT_SET is not set"),
        (
            "connectors: [{name: a, kind: dbt, every: 1h, target: t}, "
            "{name: a, kind: dbt, every: 1h, target: u}]",
            "`a` comes twice",
        ),
    ],
)
def test_what_can_not_be_used_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadInputError) as raised:
        read_connectors(write(tmp_path, text))
    assert problem in str(raised.value)
    assert "connectors.yaml" in str(raised.value)
