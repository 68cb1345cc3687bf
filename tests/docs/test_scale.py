"""The page of scale cites figures of the page of benchmarks as they are today."""

import re

import pytest
from benchmarks.__main__ import PAGE

SCALE = (PAGE.parent / "scale.md").read_text()
CITED = re.findall(r"^\| ([^|]+) \| ([^|]+) \| \[benchmarks\]\(benchmarks\.md#([a-z-]+)\) \|$", SCALE, re.M)


@pytest.mark.parametrize(("what", "told", "section"), CITED, ids=[what for what, *_ in CITED])
def test_a_figure_that_is_cited_is_the_published_one(what: str, told: str, section: str) -> None:
    title = section.replace("-", " ")
    parts = {part.partition("\n")[0].lower(): part for part in PAGE.read_text().split("\n## ")[1:]}
    figures = numbers(re.sub(r"of \d KB", "", told))
    assert figures
    assert figures <= numbers(parts[title])


def numbers(text: str) -> set[str]:
    return {found.replace(",", "") for found in re.findall(r"\d[\d,.]*\d|\d", text)}


def test_figures_are_cited() -> None:
    assert len(CITED) >= 4
