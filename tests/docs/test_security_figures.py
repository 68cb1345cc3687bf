"""What docs/security.md says was tried is what the tests of isolation try.

A route more than the page tells of is no lie, and need not change the page at once; a tenth more has to.
"""

import re

import pytest

from headwater.api.server import build_applications
from headwater.client.tools import TOOLS
from headwater.settings import Settings
from tests.api import test_team_isolation as reads
from tests.api import test_team_isolation_writes as writes
from tests.api import test_two_worlds as worlds
from tests.docs.repository import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
NUMBER = r"(\d+)"


@pytest.fixture(scope="module")
def tried() -> dict[str, int]:
    applications = build_applications(Settings(database_url="postgresql:///unused"))
    asked = list(worlds.requests())
    return {
        "reads": len(list(reads.requests(applications, reads.NAMES["ours"], optional=False))),
        "writes": len(writes.writes(writes.NONE)),
        "tools": len(TOOLS),
        "two worlds": len(asked),
        "crossing": sum(worlds.CROSSING.search(path) is None for path in asked),
    }


@pytest.mark.parametrize(
    ("statement", "what", "times"),
    [
        (f"[|] {NUMBER} documented reads of 10 documents", "reads", 1),
        (f"with required and with all parameters, as a bound reader [|] {NUMBER} [|] 0", "reads", 2),
        (f"the same for objects of the other team, as a bound reader [|] {NUMBER} [|] 0", "reads", 2),
        (f"as bound `ingest`, `simulate` and `manage` [|] {NUMBER} [|] 0", "reads", 3),
        (f"beside one that does not exist: status and words [|] {NUMBER} pairs", "reads", 1),
        (f"{NUMBER} writes to all routes that need no `admin`", "writes", 1),
        (f"for something of the other team [|] {NUMBER} [|] 0", "writes", 1),
        (f"for something that nobody has: status and words [|] {NUMBER} pairs", "writes", 1),
        (f"{NUMBER} MCP tools for own and for foreign objects", "tools", 1),
        (f"for own and for foreign objects, as that key [|] {NUMBER} [|] 0", "tools", 2),
        (f"asks two servers the same {NUMBER} reads", "two worlds", 1),
        (f"every documented read, status and each field [|] {NUMBER} [|] 0", "two worlds", 1),
        (f"does not go on behind a stand-in or count readers [|] {NUMBER} [|] 0", "crossing", 1),
    ],
)
def test_the_page_tells_how_much_was_tried(
    tried: dict[str, int], statement: str, what: str, times: int
) -> None:
    found = re.search(statement, PAGE)
    assert found is not None
    now = times * tried[what]
    assert 0.9 * now <= int(found[1]) <= now, f"docs/security.md: {now} are tried now"
