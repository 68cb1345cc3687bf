"""The web app in Chromium: how soon its first page is useful and a large graph drawn, and its size.

The history of the demo is sent for it, so that the first page has something to say. The graph is a walk of
1,000 datasets and 3,000 edges that stands in for the server's answer: what is measured is the browser.
`python -m benchmarks.web`.
"""

import gzip
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import msgspec
import numpy as np

from benchmarks.system import running_system
from benchmarks.table import table
from headwater.api.web_app import BUILD
from headwater.demo import history

ROOT = Path(__file__).parents[1]
TIMES = 5
SECONDS = 600.0
HEADER = ("what", "median", "slowest", "goal")


def run() -> str:
    measured = _measured()
    rows = [
        ("first useful view, nothing cached", *_ms(measured["first_view_ms"]), "under 1 s"),
        ("the same, files cached", *_ms(measured["cached_view_ms"]), "under 1 s"),
        ("graph of 1,000 nodes and 3,000 edges drawn", *_ms(measured["graph_ms"]), ""),
        ("20 steps of panning over it", *_ms(measured["pan_ms"]), ""),
        ("all of it shown at once, from far", *_ms(measured["whole_ms"]), ""),
    ]
    sizes = [(name, f"{plain:,} kB", f"{packed:,} kB") for name, plain, packed in _sizes()]
    seen = f"{measured['drawn']} nodes were in sight at first; the others are drawn when one goes there."
    return "\n\n".join([table(HEADER, rows), seen, table(("files", "size", "gzip"), sizes)])


def _ms(values: Sequence[float]) -> tuple[str, str]:
    return f"{np.median(values):,.0f} ms", f"{max(values):,.0f} ms"


def _measured() -> dict[str, Any]:
    sys.path.insert(0, str(ROOT / "scripts"))
    builder = import_module("build_web")
    builder.build()
    with _demo() as url:
        command = [builder.find_node() / "node", "bench/measure.mjs", url, str(TIMES)]
        done = subprocess.run(
            command, cwd=ROOT / "web", capture_output=True, text=True, timeout=SECONDS, check=True
        )
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


@contextmanager
def _demo() -> Iterator[str]:
    """A whole Headwater with the history of ShopFlow, read to its end."""
    with running_system() as system:
        url = f"http://127.0.0.1:{system.settings.port}"
        body = b"[" + b",".join(msgspec.json.encode(event) for event in history()) + b"]"
        sent = httpx.post(f"{url}/api/v1/lineage/batch", content=body, timeout=SECONDS).raise_for_status()
        asked = {"limit": 1, "min_position": sent.json()["position"]}
        deadline = time.monotonic() + SECONDS
        # A server that has not read so far answers so after some seconds.
        while httpx.get(f"{url}/api/v1/datasets", params=asked, timeout=SECONDS).status_code != 200:
            if time.monotonic() > deadline:
                raise RuntimeError(f"the history is not read after {SECONDS:.0f} s")
        yield url


def _sizes() -> list[tuple[str, int, int]]:
    """In thousands of bytes: what the first page loads, and all that any page of ours may."""
    first = [BUILD / name.partition('"')[0] for name in (BUILD / "index.html").read_text().split('"./')[1:]]
    built = [file for file in (BUILD / "assets").iterdir() if file.suffix != ".gz"]
    every = [file for file in built if not file.name.startswith("standalone")]
    scalar = [file for file in built if file.name.startswith("standalone")]
    groups = {
        "first page, without fonts": first,
        "all pages, with fonts": every,
        "Scalar's reference": scalar,
    }
    return [
        (
            name,
            sum(file.stat().st_size for file in files) // 1000,
            sum(len(gzip.compress(file.read_bytes())) for file in files) // 1000,
        )
        for name, files in groups.items()
    ]


if __name__ == "__main__":
    print(run())
