"""Whatever server, disk and host are like: nothing raised, nothing lost that the spool had room for."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from headwater_sdk.background import BackgroundSender
from headwater_sdk.complaints import Complaints
from headwater_sdk.delivery import Delivery
from headwater_sdk.settings import SdkSettings
from headwater_sdk.spool import Spool
from tests.docs.repository import ROOT
from tests.sdk import hosts
from tests.sdk.servers import LineageServer, lineage_server
from tests.server.system import free_port

pytestmark = pytest.mark.process

PLENTY = 1 << 30


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    return tmp_path / "spool"


def run_host(name: str, url: str, spool: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "sdk" / "src"),
        "HEADWATER_URL": url,
        "HEADWATER_SDK_SPOOL": str(spool),
        "HEADWATER_SDK_SPOOL_BYTES": str(PLENTY),
        "HEADWATER_SDK_TIMEOUT": "0.5",
        "HEADWATER_SDK_EXIT_SECONDS": "0.5",
        **settings,
    }
    program = [sys.executable, str(Path(hosts.__file__)), name]
    return subprocess.run(program, env=environment, capture_output=True, text=True, timeout=200)


def send_the_rest(server: LineageServer, spool: Path) -> None:
    """As the next process does that has something to send."""
    settings = SdkSettings(url=server.url, flush_interval=0.0)
    sender = BackgroundSender(settings, Delivery(settings), Spool(spool, PLENTY, server.url), Complaints())
    sender.emit("lineage", '{"eventType": "OTHER", "job": {"name": "last"}, "run": {"runId": ""}}')
    assert sender.flush(60)
    sender.close(0)


def assert_whole(server: LineageServer, runs: int) -> None:
    """Every run has started and ended, once; the same event may have come twice."""
    told = {str(event): event for event in server.taken if event["job"]["name"] != "last"}.values()
    counted = Counter(event["run"]["runId"] for event in told)
    assert (len(counted), set(counted.values())) == (runs, {2})


def away_then_there(host: str, how: str, spool: Path) -> subprocess.CompletedProcess[str]:
    """The host runs while the server is not there, or not itself; then it is, and gets what was left."""
    port = free_port()
    if how == "down":
        ended = run_host(host, f"http://127.0.0.1:{port}", spool)
    else:
        with lineage_server(how, port) as broken:
            ended = run_host(host, broken.url, spool)
            assert broken.taken == []
    with lineage_server("takes", port) as server:
        send_the_rest(server, spool)
    assert_whole(server, int(ended.stdout.splitlines()[0]))
    return ended


@pytest.mark.parametrize("how", ["down", "hangs", "fails", "logs in", "no http"])
def test_a_host_does_not_notice_what_its_server_is_like(how: str, spool: Path) -> None:
    ended = away_then_there("makes_calls", how, spool)
    assert (ended.returncode, ended.stderr.count("headwater-sdk:")) == (0, 1)


@pytest.mark.parametrize("how", ["down", "hangs"])
@pytest.mark.parametrize("host", ["has_fifty_threads", "runs_a_loop", "forks", "has_a_pool"])
def test_nothing_is_lost_whatever_the_host_is_like(host: str, how: str, spool: Path) -> None:
    ended = away_then_there(host, how, spool)
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "host", ["makes_calls", "has_fifty_threads", "runs_a_loop", "forks", "has_a_pool", "has_a_full_disk"]
)
def test_with_a_server_that_answers_everything_is_there_when_the_host_ends(
    host: str, spool: Path, server: LineageServer
) -> None:
    ended = run_host(host, server.url, spool, HEADWATER_SDK_EXIT_SECONDS="60", HEADWATER_SDK_TIMEOUT="60")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert_whole(server, int(ended.stdout))
    assert list(spool.rglob("*.gz")) == []


def test_a_host_that_ends_in_an_error_ends_in_its_own(spool: Path) -> None:
    ended = away_then_there("ends_in_an_error", "down", spool)
    assert ended.returncode == 1
    assert "LookupError: the host's own error" in ended.stderr
    assert "headwater_sdk" not in ended.stderr


def test_with_server_down_and_disk_full_events_are_dropped_and_said_once(spool: Path) -> None:
    ended = run_host("has_a_full_disk", f"http://127.0.0.1:{free_port()}", spool)
    assert ended.returncode == 0
    assert ended.stderr.count("dropped") == 1
    assert "Traceback" not in ended.stderr


def test_a_hundred_thousand_calls_while_the_server_is_down_are_all_kept(spool: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    ended = run_host("makes_many_calls", url, spool)
    assert ended.returncode == 0, ended.stderr
    assert Spool(spool, PLENTY, url).events == 200_000
