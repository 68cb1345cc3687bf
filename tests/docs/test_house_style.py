"""Code that people enjoy carrying on: small files, small functions, and a first line that says the idea."""

import ast
import re
from pathlib import Path

from tests.docs.repository import ROOT, ending_in, files, functions, parsed, shown

MAX_LINES, MAX_FUNCTION_LINES = 400, 50
# Nobody reads it from top to bottom: it is written by `make reference`, and looked up in.
GENERATED = {"src/headwater/client/requests.py"}

# Folders of one machine; the route of the same name has something before it.
MACHINE_PATH = re.compile(
    r"(?<![\w.}])/(?:root|home/[a-z][\w-]*|tmp|work/[a-z][\w-]*)(?=[/\s'\"`:)]|$)", re.M
)
INDEX = re.compile(r"index-url|find-links|trusted-host|/simple[/\s'\"]|/pypi/", re.IGNORECASE)
BINARY = {".png", ".gz", ".parquet"}


def test_every_module_says_its_idea_in_its_first_line() -> None:
    assert [shown(path) for path in ending_in(".py") if not _is_empty(path) and not _opening(path)] == []


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {shown(path): len(path.read_text().splitlines()) for path in ending_in(".py", ".sql")}
    assert {
        path: length for path, length in lengths.items() if length > MAX_LINES and path not in GENERATED
    } == {}


def test_no_function_is_longer_than_50_lines() -> None:
    long = [
        f"{shown(path)}: {function.name}"
        for path in ending_in(".py")
        for function in functions(path)
        if (function.end_lineno or 0) - function.lineno >= MAX_FUNCTION_LINES
    ]
    assert long == []


def test_the_name_of_every_test_is_a_sentence() -> None:
    curt = [
        f"{shown(path)}: {function.name}"
        for path in ending_in(".py")
        for function in functions(path)
        if re.fullmatch(r"test_[a-z0-9]+", function.name)
    ]
    assert curt == []


def test_no_file_names_a_place_on_one_machine() -> None:
    assert [shown(path) for path in _texts() if MACHINE_PATH.search(path.read_text())] == []


def test_no_file_names_a_package_index() -> None:
    # Two have to: the recipe that keeps such addresses out of the constraints, and this test.
    allowed = {ROOT / "Makefile", Path(__file__)}
    assert [shown(path) for path in _texts() if path not in allowed and INDEX.search(path.read_text())] == []


def test_the_makefile_keeps_addresses_out_of_the_constraints() -> None:
    recipe = (ROOT / "Makefile").read_text()
    for option in ("--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-header"):
        assert option in recipe
    assert not re.search("https?:", recipe)


def test_constraints_are_names_and_versions_only() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert re.fullmatch(r"[\w.-]+==[\w.+!-]+( ; .+)?", line), line


def _texts() -> list[Path]:
    return [path for path in files() if path.suffix not in BINARY]


def _is_empty(path: Path) -> bool:
    return path.name == "__init__.py" and not path.read_text().strip()


def _opening(path: Path) -> str:
    docstring = ast.get_docstring(parsed(path)) or ""
    return docstring.partition("\n")[0].strip()
