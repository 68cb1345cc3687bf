"""Where the lake is: what can't be reached is told in one line, soon, and nothing of it is a secret."""

import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from headwater.cli.doctor import examine
from headwater.errors import LakeUnreachableError, SetupError
from headwater.settings import load_settings
from headwater.store.lake.lake import Lake
from headwater.store.lake.reading import spans_of_trace
from tests.server.system import free_port

SECRET = "s3cret-of-the-store"


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    """At a store that does not run."""
    given = {"ACCESS_KEY_ID": "key", "SECRET_ACCESS_KEY": SECRET, "REGION": "us-east-1", "ALLOW_HTTP": "true"}
    for name, value in given.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    return Lake(tmp_path, "s3://lake/headwater/")


@pytest.mark.parametrize(
    "use",
    [
        lambda lake: lake.place.check(),
        lambda lake: lake.events.position(),
        lambda lake: lake.events.write(pa.table({"position": [1]}), 1),
        lambda lake: lake.compact(),
        lambda lake: spans_of_trace(lake.spans, "0" * 32, ("name",)),
    ],
)
def test_a_store_that_is_away_is_told_of_within_seconds(lake: Lake, use: Callable[[Lake], object]) -> None:
    began = time.monotonic()
    with pytest.raises(LakeUnreachableError, match="the lake at s3://lake/headwater") as raised:
        use(lake)
    assert time.monotonic() - began < 15
    assert "\n" not in str(raised.value)
    assert "\x1b" not in str(raised.value)
    assert SECRET not in str(raised.value)


def test_doctor_finds_it_beforehand(lake: Lake, tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, lake_url=lake.place.address)
    [found] = [one for one in examine(settings) if one.what == "lake"]
    assert not found.ok
    assert "HEADWATER_LAKE_URL" in found.hint


@pytest.mark.parametrize("url", ["lake", "/var/lake", "http://store/lake", "s3://", "s3://key:secret@lake/a"])
def test_what_is_no_address_of_a_store_is_refused_without_showing_it_elsewhere(url: str) -> None:
    with pytest.raises(SetupError, match="HEADWATER_LAKE_URL"):
        load_settings(lake_url=url)
