"""A timeline as a document and a drawing."""

from typing import Any

import msgspec
import pytest

from headwater.answers.dataset_history import Timeline
from headwater.cli.simulation_formats.markdown import plain
from headwater.cli.timeline_view import document, drawing
from headwater.documents import document as documents
from headwater.documents.formats import mermaid
from tests.cli.simulation_formats.hostile import HOSTILE


def timeline(*says: str, **fields: Any) -> Timeline:
    told = dict(Timeline.EXAMPLE or {})
    items = [told["items"][0] | {"says": one} for one in says]
    return msgspec.convert(told | {"items": items} | fields, Timeline)


def test_the_drawing_goes_from_the_oldest_to_the_newest() -> None:
    lines = mermaid(drawing(timeline("new", "old"))).splitlines()
    assert ("old" in lines[1], "new" in lines[2], lines[3]) == (True, True, "    n0 --> n1")


def test_nothing_is_a_sentence_and_a_cut_is_told() -> None:
    assert "Nothing is recorded." in documents.markdown(document(timeline()))
    assert "a higher --limit shows more" in documents.markdown(document(timeline("x", next_cursor="y")))


def page(found: Timeline) -> str:
    return documents.markdown(document(found), plain)


@pytest.mark.parametrize("words", HOSTILE)
def test_no_text_leaves_its_cell_or_node(words: str) -> None:
    assert len(page(timeline(words)).splitlines()) == len(page(timeline("harmless")).splitlines())
    drawn = mermaid(drawing(timeline(words)))
    assert (len(drawn.splitlines()), drawn.count('"')) == (2, 2)
