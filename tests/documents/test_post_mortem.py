"""The first page of a post-mortem: complete, bounded, and no name or text in it becomes markup."""

from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from markdown_it import MarkdownIt

from headwater.answers.investigation import Investigation
from headwater.cli.simulation_formats.markdown import plain
from headwater.documents import document as documents
from headwater.documents.formats import mermaid
from headwater.documents.post_mortem import SHOWN_ROWS, drawing, post_mortem
from tests.cli.simulation_formats.hostile import HOSTILE

OURS = frozenset(
    [
        "id",
        "phase",
        "label",
        "model",
        "kind",
        "sign",
        "at",
        "since",
        "started_at",
        "run_id",
        "explains",
        "state",
        "due",
        "last_read",
    ]
)
BEGINNINGS = ("# x", "- x", "1. x", "+ x", "===", "---", "    x", "> x", "~~~", "| a | b |", "2) x")


def example(**fields: Any) -> Investigation:
    told = dict(Investigation.EXAMPLE or {})
    unalerted = {"node": told["node"], "column": None, "likelihood": 0.4, "hops": 2, "readers": ["priya"]}
    unalerted |= {"type": "TABLE", "owners": ["user:ann"], "tier": "1", "due": told["at"]}
    other = {"change": told["cause"]["change"], "probability": 0.7, "observations": ["x"]}
    whole = told | {
        "alternatives": [told["cause"]],
        "unalerted": [unalerted],
        "others": [other],
        "missing": ["No profile."],
    }
    return msgspec.convert(whole | fields, Investigation)


def said_by_others(value: Any, words: str) -> Any:
    """The same with these words in the place of every text that is not one of our own."""
    if isinstance(value, dict):
        return {key: one if key in OURS else said_by_others(one, words) for key, one in value.items()}
    if isinstance(value, list):
        return [said_by_others(one, words) for one in value]
    return words if isinstance(value, str) else value


def hostile(words: str) -> Investigation:
    return msgspec.convert(said_by_others(msgspec.to_builtins(example()), words), Investigation)


def written(found: Investigation) -> str:
    return documents.markdown(post_mortem(found), plain)


def test_the_page_has_every_part_in_the_order_of_a_reader() -> None:
    headings = [line[3:] for line in written(example()).splitlines() if line.startswith("## ")]
    assert headings == [
        "Cause",
        "Alternatives",
        "Timeline",
        "What is affected",
        "Probably wrong, though nothing has alerted",
        "Who is affected",
        "Failures of the same time with another cause",
        "Proof path",
        "Recommended action",
        "Recovery plan",
        "What changed there and upstream",
        "What is not known",
    ]


def test_without_a_cause_nothing_is_invented() -> None:
    found = example(cause=None, label="NONE", alternatives=[], confidence=81, none_probability=0.81)
    page = written(found)
    assert "none found in the evidence" in page
    assert "81 % that nothing recorded is the cause" in page
    assert "Without a cause there is no path." in page
    assert "-->" not in mermaid(drawing(found))


def test_the_drawing_leads_from_the_cause_to_what_it_broke() -> None:
    drawn = mermaid(drawing(example()))
    assert "dropped column amount_usd, 2026-04-20T01:23:00Z" in drawn
    assert '-.->|"run failed"|' in drawn


def test_long_lists_and_texts_are_cut_and_say_so() -> None:
    failure = (Investigation.EXAMPLE or {})["failures"][0] | {"message": "x" * 10_000}
    page = written(example(failures=[failure] * (SHOWN_ROWS + 1)))
    assert f"The first {SHOWN_ROWS} of {SHOWN_ROWS + 1}; --format json shows all." in page
    assert len(page) < 60_000


def _structure(page: str) -> list[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    inline = [child.type for token in tokens for child in token.children or ()]
    return [token.type for token in tokens] + [kind for kind in inline if kind != "text"]


@pytest.mark.parametrize("words", [*HOSTILE, *BEGINNINGS])
def test_no_name_or_text_becomes_markdown(words: str) -> None:
    harmless = [one for one in _structure(written(hostile("harmless"))) if one != "text_special"]
    assert [one for one in _structure(written(hostile(words))) if one != "text_special"] == harmless


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


@pytest.mark.parametrize("words", HOSTILE)
def test_no_name_or_text_becomes_a_tag(words: str) -> None:
    page = documents.html(post_mortem(hostile(words)))
    assert Tags(page).tags == Tags(documents.html(post_mortem(hostile("harmless")))).tags
    assert "default-src 'none'" in page


@pytest.mark.parametrize("words", HOSTILE)
def test_no_name_or_text_leaves_its_node(words: str) -> None:
    drawn = mermaid(drawing(hostile(words))).splitlines()
    assert len(drawn) == len(mermaid(drawing(hostile("harmless"))).splitlines())
    assert all(line.count('"') in (0, 2) for line in drawn)
