"""Where an engine contradicts a verdict: it refuses what we call safe, or takes what we call an error."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judge import JudgedQuery, Judgement, QueryVerdict, Reason, SchemaPair
from headwater.simulator.schema_changes import apply
from headwater.simulator.sqlglot_judge import SqlglotJudge
from tests.simulator.case_files import Case
from tests.simulator.random_queries import random_schemas
from tests.simulator.random_shapes import Shapes, change_of_named

JUDGE = SqlglotJudge()
# What an engine tells when rows are written, not when the text is bound.
LATER = {Reason.NOT_NULL_VIOLATED}


class Heard(NamedTuple):
    told: str
    engine: Judgement
    ours: Judgement

    @property
    def wrongly_safe(self) -> bool:
        return self.ours.verdict is QueryVerdict.SAFE and self.engine.verdict is not QueryVerdict.SAFE

    @property
    def errors_differ(self) -> bool:
        error = QueryVerdict.WILL_ERROR
        return (self.engine.verdict is error) != (self.ours.verdict is error)


def heard_of_cases(engine: EngineJudge, cases: Iterable[Case]) -> Iterator[Heard]:
    for case in cases:
        pair = SchemaPair(case.schemas, apply(case.changes, case.schemas))
        yield from _heard(engine, JudgedQuery(case.text, case.dialect), pair, case.name)


def heard_of_shapes(engine: EngineJudge, dialect: str, seeds: Iterable[int]) -> Iterator[Heard]:
    """Random texts of many shapes, each under a change of something that it names."""
    for seed in seeds:
        random = Random(seed)
        schemas = random_schemas(random)
        text = Shapes(random, schemas, dialect).query()
        change = change_of_named(random, schemas, text)
        pair = SchemaPair(schemas, apply([change], schemas))
        yield from _heard(engine, JudgedQuery(text, dialect), pair, f"{seed}: {change.in_words()}\n{text}")


def _heard(engine: EngineJudge, query: JudgedQuery, pair: SchemaPair, told: str) -> Iterator[Heard]:
    found, ours = engine.judge(query, pair), JUDGE.judge(query, pair)
    if QueryVerdict.COULD_NOT_ANALYZE not in (found.verdict, ours.verdict) and ours.reason not in LATER:
        yield Heard(f"{told}\nours: {ours.says}\nengine: {found.says}", found, ours)
