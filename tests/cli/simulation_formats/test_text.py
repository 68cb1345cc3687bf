"""A simulation for people."""

import pytest

from headwater.cli.simulation_formats.text import render
from tests.cli.simulation_formats.hostile import HOSTILE, hostile, report


def test_each_finding_begins_with_a_place_that_an_editor_opens() -> None:
    told = render(report())
    assert (
        "queries.sql:1:12: will error: no table of the query has a column amount [unknown_column]\n" in told
    )


@pytest.mark.parametrize("words", HOSTILE)
def test_nothing_steers_the_terminal_or_begins_a_line(words: str) -> None:
    told = render(hostile(words))
    assert all(letter.isprintable() or letter == "\n" for letter in told)
    assert not any(line.startswith("::") for line in told.split("\n"))
