"""The reference is written in the English of the best-known tools: "Default 100.", "Case-insensitive.".

All of docs/reference is checked: it is made from settings, commands with their help, errors, tables and the
OpenAPI documents, and another test holds it to be current.
"""

import re
from pathlib import Path

import pytest

from tests.docs.repository import DOCS, ROOT, shown

# Phrases that were once common here, and what to write instead.
INSTEAD = {
    r"if not told": "Default …",
    r"unless told": "Default …",
    r"whatever (?:the|their|its) case": "Case-insensitive.",
    r"told": "stated, reported, returned",
}
PATTERNS = {re.compile(rf"\b{phrase}\b", re.IGNORECASE): better for phrase, better in INSTEAD.items()}
PAGES = sorted((DOCS / "reference").iterdir())


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_the_reference_uses_the_words_of_the_field(page: Path) -> None:
    found = [
        f"{line.strip()[:160]} -> {better}"
        for line in page.read_text().splitlines()
        for pattern, better in PATTERNS.items()
        if pattern.search(line)
    ]
    assert found == []


def test_code_and_guides_tell_nothing_but_things_apart() -> None:
    """The word stood for stated, logged, listed, sent, counted and answered, and said none of them."""
    texts = [
        *ROOT.glob("src/headwater/**/*.py"),
        *ROOT.glob("sdk/src/**/*.py"),
        *ROOT.glob("docs/guides/*.md"),
    ]
    found = [
        f"{shown(path)}: {line.strip()[:120]}"
        for path in texts
        if "migrations" not in path.parts
        for line in path.read_text().splitlines()
        if re.search(r"\btold\b(?! apart)", line)
    ]
    assert found == []


def test_the_glossary_defines_a_word_once_and_says_where_it_stands() -> None:
    tables = set(re.findall(r"^## (\w+)$", (DOCS / "reference" / "tables.md").read_text(), re.MULTILINE))
    rows = [
        line.strip("| ").split(" | ") for line in (DOCS / "concepts" / "glossary.md").read_text().splitlines()
    ]
    words = [row for row in rows if len(row) == 3 and row[0] not in ("word", "---")]
    assert len(words) > 90
    assert len({word for word, *_ in words}) == len(words)
    for word, _, where in words:
        for place in re.findall(r"`([^`]+)`", where):
            exists = (ROOT / place).exists() if "/" in place else place.partition(".")[0] in tables
            assert exists, f"{word}: there is no {place}"
