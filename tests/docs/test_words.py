"""The reference is written in the English of the best-known tools: "Default 100.", "Case-insensitive.".

All of docs/reference is checked: it is made from settings, commands with their help, errors, tables and the
OpenAPI documents, and another test holds it to be current.
"""

import re
from pathlib import Path

import pytest

from tests.docs.repository import DOCS, shown

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
