"""The web app's own checks: types, lint, unit tests, and that its packages come from anywhere."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from headwater.api.web_app import WebApp
from headwater.cli.demo import things_to_try
from tests.docs.repository import ROOT

LOCK = ROOT / "web" / "package-lock.json"
NO_WEB = "the web app was not built"


def test_the_lock_file_names_no_place_to_fetch_from() -> None:
    packages = json.loads(LOCK.read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []


@pytest.mark.parametrize("check", ["types", "lint", "test"])
def test_the_app_passes_its_own_check(builder: ModuleType, node: Path, check: str) -> None:
    try:
        builder.run(node, "npm", "run", "--silent", check)
    except builder.subprocess.CalledProcessError as error:
        pytest.fail(f"npm run {check}:\n{error.stdout}")


def test_the_app_is_built_again_only_when_its_source_changed(
    builder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, place in (("WEB", "web"), ("BUILD", "build"), ("STAMP", "build/source.sha256")):
        monkeypatch.setattr(builder, name, tmp_path / place)
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(builder, "find_node", lambda: tmp_path)
    monkeypatch.setattr(builder, "install_packages", lambda node: None)
    monkeypatch.setattr(builder, "run", lambda node, *command: calls.append(command))
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "build").mkdir()
    (tmp_path / "web" / "src" / "main.tsx").write_text("1")
    assert [builder.build(), builder.build()] == [True, False]
    (tmp_path / "web" / "src" / "main.tsx").write_text("2")
    assert builder.build()
    assert len(calls) == 2


def test_without_node_the_build_says_so_and_leaves_the_rest_alone(
    builder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise builder.NoNodeError("there is no Node.js")

    monkeypatch.setattr(builder, "STAMP", tmp_path / "none")
    monkeypatch.setattr(builder, "find_node", lambda: None)
    monkeypatch.setattr(builder, "fetch_node", refuse)
    assert builder.main() == 1
    assert f"{NO_WEB}, everything else works: there is no Node.js" in capsys.readouterr().err


def test_the_demo_names_the_app_first_or_says_that_it_was_not_built(tmp_path: Path) -> None:
    url = "http://127.0.0.1:8000"
    assert "The web app was not built: `make web`" in things_to_try(url, WebApp(tmp_path))
    (tmp_path / "index.html").touch()
    addresses = [line for line in things_to_try(url, WebApp(tmp_path)).splitlines() if url in line]
    assert addresses[0].split() == ["Web", "app", f"{url}/"]
