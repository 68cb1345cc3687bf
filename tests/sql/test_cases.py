"""Every case file under tests/cases/sql holds exactly; adding one needs no Python."""

from pathlib import Path

import pytest

from tests.sql.case_files import CASES, edges, paths, read


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_what_the_file_says_is_found_and_nothing_else(path: Path) -> None:
    case = read(path)
    found = case.analysed()
    assert edges(found) == case.edges
    assert set(found.unknown) == case.unknown
    if case.reads is not None:
        assert {name for one in found.written for name, _ in one.sources} == case.reads


@pytest.mark.parametrize("path", paths(), ids=lambda path: str(path.relative_to(CASES).with_suffix("")))
def test_the_problems_are_those_the_file_names(path: Path) -> None:
    case = read(path)
    problems = case.analysed().problems
    assert [wanted for wanted in case.problems if not any(wanted in one for one in problems)] == []
    assert [one for one in problems if not any(wanted in one for wanted in case.problems)] == []


def test_there_are_many_cases_in_many_dialects() -> None:
    assert len(paths()) >= 80
    assert len({path.parent.name for path in paths()}) >= 5
