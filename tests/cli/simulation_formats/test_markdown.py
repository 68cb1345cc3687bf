"""A simulation as a comment on a pull request."""

import re

import pytest

from headwater.cli.simulation_formats.markdown import code, plain, render
from tests.cli.simulation_formats.hostile import HOSTILE, hostile, report


def test_the_table_has_one_row_a_finding() -> None:
    rows = [line for line in render(report()).splitlines() if line.startswith("| will error")]
    assert len(rows) == 4
    assert "- gate: 2 texts will error" in render(report())


@pytest.mark.parametrize("words", HOSTILE)
def test_no_cell_ends_early_and_nothing_becomes_markup(words: str) -> None:
    for line in render(hostile(words)).splitlines():
        if line.startswith("| will"):
            assert len(re.findall(r"(?<!\\)\|", line)) == 7
    assert not re.search(r"(?<!\\)[<>\[\]*`_|]", plain(words))
    assert not re.search(r"@\w|#\d|://|www\.\w", plain(words))


@pytest.mark.parametrize("words", [*HOSTILE, "`", "``", "a`", "` | `"])
def test_code_can_not_be_left(words: str) -> None:
    told = code(words)
    fence = re.match(r"`+", told)
    assert fence is not None
    inner = told[len(fence[0]) : -len(fence[0])]
    assert max((len(run) for run in re.findall("`+", inner)), default=0) < len(fence[0])
    assert told.endswith(fence[0])
