"""Whom a change affects: those who run what does not stay as it is, and those who own the jobs that do."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from heapq import nsmallest
from typing import Literal, get_args

from headwater.answers.consumers import ConsumerText, SimulationConsumer
from headwater.answers.proofs import QueryVerdictName
from headwater.answers.simulation import SimulatedText, VerdictCounts
from headwater.questions.simulation.people import PlacedText
from headwater.simulator.judge import QueryVerdict
from headwater.simulator.propagation import TextVerdict
from headwater.store.queries.replayed_texts import IndexedText

MOST_CONSUMERS = 10_000
SHOWN_TEXTS = 50
SHOWN_CHARACTERS = 500
VERDICTS: tuple[QueryVerdictName, ...] = get_args(QueryVerdictName)
Role = Literal["user", "owner"]
Rank = tuple[int, int, str]


Describe = Callable[[IndexedText, TextVerdict], SimulatedText]


class _Consumer:
    def __init__(self, name: str) -> None:
        self.name = name
        self.roles: dict[Role, None] = {}
        self.texts: dict[str, PlacedText] = {}
        self.runs = 0

    def add(self, role: Role, text: PlacedText, runs: int = 0) -> None:
        self.roles[role] = None
        self.texts[text.text.fingerprint] = text
        self.runs += runs

    def answer(self, ranks: Mapping[str, Rank], describe: Describe) -> SimulationConsumer:
        found = Counter(text.verdict.judgement.verdict.value for text in self.texts.values())
        first = nsmallest(SHOWN_TEXTS, self.texts, key=ranks.__getitem__)
        shown = [self.texts[fingerprint] for fingerprint in first]
        return SimulationConsumer(
            name=self.name,
            roles=tuple(sorted(self.roles, reverse=True)),
            texts_total=len(self.texts),
            verdicts=VerdictCounts(**{name: found[name] for name in VERDICTS}),
            runs=self.runs,
            texts=tuple(_text(describe(one.text, one.verdict)) for one in shown),
            response=None,
        )


class _Consumers(dict[str, _Consumer]):
    """Made at the first look, as thousands of texts name the same people."""

    def __missing__(self, name: str) -> _Consumer:
        self[name] = _Consumer(name)
        return self[name]


def affected_consumers(texts: Iterable[PlacedText], describe: Describe) -> tuple[SimulationConsumer, ...]:
    """The worst first; of texts that are safe nobody hears. Only what is shown is described."""
    found = _Consumers()
    ranks: dict[str, Rank] = {}
    for one in texts:
        if one.verdict.judgement.verdict is QueryVerdict.SAFE:
            continue
        ranks[one.text.fingerprint] = _rank(one)
        for user, runs in one.uses.by_user if one.uses else ():
            found[user].add("user", one, runs)
        for owner in dict.fromkeys(one.owners):
            found[owner].add("owner", one)
    answers = [one.answer(ranks, describe) for one in found.values()]
    answers.sort(key=lambda one: (-one.verdicts.will_error, -one.verdicts.will_silently_change, one.name))
    return tuple(answers[:MOST_CONSUMERS])


def _rank(one: PlacedText) -> Rank:
    runs = one.uses.total if one.uses else 0
    return VERDICTS.index(one.verdict.judgement.verdict.value), -runs, one.text.fingerprint


def _text(text: SimulatedText) -> ConsumerText:
    return ConsumerText(
        fingerprint=text.fingerprint,
        finding=text.finding,
        verdict=text.verdict,
        says=text.says,
        text=text.text[:SHOWN_CHARACTERS],
        runs=text.runs,
        jobs=text.jobs,
    )
