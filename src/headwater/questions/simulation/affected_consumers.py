"""Whom a change affects: those who run what does not stay as it is, and those who own the jobs that do."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from headwater.answers.consumers import ConsumerText, SimulationConsumer
from headwater.answers.proofs import QueryVerdictName
from headwater.answers.simulation import SimulatedText, VerdictCounts
from headwater.store.queries.replayed_texts import TextJob, TextUse

MOST_CONSUMERS = 10_000
SHOWN_TEXTS = 50
SHOWN_CHARACTERS = 500
VERDICTS: tuple[QueryVerdictName, ...] = get_args(QueryVerdictName)
Role = Literal["user", "owner"]


class _Consumer:
    def __init__(self, name: str) -> None:
        self.name = name
        self.roles: dict[Role, None] = {}
        self.texts: dict[str, SimulatedText] = {}
        self.runs = 0

    def add(self, role: Role, text: SimulatedText, runs: int = 0) -> None:
        self.roles[role] = None
        self.texts[text.fingerprint] = text
        self.runs += runs

    def answer(self) -> SimulationConsumer:
        found = Counter(text.verdict for text in self.texts.values())
        ranked = sorted(self.texts.values(), key=_rank)
        return SimulationConsumer(
            name=self.name,
            roles=tuple(sorted(self.roles, reverse=True)),
            texts_total=len(ranked),
            verdicts=VerdictCounts(**{name: found[name] for name in VERDICTS}),
            runs=self.runs,
            texts=tuple(map(_text, ranked[:SHOWN_TEXTS])),
            response=None,
        )


def affected_consumers(
    texts: Iterable[tuple[SimulatedText, Sequence[TextUse], Sequence[TextJob]]],
) -> tuple[SimulationConsumer, ...]:
    """The worst first; `texts` are those that are not safe, with who runs them and which jobs do."""
    found: dict[str, _Consumer] = {}
    for text, uses, jobs in texts:
        for use in uses:
            if use.user_name:
                found.setdefault(use.user_name, _Consumer(use.user_name)).add("user", text, use.runs)
        for owner in dict.fromkeys(owner for job in jobs for owner in job.owners):
            found.setdefault(owner, _Consumer(owner)).add("owner", text)
    answers = [one.answer() for one in found.values()]
    answers.sort(key=lambda one: (-one.verdicts.will_error, -one.verdicts.will_silently_change, one.name))
    return tuple(answers[:MOST_CONSUMERS])


def _rank(text: SimulatedText) -> tuple[int, int, str]:
    return VERDICTS.index(text.verdict), -text.runs, text.fingerprint


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
