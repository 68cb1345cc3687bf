"""What a key, a session and a walk past stand-ins cost beside the same request without access control.

`python -m benchmarks.access`. Two APIs over one store, one that needs keys and one that does not, are asked
one after the other. Compared is processor time, of the API and of its connections to PostgreSQL, which says
the same on a busy machine. The bound key may see the root of the walk and no other dataset. At the end it
asks for hidden names and for names that nobody has, in turn: how often the clock tells which is which.
"""

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from urllib.parse import quote

import httpx
import numpy as np
import psycopg

from benchmarks.api import Api, serving_api
from benchmarks.graph import SEED, dataset_graph, sampled
from benchmarks.questions import fill
from benchmarks.system import database
from benchmarks.table import percentiles, table
from headwater.access.keys import Token, new_token
from headwater.access.scopes import AccessScope
from headwater.store.queries import api_keys

EDGES, REACHED, REQUESTS, PAIRS = 50_000, 1_000, 100, 500
# New connections plan each statement anew, some times.
WARM_UP = 20
FREE, BOUND = new_token(bytes([1]) * 40), new_token(bytes([2]) * 40)


def run() -> str:
    rng = np.random.default_rng(SEED)
    graph = dataset_graph(EDGES, rng)
    reaches = sampled(graph, "dataset", "downstream", rng)
    root = min(reaches, key=lambda node: abs(reaches[node] - REACHED))
    with database() as (_, url):
        fill(url, graph)
        name = _prepare(url, root + 1)
        walk = f"/api/v1/impact?asset={quote(f'dataset:bench/{name}', safe='')}&limit={REACHED}"
        asked = {"one dataset": "/api/v1/datasets?limit=1", f"walk of {reaches[root]:,} nodes": walk}
        with serving_api(url, "off") as api:
            plain = {what: _measured(api, path, {}) for what, path in asked.items()}
        with serving_api(url, "keys") as api:
            callers = _callers(api)
            found = {
                what: {who: _measured(api, path, headers) for who, headers in callers.items()}
                for what, path in asked.items()
            }
            told_apart = _told_apart(api, url)
    header = ("question", "as", "processor ms a request", "beside none", "p50 ms", "p95 ms")
    rows = [row for what in asked for row in _rows(what, plain[what], found[what])]
    return f"{table(header, rows)}\n\n{told_apart}"


def _told_apart(api: Api, url: str) -> str:
    """How good a guess by the clock is; 50 % is none."""
    with psycopg.connect(url) as connection:
        query = "select name from nodes where kind = 'dataset' order by id desc limit %s"
        hidden = [name for (name,) in connection.execute(query, [PAIRS])]
    with httpx.Client(base_url=api.address, headers=_bearer(BOUND), timeout=60) as client:

        def seconds(name: str) -> float:
            began = time.perf_counter()
            assert client.get(f"/api/v1/datasets/bench/{name}").status_code == 404
            return time.perf_counter() - began

        pairs = np.array([(seconds(name), seconds(f"{name}x")) for name in hidden])
    slower = float(np.mean(pairs[:, :1] > pairs[:, 1]))
    middle = np.median(pairs, axis=0) * 1000
    return (
        f"hidden name {middle[0]:.2f} ms, unknown name {middle[1]:.2f} ms (median of {len(pairs)} each); "
        f"the hidden one is the slower in {slower:.0%} of all pairs"
    )


def _callers(api: Api) -> Mapping[str, dict[str, str]]:
    signed = httpx.post(f"{api.address}/api/v1/session", json={"key": str(FREE)})
    cookie = {"Cookie": signed.headers["set-cookie"].partition(";")[0]}
    return {"key": _bearer(FREE), "session": cookie, "key bound to a team": _bearer(BOUND)}


def _measured(api: Api, path: str, headers: dict[str, str]) -> tuple[float, float, float]:
    """Processor milliseconds of a request, and the 50th and 95th percentile by the clock."""
    seconds: list[float] = []
    with httpx.Client(base_url=api.address, headers=headers, timeout=60) as client:
        for number in range(WARM_UP + REQUESTS):
            if number == WARM_UP:
                before, seconds = api.processor_seconds(), []
            began = time.perf_counter()
            reply = client.get(path)
            seconds.append(time.perf_counter() - began)
            assert reply.status_code == 200, reply.text
    after = api.processor_seconds()
    spent = sum(used - before.get(pid, 0.0) for pid, used in after.items())
    return spent / REQUESTS * 1000, *percentiles(seconds)


def _rows(
    what: str, plain: tuple[float, ...], found: Mapping[str, tuple[float, ...]]
) -> Iterator[tuple[str, ...]]:
    for who, (spent, half, most) in {"nobody asked": plain, **found}.items():
        beside = f"{(spent / plain[0] - 1) * 100:+.0f} %"
        yield what, who, f"{spent:.2f}", beside, f"{half:.1f}", f"{most:.1f}"


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


def _bearer(token: Token) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


if __name__ == "__main__":
    print(run())
