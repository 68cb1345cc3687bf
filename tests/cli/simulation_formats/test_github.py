"""A simulation as annotations of a workflow."""

import re

import pytest

from headwater.cli.simulation_formats.github import render
from tests.cli.simulation_formats.hostile import HOSTILE, hostile, report

COMMAND = re.compile(r"::(error|warning|notice)(?: (?:file|title)=[^:,]+(?:,\w+=[^:,]+)*)?::[^\r\n]*")


def test_each_finding_is_a_command_with_its_place() -> None:
    first = render(report()).splitlines()[0]
    assert re.match(
        r"::error file=.*schema\.sql,line=3,col=37,endColumn=43,title=will error%3A unknown_column::", first
    )


@pytest.mark.parametrize("words", HOSTILE)
def test_every_line_is_one_command_whatever_the_names(words: str) -> None:
    lines = render(hostile(words)).split("\n")
    assert lines.pop() == ""
    assert all(COMMAND.fullmatch(line) for line in lines)
    assert len(lines) == len(render(report()).splitlines())
