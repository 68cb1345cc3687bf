"""`headwater backtest --past-days`: what the Time Machine says of the failures that the store remembers."""

import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import psycopg

from headwater.cli.database import open_database
from headwater.cli.tables import print_table
from headwater.documents.formats import Grid
from headwater.documents.words import count
from headwater.questions.investigation.past import answers_to
from headwater.questions.live_graph import LiveGraph
from headwater.questions.reading import Reading
from headwater.settings import Settings
from headwater.store.migrate import migrate
from headwater.store.queries.evidence.failures import PastFailure, past_failures
from headwater.timemachine.backtest import PastAnswer, PastFigures, past_figures

LOOKBACK = timedelta(days=2)
Progress = Callable[[str], None]


def run_past_backtest(settings: Settings, days: float, most: int, progress: Progress) -> list[PastFigures]:
    """What both models say of the latest failures of so many days, gathered and explained on Spark."""
    with open_database(settings) as url:
        migrate(url)
        return past_figures(explain_past(settings, url, days, most, progress))


def explain_past(
    settings: Settings, url: str, days: float, most: int, progress: Progress
) -> list[PastAnswer]:
    # Spark is imported only where it is needed: every other command starts without it.
    from headwater.pipeline.backtest import in_tasks
    from headwater.pipeline.session import start_session

    until = datetime.now(UTC)
    with psycopg.connect(url) as connection:
        failures = past_failures(connection, until - timedelta(days=days), until, most)
    if not failures:
        return []
    progress("starting Spark")
    with tempfile.TemporaryDirectory() as scratch:
        spark = start_session(settings.model_copy(update={"home": Path(scratch)}), "headwater backtest")
        try:
            progress(f"explaining {count(len(failures), 'failure')}")
            texts = [msgspec.json.encode(one).decode() for one in failures]
            found = in_tasks(spark, texts, lambda given: answered(url, given))
        finally:
            spark.stop()
    return [msgspec.json.decode(text, type=PastAnswer) for text in found]


def answered(url: str, texts: Iterator[str]) -> Iterator[str]:
    """In a task: one connection and one graph for all of its failures."""
    first = next(texts, None)
    if first is None:
        return
    live = LiveGraph(url)
    live.start()
    try:
        with psycopg.connect(url) as connection:
            reading = Reading(connection, live)
            for text in (first, *texts):
                failure = msgspec.json.decode(text, type=PastFailure)
                for answer in answers_to(reading, [failure], LOOKBACK):
                    yield msgspec.json.encode(answer).decode()
    finally:
        live.stop()


def print_past_figures(found: list[PastFigures]) -> None:
    rows = tuple(
        (one.kind, one.model, str(one.failures), f"{one.share:.3f}", f"{one.probability:.3f}")
        for one in found
    )
    print_table(Grid(("named", "model", "failures", "share", "confidence"), rows))
