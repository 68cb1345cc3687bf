"""A simulation as a page."""

from html.parser import HTMLParser

import pytest

from headwater.cli.simulation_formats.html import render
from tests.cli.simulation_formats.hostile import HOSTILE, hostile, report


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))


def test_the_piece_that_breaks_is_marked() -> None:
    assert "select id, <mark>amount</mark>\nfrom shop.orders" in render(report())


@pytest.mark.parametrize("words", HOSTILE)
def test_no_name_becomes_a_tag(words: str) -> None:
    plain, evil = Tags(render(report())), Tags(render(hostile(words)))
    assert set(evil.tags) <= set(plain.tags)
    assert {"script", "img", "link"}.isdisjoint(tag for tag, _ in evil.tags)


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = render(report())
    assert ("http:" in page, "https:" in page, "src=" in page) == (False, False, False)
    assert "default-src 'none'" in page
