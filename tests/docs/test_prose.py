"""What people read first: the README's shape, links that lead somewhere, words that say something."""

import re
import subprocess
from pathlib import Path

import pytest

from headwater import __version__
from tests.docs.repository import DOCS, ROOT, all_docs, ending_in, shown

PAGES = ending_in(".md")
README = (ROOT / "README.md").read_text()

BANNED = ("simply", "just", "easily", "obviously", "powerful", "seamless", "seamlessly")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
MAKE = re.compile(r"(?:^|`)make ([a-z-]+)", re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

ADR_HEADINGS = [
    "Status",
    "Context",
    "Decision",
    "Consequences",
    "Alternatives",
    "How we will know it was wrong",
]


def test_the_readme_is_under_150_lines() -> None:
    assert len(README.splitlines()) < 150


def test_the_readme_comes_in_the_order_of_the_house_style() -> None:
    parts = [
        "Sixty seconds",
        "Send your first event",
        "What it does",
        "How it works",
        "Compatibility",
        "More",
    ]
    assert re.findall(r"^## (.+)$", README, re.MULTILINE) == parts


@pytest.mark.parametrize("command", ["make demo", "make test", "make help"])
def test_the_readme_shows_the_commands_that_a_newcomer_needs(command: str) -> None:
    assert command in README


def test_the_readme_promises_at_most_six_things() -> None:
    does = README.partition("## What it does")[2].partition("\n## ")[0]
    assert 0 < does.count("\n- ") <= 6


@pytest.mark.parametrize("target", sorted(set(MAKE.findall(all_docs()))))
def test_every_make_target_in_the_docs_exists(target: str) -> None:
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"make {target} " in told


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text())):
        if not link.startswith(("http://", "https://")):
            target, _, anchor = link.partition("#")
            found = (page.parent / target) if target else page
            assert found.exists(), link
            assert not anchor or anchor in _anchors(found), link


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_no_page_uses_a_banned_word(page: Path) -> None:
    words = re.findall(r"[a-z]+", CODE.sub("", page.read_text()).lower())
    assert not set(BANNED) & set(words)


def test_the_newest_release_in_the_changelog_is_the_version_of_the_package() -> None:
    releases = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert releases[0] == __version__


def test_the_changelog_has_a_place_for_what_is_not_released() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "[Unreleased]"


@pytest.mark.parametrize("page", sorted((DOCS / "guides").glob("*.md")), ids=shown)
def test_a_guide_ends_with_what_you_should_see_and_what_to_do_if_not(page: Path) -> None:
    headings = re.findall(r"^## (.+)$", page.read_text(), re.MULTILINE)
    assert headings[-2:] == ["You should now see", "If not"]
    assert page.read_text().partition("## If not")[2].count("\n- **") in (2, 3)


@pytest.mark.parametrize("page", sorted((DOCS / "adr").glob("*.md")), ids=shown)
def test_a_decision_has_the_six_headings(page: Path) -> None:
    assert re.findall(r"^## (.+)$", page.read_text(), re.MULTILINE) == ADR_HEADINGS


@pytest.mark.parametrize(
    "name", sorted(set(re.findall(r"`(test_\w+)`", (DOCS / "concepts/laws.md").read_text())))
)
def test_every_proof_of_a_law_is_a_test(name: str) -> None:
    files = re.findall(r"`(tests/[\w/]+\.py)`", (DOCS / "concepts/laws.md").read_text())
    assert any(f"def {name}(" in (ROOT / file).read_text() for file in files)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:src|tests|scripts)/[\w/.]+)`", all_docs()))))
def test_every_path_that_prose_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


def _anchors(page: Path) -> set[str]:
    titles = HEADING.findall(page.read_text())
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((DOCS / "guides").glob("*.md"))], ids=shown)
def test_commands_name_no_number_that_is_right_on_the_first_day_only(page: Path) -> None:
    blocks = re.findall(r"^ *```sh\n(.*?)```", page.read_text(), re.DOTALL | re.MULTILINE)
    # Positions, requests to the worker, rows that a call makes: each takes the number that is next then.
    numbered = re.compile(r"position=\d|/work/\d|\"(?:\w+_)?id\": *\d")
    assert [found for block in blocks for found in numbered.findall(block)] == []
