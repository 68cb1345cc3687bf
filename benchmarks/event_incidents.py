"""Incidents told as producers would: OpenLineage events through the readers into a store, then the question.

Written apart from the generator and from the engine: only events, question and answer are shared. Companies
of several tools, histories of some weeks, column lineage, counts, profiles and tests where a tool would send
them, clocks off by minutes, jobs that are released all the time, changes that a crawler tells late.
`python -m benchmarks.event_incidents` prints the figures of both models.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

import psycopg

from benchmarks.event_causes import CAUSES, Cause
from benchmarks.event_play import Body, Play, Symptom, dataset_event
from benchmarks.event_world import NOW, company, starts
from benchmarks.made_incidents import by_cause
from benchmarks.system import database
from headwater.answers.investigation import Investigation
from headwater.api.process import Process, build_process
from headwater.dialects.openlineage import translate as openlineage
from headwater.dialects.reports import translate as reports
from headwater.dialects.reports.translate import NamedEntities
from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.log.postgres import append_within
from headwater.model.events import Event, LogEntry
from headwater.model.reports import SIGNAL, ReportedEntity
from headwater.model.times import to_micros
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.questions.investigation.investigate import investigate
from headwater.store.publish import Publisher
from headwater.timemachine.backtest import UNRECORDED_KIND, Outcome
from headwater.timemachine.explanation import ModelName

SEEDS = range(910_000, 910_100)
VERBOSE = "--each"
ENTRIES = "select position, event_id, event_time, kind, body from events order by position"


@dataclass(frozen=True)
class EventIncident:
    seed: int
    kind: str
    names: frozenset[tuple[str, str]]
    asset: str | None
    run: str | None
    at: datetime
    bodies: tuple[Body, ...]


def incident(seed: int) -> EventIncident:
    """The same seed gives the same incident."""
    random = Random(f"events {seed}")
    while True:
        found = _attempt(seed, random)
        if found is not None:
            return found


def _attempt(seed: int, random: Random) -> EventIncident | None:
    play = Play(company(random), random)
    period = play.company.period
    history = 16 if period >= timedelta(hours=6) else 60
    struck = NOW + period * random.uniform(0, 1)
    cause = random.choice(CAUSES)(play, struck)
    if cause is None:
        return None
    until = cause.at + period * random.uniform(1.1, 2.2)
    _play(play, cause, NOW - history * period, until)
    noticed = _noticed(play, cause)
    if noticed is None:
        return None
    late = random.choice([0.002, 0.02, 0.1]) * period + timedelta(minutes=4)
    at = min(noticed.at + late, until)
    if cause.told_at is not None and cause.told_at > at:
        cause = replace(cause, recorded=False)
    told = sorted(play.events, key=lambda one: one[0])
    if random.random() < 0.5:
        told = [one for one in told if one[0] <= at]
    bodies = tuple(body for _, body in told)
    kind = cause.kind if cause.recorded else UNRECORDED_KIND
    names = cause.names if cause.recorded else frozenset()
    asset, run = f"dataset:{noticed.table.namespace}/{noticed.table.name}", None
    if noticed.job is not None and noticed.job.told and random.random() < 0.5:
        asset, run = f"job:prod/{noticed.job.name}", noticed.run if random.random() < 0.5 else None
    return EventIncident(seed, kind, names, asset, run, at, bodies)


def _noticed(play: Play, cause: Cause) -> Symptom | None:
    """One of the failures of the cause, where nothing else shows."""
    others = {one.table.name for one in play.symptoms if one.cause != "true" and one.at >= cause.at}
    fitting = [
        one
        for one in play.symptoms
        if one.cause == "true"
        and one.table.name not in cause.entities | others
        and (one.job is None or one.job.told)
    ]
    return play.random.choice(fitting) if fitting else None


def _play(play: Play, cause: Cause, since: datetime, until: datetime) -> None:
    random, made = play.random, play.company
    moments = [(at, 1, job) for job in made.jobs for at in starts(job, made, since, until)]
    struck = False
    for table in made.tables:
        play.tell(since, dataset_event(table, since))
    for at, _, job in sorted(moments, key=lambda one: (one[0], one[2].name)):
        if not struck and at >= cause.at:
            struck = True
            cause.strike()
        if job.deployed_often and random.random() < 0.25:
            job.version += 1
        play.run(job, at)
    _noise(play, cause.at, until)


def _noise(play: Play, at: datetime, until: datetime) -> None:
    """What else is told around the time, and hurts nobody."""
    random = play.random
    for _ in range(random.choice([0, 1, 2, 4])):
        table = random.choice(play.company.tables)
        when = at + (until - at) * random.uniform(-0.5, 0.8)
        if random.random() < 0.5:
            entity = {"namespace": table.namespace, "name": table.name}
            text = random.choice(["who owns this?", "thanks, looks good now", "please add a description"])
            play.tell(when, {"entity": entity, "time": when.isoformat(), "text": text})
        elif not table.trouble:
            body = dataset_event(table, when)
            body["dataset"]["facets"]["schema"]["fields"].append({"name": "added_by_us", "type": "int"})
            play.tell(when, body)


def to_log(body: Body) -> Event:
    text = json.dumps(body).encode()
    if "entity" in body:
        return reports.to_domain(text, SIGNAL, NamedEntities(_unnamed, SIGNAL))
    return openlineage.to_domain(text)


def _unnamed(name: str) -> ReportedEntity:
    raise AssertionError(f"{name} is given in parts")


def publish(url: str, bodies: Sequence[Body]) -> None:
    """Into the log and through the readers, as the worker does."""
    with psycopg.connect(url, autocommit=True) as connection:
        with connection.transaction():
            append_within(connection, [to_log(body) for body in bodies])
        entries = [
            LogEntry(position, event.hex, to_micros(moment), kind, body)
            for position, event, moment, kind, body in connection.execute(ENTRIES)
        ]
        Publisher(50, InPlaceAnalyst()).publish(connection, to_table(fold_events(entries)))


def ask(process: Process, made: EventIncident, model: str) -> Investigation:
    with process.reading() as reading:
        return investigate(reading, made.asset, made.at, run=made.run, model=model)  # type: ignore[arg-type]


def outcome(made: EventIncident, found: Investigation, model: str) -> Outcome:
    named = found.cause is not None
    ranked = [one.change for one in (found.cause, *found.alternatives) if one is not None]
    behind = 1 if named else 2
    places = [
        place for place, one in enumerate(ranked, behind) if (_plain(one.kind), one.node.name) in made.names
    ]
    rank = (places[0] if places else 0) if made.names else (2 if named else 1)
    return Outcome(made.seed, model, made.kind, rank == 1, rank, found.confidence / 100, named, False)


def _plain(kind: str) -> str:
    return {"span_failed": "run_failed", "span_slow": "run_long"}.get(kind, kind)


def outcomes(seeds: Sequence[int]) -> list[Outcome]:
    found = []
    with database() as (_home, url):
        for seed in seeds:
            made = incident(seed)
            with copied(url) as copy, started(copy) as process:
                publish(copy, made.bodies)
                process.start()
                for model in ModelName:
                    answer = ask(process, made, model.value)
                    found.append(outcome(made, answer, model.value))
                    if VERBOSE in sys.argv and model is ModelName.DEFAULT:
                        print(described(made, answer, found[-1]), flush=True)
    return found


@contextmanager
def copied(url: str) -> Iterator[str]:
    """A database of its own for one incident, made from the migrated one."""
    address, _, options = url.partition("?")
    begin, _, name = address.rpartition("/")
    admin, copy = f"{begin}/template1?{options}", f"{begin}/one_incident?{options}"
    with psycopg.connect(admin, autocommit=True) as server:
        server.execute(f"create database one_incident template {name}")
        try:
            yield copy
        finally:
            server.execute("drop database one_incident with (force)")


@contextmanager
def started(url: str) -> Iterator[Process]:
    process = build_process(url, pool_size=2)
    try:
        yield process
    finally:
        process.stop()


def described(made: EventIncident, found: Investigation, judged: Outcome) -> str:
    """One line about an answer, for who looks into the wrong ones."""
    change = found.cause.change if found.cause else None
    said = f"{change.kind} of {change.node.name}" if change else "nothing"
    return (
        f"{'right' if judged.right else 'WRONG'} {made.seed} {made.kind} {sorted(made.names)}: "
        f"{said} at {found.confidence}, none {found.none_probability:.2f}, rank {judged.rank}"
    )


def run(seeds: range = SEEDS) -> str:
    return by_cause(outcomes(seeds))


if __name__ == "__main__":
    print(run())
