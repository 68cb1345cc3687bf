"""A package that stands alone: standard library only, an old Python, and public names that stay."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import data_lineage_hub_sdk
import headwater_sdk
from headwater_sdk.settings import VARIABLES
from tests.docs.repository import ROOT

SOURCE = ROOT / "sdk" / "src"
GUIDE = (ROOT / "docs" / "guides" / "sdk.md").read_text()

PUBLIC = [
    "AsyncLineageHubClient",
    "AsyncTelemetryClient",
    "Dataset",
    "DeliveryError",
    "HeadwaterSdkError",
    "LineageHubClient",
    "Run",
    "SdkSettings",
    "SettingsError",
    "TelemetryClient",
    "__version__",
    "configure",
    "current_run",
    "flush",
    "inherit_run",
    "lineage_track",
    "reset",
    "statistics",
    "telemetry_track",
    "track",
]
HUBS = [
    "LineageHubClient",
    "LineageHubConfig",
    "TelemetryClient",
    "configure",
    "lineage_track",
    "telemetry_track",
]


def test_the_public_names_are_these() -> None:
    assert headwater_sdk.__all__ == PUBLIC == sorted(PUBLIC)
    assert data_lineage_hub_sdk.__all__ == HUBS == sorted(HUBS)


def test_every_public_name_is_in_the_guide() -> None:
    assert [name for name in PUBLIC if name != "__version__" and name not in GUIDE] == []


def test_every_variable_is_in_the_guide() -> None:
    assert [name for names in VARIABLES.values() for name in names if f"`{name}`" not in GUIDE] == []


@pytest.mark.process
def test_it_needs_nothing_but_the_standard_library() -> None:
    modules = sorted(
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        for path in SOURCE.rglob("*.py")
    )
    # Without the site module, there are no other packages.
    program = f"import sys; sys.path.insert(0, {str(SOURCE)!r})\n" + "\n".join(
        f"import {name}" for name in modules
    )
    subprocess.run([sys.executable, "-S", "-E", "-c", program], check=True, timeout=100)


def test_it_imports_nothing_of_the_server() -> None:
    imported = {
        module
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for module in _modules(node)
    }
    assert not {name for name in imported if re.match(r"headwater(\.|$)", name)}


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


@pytest.mark.process
def test_it_runs_on_python_3_9() -> None:
    program = [str(Path(sys.executable).with_name("vermin")), "-t=3.9-", "--no-tips", "--violations"]
    checked = subprocess.run(
        [*program, str(SOURCE), str(ROOT / "sdk" / "examples")], capture_output=True, text=True, timeout=100
    )
    assert checked.returncode == 0, checked.stdout
    for path in (ROOT / "sdk").rglob("*.py"):
        ast.parse(path.read_text(), feature_version=(3, 9))


def test_the_versions_of_package_and_module_are_one() -> None:
    declared = re.search(r'^version = "(.+)"$', (ROOT / "sdk" / "pyproject.toml").read_text(), re.MULTILINE)
    assert declared is not None
    assert declared[1] == headwater_sdk.__version__
