"""`headwater demo`: the whole system with the history of ShopFlow, a made-up shop, in it."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from headwater.api.web_app import WebApp
from headwater.cli.event_files import FoundEvent
from headwater.cli.ingest import Sent, send
from headwater.cli.running import wait_until
from headwater.cli.up import System
from headwater.client import Headwater, RequestRefusedError
from headwater.client.batches import batches
from headwater.client.request import Request
from headwater.demo import history
from headwater.demo.traces import NIGHTS, traces
from headwater.settings import Settings

VISIBLE_SECONDS = 300.0
# How long the start waits for what queries reference; without it a simulation finds no query to judge.
INDEX_SECONDS = 180.0
TRACES_SECONDS = 60.0
# The greatest that `telemetry_days` may be.
MOST_DAYS = 3650
ORDERS = "ecommerce_warehouse/shopflow.sales.orders"

TRY = """
[bold]Headwater is up, with thirty days of ShopFlow in it.[/]

  {app}
  API and its documentation   {url}/docs
  Pipeline state              {url}/api/v1/pipeline
  Send OpenLineage events to  {url}/api/v1/lineage

[bold]Three things to try[/]

  1. Who is hurt when orders lose a column?
     curl '{url}/api/v1/impact?asset=shopflow.sales.orders&column=amount_usd'

  2. Where does the revenue dashboard get its data?
     curl '{url}/api/v1/graph/upstream?asset=looker/revenue_overview&depth=3'

  3. What broke in the night of 20 April 2026?
     curl '{url}/api/v1/runs?state=FAIL&since=2026-04-20T00:00:00Z'

Ctrl-C stops everything; the data stays.
"""


def things_to_try(url: str, web: WebApp) -> str:
    """What to open and ask, the web app first; where it was not built, that is said."""
    app = f"Web app                     {url}/" if web.built else "The web app was not built: `make web`"
    return TRY.format(url=url, app=app)


def with_old_traces(settings: Settings) -> Settings:
    """Spans of ShopFlow's nights are served however long ago those were."""
    age = (datetime.now(UTC).date() - NIGHTS[0]).days
    # A month more, for a demo that goes on running.
    days = min(MOST_DAYS, max(settings.telemetry_days, age + 31))
    return settings.model_copy(update={"telemetry_days": days})


def load(system: System, console: Console) -> None:
    """Send the history through the public ingest, unless it is there, and wait until it is visible."""
    server = system.server
    if _is_loaded(server):
        console.print("the history of ShopFlow is already there; the Spark worker follows in a moment")
        # What is shown to be tried has to work: a home of an earlier version is rebuilt first.
        system.await_rebuild()
        return
    # Without the worker nothing becomes visible, and waiting for it below would be in vain.
    system.await_worker()
    events = [FoundEvent(msgspec.json.encode(event), "history") for event in history()]
    sent = Sent()
    with _progress(console) as progress:
        sending = progress.add_task("sending the history of ShopFlow", total=len(events))
        for batch in batches(events, lambda one: len(one.event)):
            send(server, batch, sent)
            progress.advance(sending, len(batch))
        showing = progress.add_task("waiting until it is visible", total=sent.position)
        wait_until(lambda: _is_visible(server, sent.position, progress, showing), VISIBLE_SECONDS)
        indexing = progress.add_task("waiting until its queries are read", total=1)
        wait_until(lambda: server.column_usage(ORDERS).proof.queries > 0, INDEX_SECONDS)
        progress.advance(indexing)
        tracing = progress.add_task("waiting until its traces are visible", total=1)
        server.send(
            Request("POST", "/v1/traces", dict[str, Any], body=msgspec.json.encode(traces()), reads=False)
        )
        wait_until(lambda: server.list_traces(limit=1).total > 0, TRACES_SECONDS)
        progress.advance(tracing)


def _is_loaded(server: Headwater) -> bool:
    try:
        # One dataset of the history stands for all of it.
        server.dataset(ORDERS)
    except RequestRefusedError:
        return False
    return True


def _is_visible(server: Headwater, position: int, progress: Progress, task: object) -> bool:
    published = server.pipeline_status().position
    progress.update(task, completed=min(published, position))  # type: ignore[arg-type]
    return published >= position


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    return Progress(*columns, TimeElapsedColumn(), console=console)
