"""Every case file under tests/cases/simulator holds exactly; adding one needs no Python."""

import pytest

from headwater.simulator.judge import QueryVerdict
from tests.simulator.case_files import CASES, Case, cases, paths


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_verdict_is_the_one_in_the_file(case: Case) -> None:
    found = case.judged()
    assert (found.verdict.value, found.reason.value) == (case.verdict, case.reason), found.says
    if case.fragment is not None:
        assert found.fragment is not None
        line, column, length = found.fragment
        rest = "\n".join(case.text.split("\n")[line - 1 :])[column - 1 :]
        assert rest[:length] == case.fragment


def test_there_are_many_cases_in_many_dialects() -> None:
    assert len(cases()) >= 150
    assert len({path.parent.name for path in paths()}) >= 6
    assert {case.verdict for case in cases()} == {verdict.value for verdict in QueryVerdict}


def test_every_file_is_read() -> None:
    assert len(list(CASES.glob("**/*.sql"))) == len(paths())
