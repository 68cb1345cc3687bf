"""Which judges are asked of a text, and what counts of their answers.

Our own judge speaks first, of every text. Engines prove what it says: that of the text's own dialect where
one is at hand, else DuckDB, and Spark where doubt is left, both after transpiling.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from headwater.simulator.judge import Judge, JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.settlement import Settlement, settled
from headwater.simulator.shared_judge import SharedJudge

logger = logging.getLogger(__name__)

POSTGRES, DUCKDB, SPARK = "postgres", "duckdb", "spark"
OWN_ENGINES = {
    "postgres": POSTGRES,
    "redshift": POSTGRES,
    "duckdb": DUCKDB,
    "spark": SPARK,
    "spark2": SPARK,
    "databricks": SPARK,
    "hive": SPARK,
}
# What an engine can't say more about: it gets no text that can't be parsed.
NOTHING_TO_PROVE = {Reason.NOT_TOUCHED, Reason.NOT_PARSED}
# Where one engine can't say, no other can.
NO_ENGINE_KNOWS = {Reason.UNKNOWN_SCHEMA, Reason.OVER_BUDGET, Reason.NOT_PARSED, Reason.UNSUPPORTED}
UNKNOWN = QueryVerdict.COULD_NOT_ANALYZE


@dataclass(slots=True)
class Judges:
    """`engines` are those at hand. `seconds` is how long they may take for all texts together.

    An engine is asked by one thread at a time, and all of them at once.
    """

    engines: Sequence[Judge] = ()
    seconds: float | None = None
    ours: Judge = field(default_factory=SharedJudge)
    clock: Callable[[], float] = time.monotonic
    _until: float | None = None

    def begun(self) -> "Judges":
        """With the time running from now on, and not only from the first text."""
        return replace(self, _until=None if self.seconds is None else self.clock() + self.seconds)

    def judge_all(self, queries: Sequence[JudgedQuery], schemas: SchemaPair) -> list[Settlement]:
        """For each text what counts; in the order of the texts."""
        if self._until is None and self.seconds is not None:
            self._until = self.clock() + self.seconds
        texts = [AskedText(query, self.ours.judge(query, schemas)) for query in queries]
        # Who is asked next depends on what the one before said.
        for _ in self.engines:
            if not self._ask(texts, schemas):
                break
        return [text.settlement(schemas) for text in texts]

    def _ask(self, texts: Sequence["AskedText"], schemas: SchemaPair) -> bool:
        """Has every engine say its word of those texts for which it is the next; whether any did."""
        names = [engine.name for engine in self.engines]
        asked: list[list[AskedText]] = [[] for _ in self.engines]
        for text in texts:
            place = next((names.index(name) for name in text.wanted(schemas) if name in names), None)
            if place is not None:
                asked[place].append(text)
        busy = [(engine, own) for engine, own in zip(self.engines, asked, strict=True) if own]
        if len(busy) < 2:
            return any([self._answers(engine, own, schemas) for engine, own in busy])
        with ThreadPoolExecutor(len(busy)) as pool:
            return any(list(pool.map(lambda each: self._answers(each[0], each[1], schemas), busy)))

    def _answers(self, engine: Judge, texts: Sequence["AskedText"], schemas: SchemaPair) -> int:
        for done, text in enumerate(texts):
            if self._until is not None and self.clock() >= self._until:
                return done
            try:
                text.heard[engine.name] = engine.judge(text.query, schemas)
            except Exception:
                # A lost connection, say: what it did not say is missing, and the others go on.
                logger.exception("the judge %s failed", engine.name)
                return done
        return len(texts)


@dataclass(frozen=True, slots=True)
class AskedText:
    """A text, what we say of it, and what engines said so far, by their name."""

    query: JudgedQuery
    ours: Judgement
    heard: dict[str, Judgement] = field(default_factory=dict)

    def wanted(self, schemas: SchemaPair) -> Iterator[str]:
        """Engines that could say more, at hand or not, the first one first."""
        return (name for name in self._engines(schemas) if name not in self.heard)

    def _engines(self, schemas: SchemaPair) -> Iterator[str]:
        if self.ours.reason in NOTHING_TO_PROVE:
            return
        if any(one.reason in NO_ENGINE_KNOWS for one in self.heard.values()):
            return
        own = OWN_ENGINES.get(self.query.dialect or "")
        if own is not None:
            yield own
            if own in self.heard and self.heard[own].verdict is not UNKNOWN:
                return
        if own != DUCKDB:
            yield DUCKDB
        known = {one.verdict for one in (self.ours, *self.heard.values()) if one.verdict is not UNKNOWN}
        # What becomes of names we know; what becomes of types an engine knows better.
        if own != SPARK and (len(known) != 1 or schemas.typed):
            yield SPARK

    def settlement(self, schemas: SchemaPair) -> Settlement:
        if self.ours.reason in NOTHING_TO_PROVE:
            return Settlement(self.ours)
        own = OWN_ENGINES.get(self.query.dialect or "")
        others = [judgement for name, judgement in self.heard.items() if name != own]
        found = settled(self.ours, others, self.heard.get(own) if own else None)
        return replace(found, proved=bool(self.heard), missing=next(self.wanted(schemas), None))
