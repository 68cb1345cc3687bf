"""What `make audit` makes of the answers of the lists that it asks."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "audit_dependencies.py"
spec = spec_from_file_location("audit_dependencies", SCRIPT)
assert spec is not None
assert spec.loader is not None
audit: Any = module_from_spec(spec)
# Its dataclasses look themselves up there.
sys.modules[spec.name] = audit
spec.loader.exec_module(audit)

SHA = "11bd71901bbe5b1630ceea73d27597364c9af683"


def test_a_vulnerability_is_named_and_what_is_unknown_is_counted() -> None:
    answer = {
        "dependencies": [
            {"name": "good", "version": "1", "vulns": []},
            {"name": "bad", "version": "2", "vulns": [{"id": "PYSEC-1"}]},
            {"name": "rare", "skip_reason": "not found"},
        ]
    }
    check = audit.vulnerable_python(answer)
    assert (check.looked_up, check.found, check.unknown) == (2, ["bad 2: PYSEC-1"], ["rare"])
    assert audit.failed([check], complete=False)
    assert "  ERROR: 1 could not be looked up: rare" in audit.report([check], complete=True)


def test_a_list_that_can_not_be_reached_fails_a_release_alone() -> None:
    check = audit.vulnerable_web({"message": "405 Method Not Allowed"})
    assert check.looked_up == 0
    assert (audit.failed([check], complete=False), audit.failed([check], complete=True)) == (False, True)


def test_npm_names_package_and_severity() -> None:
    answer = {
        "vulnerabilities": {"left": {"severity": "high"}},
        "metadata": {"dependencies": {"total": 9}},
    }
    check = audit.vulnerable_web(answer)
    assert (check.looked_up, check.found) == (9, ["left: high"])


HTML = """
<a href="x" data-yanked="broken">a_b-1.0-py3-none-any.whl</a><br/>
<a href="x" data-yanked>a-b-1.0.tar.gz</a>
<a href="x">a_b-1.0.1-py3-none-any.whl</a>
"""
JSON = """{"files": [{"filename": "a_b-1.0-py3-none-any.whl", "yanked": "broken"},
                     {"filename": "a-b-1.0.tar.gz", "yanked": true},
                     {"filename": "a_b-1.0.1-py3-none-any.whl", "yanked": false}]}"""


@pytest.mark.parametrize(("body", "is_json"), [(HTML, False), (JSON, True)])
def test_a_release_is_taken_back_where_all_of_its_files_are(body: str, is_json: bool) -> None:
    def found(version: str) -> Any:
        check = audit.yanked({"a-b": version}, lambda name: audit.index_page(body, is_json))
        return check.looked_up, check.found, check.unknown

    assert found("1.0") == (1, ["a-b 1.0: broken"], [])
    assert found("1.0.1") == (1, [], [])
    assert found("2.0") == (0, [], ["a-b"])


def test_an_index_that_can_not_be_reached_is_told() -> None:
    def away(name: str) -> Any:
        raise OSError(name)

    assert audit.yanked({"a": "1"}, away).unknown == ["a"]


def test_actions_by_tag_and_images_without_digest_are_found() -> None:
    text = f"""
      - uses: actions/checkout@{SHA} # v4
      - uses: actions/setup-python@v5
      - uses: ./own
        image: postgres:18
        image: "postgres@sha256:{"0" * 64}"
    """
    check = audit.unpinned({"ci.yml": text})
    assert (check.looked_up, check.found) == (4, ["ci.yml: actions/setup-python@v5", "ci.yml: postgres:18"])


def test_an_image_of_a_release_without_a_digest_is_what_could_not_be_found_out() -> None:
    compose = (
        "x:\n  image: headwater:${V:-latest}\n  image: postgres:18.1-bookworm\n  image:\n    repository: a\n"
    )
    check = audit.unpinned({"compose.yaml": compose, "Dockerfile": "FROM python:3 AS build\nFROM python\n"})
    assert check.unknown == ["digest of postgres:18.1-bookworm in compose.yaml"]
    assert check.found == ["Dockerfile: python:3", "Dockerfile: python"]


def test_packages_of_the_web_app_without_a_digest_are_found() -> None:
    packages: dict[str, Any] = {
        "": {},
        "a": {"integrity": "sha512-x"},
        "b": {"version": "1"},
        "c": {"inBundle": True},
    }
    assert audit.without_digest({"packages": packages}).found == ["b"]


def test_pins_are_read_from_constraints() -> None:
    assert audit.pins("# made by make\na-b==1.0 ; python_version < '3.12'\nc\n") == {"a-b": "1.0"}
