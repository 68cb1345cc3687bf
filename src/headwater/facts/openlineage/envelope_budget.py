"""An envelope within its budgets: its names, and how many facets it has, and how large."""

from msgspec.structs import replace

from headwater.facts.budgets import (
    ALL_FACET_BYTES,
    FACET_BYTES,
    FACETS,
    NAME,
    WORD,
    Problems,
    too_long,
)
from headwater.facts.openlineage.envelope import Envelope, Facets, Mention
from headwater.facts.problem import PartProblem
from headwater.model.ids import DatasetId, JobId


def within_budgets(envelope: Envelope) -> tuple[Envelope, Problems]:
    """The envelope without what is over a budget, and what that is; an error if nothing is left to name."""
    room = _Room()
    kept = replace(
        envelope,
        job=room.job(envelope.job),
        run_facets=room.facets(envelope.run_facets, "run.facets"),
        job_facets=room.facets(envelope.job_facets, "job.facets"),
        mentions=tuple(room.mentions(envelope.mentions)),
    )
    if room.problems and kept.run is None and kept.job is None and not kept.mentions:
        raise ValueError(f"{room.problems[0].part}: {room.problems[0].reason}")
    # Without the job there is nothing that its facets are about.
    return (kept if kept.job else replace(kept, job_facets={})), tuple(room.problems)


class _Room:
    """What is left of the budgets for all facets of an event, taken in their order."""

    def __init__(self) -> None:
        self._facets = FACETS.limit
        self._bytes = ALL_FACET_BYTES.limit
        self.problems: list[PartProblem] = []

    def job(self, job: JobId | None) -> JobId | None:
        problem = _long_name(job, "job") if job else None
        if problem is None:
            return job
        self.problems.append(problem)
        return None

    def mentions(self, mentions: tuple[Mention, ...]) -> list[Mention]:
        return [mention for mention in map(self._mention, mentions) if mention is not None]

    def _mention(self, mention: Mention) -> Mention | None:
        problem = _long_name(mention.dataset, mention.where)
        if problem is not None:
            self.problems.append(problem)
            return None
        if not mention.facets and not mention.io_facets:
            return mention
        return replace(
            mention,
            facets=self.facets(mention.facets, f"{mention.where}.facets"),
            io_facets=self.facets(mention.io_facets, f"{mention.where}.{mention.direction}Facets"),
        )

    def facets(self, facets: Facets, where: str) -> Facets:
        kept = {}
        for name, raw in facets.items():
            problem = self._problem(name, len(raw), f"{where}.{name}")
            if problem is not None:
                self.problems.append(problem)
                continue
            self._facets -= 1
            self._bytes -= len(raw)
            kept[name] = raw
        return kept

    def _problem(self, name: str, size: int, where: str) -> PartProblem | None:
        if len(name) > WORD.limit:
            return PartProblem(where, f"a name of {len(name):,} characters, where {WORD.limit} are read")
        if size > FACET_BYTES.limit:
            return PartProblem(where, f"{size:,} bytes, where {FACET_BYTES.limit:,} are read")
        if size > self._bytes:
            return PartProblem(where, f"facets of more than {ALL_FACET_BYTES.limit:,} bytes in one event")
        return None if self._facets else PartProblem(where, f"more than {FACETS.limit:,} facets in one event")


def _long_name(named: DatasetId | JobId, where: str) -> PartProblem | None:
    for part, text in (("namespace", named.namespace), ("name", named.name)):
        if len(text) > NAME.limit:
            return too_long(text, NAME, f"{where}.{part}")
    return None
