"""What a key, a session and a walk past stand-ins cost beside the same request without access control.

`python -m benchmarks.access`. Two APIs over one store, one that needs keys and one that does not, are asked
in turns, so that both meet the same machine. The bound key may see the root of the walk and no other dataset.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from urllib.parse import quote

import httpx
import numpy as np
import psycopg

from benchmarks.graph import SEED, dataset_graph, sampled
from benchmarks.questions import fill
from benchmarks.system import database, free_port
from benchmarks.table import percentiles, table
from headwater.access.keys import Token, new_token
from headwater.access.scopes import AccessScope
from headwater.cli.running import connect, is_up, wait_until
from headwater.store.queries import api_keys

EDGES, REACHED, REQUESTS = 50_000, 1_000, 40
START_SECONDS = 120.0
FREE, BOUND = new_token(bytes([1]) * 40), new_token(bytes([2]) * 40)


def run() -> str:
    rng = np.random.default_rng(SEED)
    graph = dataset_graph(EDGES, rng)
    reaches = sampled(graph, "dataset", "downstream", rng)
    root = min(reaches, key=lambda node: abs(reaches[node] - REACHED))
    with database() as (_, url):
        fill(url, graph)
        name = _prepare(url, root + 1)
        with _api(url, "off") as plain, _api(url, "keys") as guarded:
            walk = f"/api/v1/impact?asset={quote(f'dataset:bench/{name}', safe='')}&limit={REACHED}"
            rows = [*_rows("one dataset", "/api/v1/datasets?limit=1", plain, guarded)]
            rows += _rows(f"walk of {reaches[root]:,} nodes", walk, plain, guarded)
    return table(("question", "as", "p50 ms", "p95 ms", "beside none"), rows)


def _prepare(url: str, node: int) -> str:
    now = datetime.now(UTC)
    with psycopg.connect(url, autocommit=True) as connection:
        read = frozenset({AccessScope.READ})
        api_keys.keep_key(connection, FREE, "free", read, now)
        api_keys.keep_key(connection, BOUND, "bound", read, now, teams=["bench"])
        query = """
        insert into access_grants (team, node_key, asset, granted_at, granted_by)
        select 'bench', key, name, now(), 'benchmark' from nodes where id = %s returning asset
        """
        [(name,)] = connection.execute(query, [node]).fetchall()
    return str(name)


def _rows(what: str, path: str, plain: str, guarded: str) -> Iterator[tuple[str, ...]]:
    with httpx.Client(timeout=60) as client:
        signed = httpx.post(f"{guarded}/api/v1/session", json={"key": str(FREE)})
        cookie = {"Cookie": signed.headers["set-cookie"].partition(";")[0]}
        callers: Mapping[str, tuple[str, dict[str, str]]] = {
            "nobody asked": (plain, {}),
            "key": (guarded, _bearer(FREE)),
            "session": (guarded, cookie),
            "key bound to a team": (guarded, _bearer(BOUND)),
        }
        seconds: dict[str, list[float]] = {caller: [] for caller in callers}
        for _ in range(REQUESTS):
            for caller, (address, headers) in callers.items():
                began = time.perf_counter()
                reply = client.get(address + path, headers=headers)
                seconds[caller].append(time.perf_counter() - began)
                assert reply.status_code == 200, reply.text
    least = percentiles(seconds["nobody asked"])[0]
    for caller, taken in seconds.items():
        half, most = percentiles(taken)
        yield what, caller, f"{half * 1000:.2f}", f"{most * 1000:.2f}", f"{(half / least - 1) * 100:+.0f} %"


def _bearer(token: Token) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def _api(url: str, access: str) -> Iterator[str]:
    port = free_port()
    given = {"HEADWATER_DATABASE_URL": url, "HEADWATER_PORT": str(port), "HEADWATER_ACCESS": access}
    environment = os.environ | given | {"HEADWATER_READS_PER_SECOND": "0"}
    command = [sys.executable, "-m", "headwater", "api"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            with connect(address) as client:
                wait_until(lambda: is_up(client), START_SECONDS)
            yield address
        finally:
            process.terminate()


if __name__ == "__main__":
    print(run())
