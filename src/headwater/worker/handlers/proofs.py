"""Prove what a simulation says of texts, with every engine at hand, and add it to the simulation."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from uuid import UUID

import psycopg
from psycopg import Connection

from headwater.answers.proofs import TextProof
from headwater.pipeline.spark_engine import SparkEngine
from headwater.questions.record import record
from headwater.questions.simulation.judgements import proved_verdict
from headwater.questions.simulation.proofs import with_proofs
from headwater.simulator.duckdb_engine import DuckDbEngine
from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import Judge, QueryVerdict, SchemaPair
from headwater.simulator.judges import Judges
from headwater.simulator.proof_inputs import UnprovedText
from headwater.simulator.settlement import Settlement
from headwater.store import work
from headwater.store.postgres_engine import open_engine
from headwater.store.queries import replayed_texts, simulation_proofs, simulations
from headwater.store.queries.simulation_proofs import KeptProofs
from headwater.store.work import Task
from headwater.worker.handlers.handler import Result
from headwater.worker.resources import Resources

# So many are kept at once: a crash costs no more than these.
CHUNK = 50
# How often it is begun anew without having proved anything.
MOST_VAIN = 3
# After this, whatever else was requested gets its turn.
TURN_SECONDS = 20.0


def proofs(resources: Resources, task: Task) -> Result:
    """May be begun again: what is proved already is not proved twice."""
    number = int(task.arguments["simulation"])
    # A proof enters the log: its commit waits for the disk.
    with psycopg.connect(resources.database_url, autocommit=True) as connection:
        with _engines(resources) as engines:
            waiting = prove(
                connection,
                Judges(engines),
                number,
                resources.now,
                lambda words: work.report(connection, task, words),
            )
        if waiting:
            _ask_again(connection, task, waiting)
    return {"simulation": number, "waiting": waiting}


def _ask_again(connection: Connection, task: Task, waiting: int) -> None:
    """The rest in the next turn; where an engine fails again and again, the failure is recorded instead."""
    vain = int(task.arguments.get("vain", 0)) + 1 if waiting == task.arguments.get("waiting") else 0
    if vain >= MOST_VAIN:
        raise RuntimeError(f"{waiting} texts could not be proved: an engine fails on them")
    work.request(connection, "proofs", {**task.arguments, "waiting": waiting, "vain": vain})


def prove(
    connection: Connection,
    judges: Judges,
    number: int,
    now: Callable[[], datetime],
    report: Callable[[str], None] = lambda words: None,
) -> int:
    """As many as fit into a turn; returns how many are left."""
    until = time.monotonic() + TURN_SECONDS
    kept = simulation_proofs.find(connection, number)
    pair = kept.inputs.pair() if kept.inputs else None
    while pair is not None and kept.waiting and time.monotonic() < until:
        found = _proved(connection, judges, kept.waiting[:CHUNK], pair)
        if not found:
            break
        kept = _store_proofs(connection, number, kept, found, now())
        report(f"{len(kept.proofs)} proved, {len(kept.waiting)} waiting")
    return len(kept.waiting)


@contextmanager
def _engines(resources: Resources) -> Iterator[Sequence[Judge]]:
    folder = resources.settings.home.absolute() / "spark" / "empty"
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        own = stack.enter_context(psycopg.connect(resources.database_url, autocommit=True))
        sessions = (
            stack.enter_context(open_engine(own)),
            stack.enter_context(closing(DuckDbEngine())),
            stack.enter_context(closing(SparkEngine(resources.session, folder))),
        )
        yield [EngineJudge(session) for session in sessions]


def _proved(
    connection: Connection, judges: Judges, chunk: Sequence[UnprovedText], pair: SchemaPair
) -> list[TextProof]:
    """A text that is gone keeps what was said of it; one on which an engine failed is still to be proved."""
    keys = [UUID(text.fingerprint) for text in chunk]
    known = {one.fingerprint: one.text for one in replayed_texts.texts(connection, keys)}
    there = [text for text in chunk if text.fingerprint in known]
    settled = judges.judge_all([text.query(known[text.fingerprint]) for text in there], pair)
    engines = {engine.name for engine in judges.engines}
    found = {
        text.fingerprint: None if one.missing in engines else _proof(text, one)
        for text, one in zip(there, settled, strict=True)
    }
    proofs = (found.get(text.fingerprint, TextProof(text.fingerprint, None)) for text in chunk)
    return [proof for proof in proofs if proof is not None]


def _proof(text: UnprovedText, settlement: Settlement) -> TextProof:
    """An engine sees nothing of values: a silent change that was found stays one."""
    verdict = settlement.judgement.verdict
    stays = text.verdict is QueryVerdict.WILL_SILENTLY_CHANGE and verdict is QueryVerdict.SAFE
    return TextProof(text.fingerprint, None if stays else proved_verdict(settlement))


def _store_proofs(
    connection: Connection, number: int, kept: KeptProofs, found: Sequence[TextProof], at: datetime
) -> KeptProofs:
    now = KeptProofs(kept.inputs, kept.proofs | {proof.fingerprint: proof for proof in found})
    computed = simulations.result(connection, number)
    verdict = with_proofs(computed, now).verdict if computed else QueryVerdict.COULD_NOT_ANALYZE.value
    with connection.transaction():
        row = simulation_proofs.insert(connection, number, at, verdict, found)
        record(connection, {"simulation_proof": [row]}, at)
    return now
