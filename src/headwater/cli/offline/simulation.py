"""One offline simulation, from files to the answer."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cached_property

from headwater.answers.proofs import QueryVerdictName
from headwater.answers.simulation import SimulatedStep, SimulatedTexts, SimulationReason
from headwater.cli.offline.answer import OfflineCoverage, OfflineSimulation, TextInFile
from headwater.cli.offline.gathering import GatheredText, GatheredTexts, TextIndex
from headwater.cli.offline.schema_file import KnownTables
from headwater.cli.offline.texts import FoundText, ReadingProblems
from headwater.questions.simulation.answer_parts import (
    carried_changes,
    judged_fields,
    missing_engines,
    overall_verdict,
    radius_parts,
    ranked_users,
    simulated_texts,
    unanalysed_reasons,
    verdict_rank,
)
from headwater.questions.simulation.judgements import BREAKS, SHOWN_CHARACTERS, SHOWN_NAMES
from headwater.questions.simulation.steps import simulated_steps
from headwater.simulator.blast_radius import ACTIVE_WINDOW, WINDOW, BlastRadius, blast_radius
from headwater.simulator.findings import finding_id
from headwater.simulator.judge import QueryVerdict, Reason
from headwater.simulator.judges import Judges
from headwater.simulator.meanings import Meanings
from headwater.simulator.propagation import CarriedChange, Propagation, TextVerdict, propagate
from headwater.simulator.proposals import ProposedChange
from headwater.simulator.runbook import AffectedReader, RunbookFacts
from headwater.sql.fingerprint import fingerprint


class OfflineChange:
    """Computes when it is made; `answer` puts it into words."""

    def __init__(
        self,
        tables: KnownTables,
        texts: Sequence[FoundText],
        changes: tuple[ProposedChange, ...],
        meanings: Meanings,
        hops: int,
        judges: Judges,
    ) -> None:
        self._tables, self._changes, self._meanings, self._judges = tables, changes, meanings, judges
        self._hops = hops
        index = TextIndex(tables, texts)
        self._statements = index.statements
        self._changed = list(dict.fromkeys([*(change.table for change in changes), *meanings]))
        self._gathered: GatheredTexts = index.gather(self._changed, hops + 1)
        self._replayed = [text.replayed() for text in self._gathered.texts.values()]
        self._found: Propagation = propagate(
            self._replayed, self._gathered.schemas, changes, judges.judge_all, hops, meanings
        )
        times = [text.time for text in texts if text.time is not None]
        self._newest: datetime | None = max(times, default=None)

    def answer(self) -> OfflineSimulation:
        radius = self._radius
        return OfflineSimulation(
            table=", ".join(self._changed),
            changes=tuple(self._in_words()),
            impact_score=radius.impact_score,
            severity=radius.severity,
            verdict=self._verdict,
            blast_radius=radius_parts(radius),
            queries=self._texts(is_query=True),
            job_texts=self._texts(is_query=False),
            coverage=self._coverage,
            carried=carried_changes(self._found, str, self._maker),
            truncated_by_hops=self._found.truncated,
            downstream=tuple(self._downstream),
            users=tuple(ranked_users(self._runs_of_queries())),
            runbook=tuple(self._runbook()),
            acknowledgements=(),
        )

    def _in_words(self) -> Iterator[str]:
        yield from (change.in_words() for change in self._changes)
        for table, meaning in self._meanings.items():
            yield from meaning.in_words(table)

    @cached_property
    def _judged(self) -> list[tuple[GatheredText, TextVerdict]]:
        pairs = [(self._gathered.texts[key], one) for key, one in self._found.verdicts.items()]
        return sorted(pairs, key=self._rank)

    def _rank(self, pair: tuple[GatheredText, TextVerdict]) -> tuple[int, int, int, str, int]:
        text, verdict = pair
        place = text.first.place
        return (*verdict_rank(verdict, self._runs(text)), place.file, place.line)

    def _runs(self, text: GatheredText) -> int:
        """In the 30 days before the newest; of a file without times all."""
        return sum(use.count for use in text.uses if self._is_within(use, WINDOW))

    def _is_within(self, use: FoundText, window: timedelta) -> bool:
        return use.time is None or self._newest is None or use.time > self._newest - window

    def _texts(self, *, is_query: bool) -> SimulatedTexts:
        chosen = [pair for pair in self._judged if pair[0].is_query is is_query]
        # What names nothing of the change is counted, and not worth a line.
        return simulated_texts(
            chosen, self._text, lambda verdict: verdict.judgement.reason is not Reason.NOT_TOUCHED
        )

    def _text(self, text: GatheredText, verdict: TextVerdict) -> TextInFile:
        first = text.first
        place = first.where(verdict.judgement.fragment)
        mark = fingerprint(first.text, first.dialect)
        return TextInFile(
            fingerprint=mark,
            text=first.text[:SHOWN_CHARACTERS],
            dialect=first.dialect,
            being_proved_by=None,
            through=verdict.table,
            runs=self._runs(text),
            users=_names(use.user for use in text.uses),
            jobs=_names(use.job or use.dashboard for use in text.uses) or tuple(sorted(text.writes)),
            finding=self._finding(mark, verdict.judgement.verdict),
            file=place.file,
            line=place.line,
            column=place.column,
            **judged_fields(verdict),
        )

    def _finding(self, mark: str, verdict: QueryVerdict) -> str | None:
        if verdict is QueryVerdict.SAFE:
            return None
        return finding_id(", ".join(self._changed), self._in_words(), mark, verdict)

    @cached_property
    def _breaking(self) -> list[tuple[GatheredText, TextVerdict]]:
        return [pair for pair in self._judged if pair[1].judgement.verdict in BREAKS]

    @cached_property
    def _coverage(self) -> OfflineCoverage:
        missed = unanalysed_reasons(self._found)
        reasons = [*missed, *["over_budget"] * self._gathered.cut]
        problems: ReadingProblems = self._tables.problems
        return OfflineCoverage(
            touching=len(self._judged),
            analysed=len(self._judged) - len(missed),
            not_analysed=tuple(SimulationReason(*pair) for pair in Counter(reasons).most_common()),
            silent_jobs=0,
            indexed_position=None,
            complete=not reasons and not self._found.truncated and not problems.total,
            gaps=tuple(self._gaps(reasons)),
            statements=self._statements,
            not_read=problems.total,
            problems=tuple(problems.first),
            engines=tuple(f"{engine.name} {engine.version}" for engine in self._judges.engines),
            missing=dict(sorted(missing_engines(self._found).items())),
        )

    def _gaps(self, reasons: Sequence[str]) -> Iterator[str]:
        for reason, number in Counter(reasons).most_common():
            yield f"{number} {reason.replace('_', ' ')}"
        unread = self._tables.problems.total
        if unread:
            yield f"{unread} {'piece' if unread == 1 else 'pieces'} of the files could not be read"
        if self._found.truncated:
            yield "there are readers beyond the last hop: raise --hops"

    @property
    def _verdict(self) -> QueryVerdictName:
        found = (one.judgement.verdict for one in self._found.verdicts.values())
        return overall_verdict(found, complete=self._coverage.complete)

    def _maker(self, carried: CarriedChange) -> tuple[str, ...]:
        return (str(self._gathered.texts[carried.key].first.place),)

    @cached_property
    def _downstream(self) -> list[str]:
        """What is made from the changed table, hop by hop, whether the change reaches it or not."""
        made = {name for text in self._gathered.texts.values() if text.reads for name in text.writes}
        return sorted(made - set(self._changed))

    @cached_property
    def _radius(self) -> BlastRadius:
        runs = sum(self._runs(text) for text, _ in self._breaking)
        lately = {
            name
            for text in self._gathered.texts.values()
            if text.is_query and any(self._is_within(use, ACTIVE_WINDOW) for use in text.uses)
            for name in text.reads
        }
        tiers = [self._tables.tiers.get(name) for name in self._downstream]
        return blast_radius(tiers, runs, sum(name in lately for name in self._downstream))

    def _runs_of_queries(self) -> Iterator[tuple[QueryVerdict, Iterable[tuple[str, int]]]]:
        for text, verdict in self._judged:
            runs: Counter[str] = Counter()
            for use in text.uses if text.is_query else ():
                if use.user:
                    runs[use.user] += use.count
            yield verdict.judgement.verdict, runs.items()

    def _runbook(self) -> Iterator[SimulatedStep]:
        missed = sum(one.texts for one in self._coverage.not_analysed)
        facts = RunbookFacts(
            asset=", ".join(self._changed),
            changes=self._changes,
            breaking=len(self._breaking),
            unknown=missed,
            notify=list(self._to_notify()),
            order=list(dict.fromkeys(name for text, _ in self._breaking for name in sorted(text.writes))),
            last_read=self._last_read(),
            types=self._types(),
        )
        judge = Judges(ours=self._judges.ours).judge_all
        schemas = self._gathered.schemas
        return simulated_steps(facts, self._replayed, schemas, judge, self._hops, self._meanings)

    def _last_read(self) -> datetime | None:
        times = [use.time for text, _ in self._breaking for use in text.uses if use.time is not None]
        return max(times, default=None)

    def _types(self) -> dict[str, str]:
        schemas = (self._gathered.schemas.get(name) for name in self._changed)
        columns = (column for schema in schemas if schema is not None for column in schema.columns or ())
        return {column.name: column.type for column in columns if column.type}

    def _to_notify(self) -> Iterator[AffectedReader]:
        broken: Counter[str] = Counter()
        for text, _ in self._breaking:
            broken.update({use.user or use.job or use.dashboard or "" for use in text.uses} - {""})
        for name, number in broken.most_common(SHOWN_NAMES):
            yield AffectedReader(name, f"{number} of their texts")


def _names(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))[:SHOWN_NAMES]
