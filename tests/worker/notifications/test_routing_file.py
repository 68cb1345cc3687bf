"""The routing file: who is told of what; faults are named and secrets never shown."""

from pathlib import Path

import pytest

from headwater.errors import SetupError
from headwater.worker.notifications.routing_file import read_routing_file

GOOD = """
channels:
  - {name: hook, url: "https://example.com/x", secret: s3cret}
  - {name: chat, format: slack, url: "https://hooks.example/s3cret"}
  - {name: pager, format: pagerduty, secret: s3cret}
routes:
  - {to: [hook]}
  - {to: [chat], owners: ["user:sam.lead"], severities: [error, critical]}
  - {to: [pager, chat], tiers: ["1"], severities: [critical]}
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "routes.yaml"
    path.write_text(text)
    return path


def test_an_incident_goes_where_owner_tier_and_severity_lead(tmp_path: Path) -> None:
    routing = read_routing_file(written(tmp_path, GOOD))
    assert routing.channels_for((), None, "warning") == ("hook",)
    assert routing.channels_for(("user:sam.lead",), "2", "error") == ("hook", "chat")
    assert routing.channels_for((), "1", "critical") == ("hook", "chat", "pager")
    assert "s3cret" not in repr(routing)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("channels: [", "not YAML at line"),
        ("- 1", "dictionary"),
        ("channels: [{name: a, url: 's3cret', secret: s3cret}]", "http"),
        ("channels: [{name: a, url: 'https://s3cret'}]", "secret"),
        ("channels: [{name: a, format: slack}]", "url"),
        ("channels: [{name: a, format: smoke, url: 'https://s3cret'}]", "format"),
        ("channels: [{name: a, colour: s3cret, url: 'https://x', secret: y}]", "colour"),
        ("channels: [{name: a, url: 'https://x', secret: y, secret_file: z}]", "not both"),
        ("channels: [{name: a, url: 'https://x', secret_file: /no/such/file}]", "no file"),
        ("routes: [{to: [nobody]}]", "nobody"),
        ("routes: [{to: []}]", "routes.0.to"),
        ("routes: [{to: [a], severities: [loud]}]", "severities"),
    ],
)
def test_a_fault_is_named_and_no_secret_shown(tmp_path: Path, text: str, word: str) -> None:
    with pytest.raises(SetupError) as raised:
        read_routing_file(written(tmp_path, text))
    assert word in str(raised.value)
    assert "s3cret" not in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="No such file"):
        read_routing_file(tmp_path / "none.yaml")
