"""One simulation, from the texts and schemas to the answer."""

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cached_property
from typing import Literal, get_args
from urllib.parse import quote
from uuid import UUID

from headwater.answers.change import AffectedAsset
from headwater.answers.consumers import SimulationConsumer
from headwater.answers.proofs import QueryVerdictName
from headwater.answers.responses import ResponseCounts
from headwater.answers.simulation import (
    DownstreamAsset,
    SafetyProof,
    SimulatedStep,
    SimulatedText,
    SimulatedTexts,
    Simulation,
    SimulationCoverage,
    SimulationReason,
)
from headwater.model.ids import NodeKind, node_key
from headwater.questions.change.impact import WalkBounds, downstream_assets
from headwater.questions.change.subjects import Subject
from headwater.questions.reading import Reading
from headwater.questions.simulation.affected_consumers import affected_consumers
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
from headwater.questions.simulation.gaps import Gaps, index_gaps, index_position
from headwater.questions.simulation.gathering import Gathered, gather
from headwater.questions.simulation.judgements import SHOWN_CHARACTERS, SHOWN_NAMES, counts
from headwater.questions.simulation.links import time_machine
from headwater.questions.simulation.model_changes import ChangedModel
from headwater.questions.simulation.people import (
    PlacedText,
    last_read,
    to_move,
    to_notify,
)
from headwater.questions.simulation.proof import safety_proof
from headwater.questions.simulation.steps import simulated_steps
from headwater.questions.simulation.unproved import progress, unproved_texts
from headwater.simulator.blast_radius import ACTIVE_WINDOW, WINDOW, BlastRadius, blast_radius
from headwater.simulator.findings import finding_id
from headwater.simulator.judge import QueryVerdict
from headwater.simulator.judges import Judges
from headwater.simulator.meanings import ChangedMeaning
from headwater.simulator.proof_inputs import ProofInputs, proof_inputs
from headwater.simulator.propagation import CarriedChange, Propagation, ReplayedText, TextVerdict, propagate
from headwater.simulator.proposals import EXISTING, ProposedChange
from headwater.simulator.runbook import RunbookFacts, earliest_drop
from headwater.store.queries import nodes, query_log, replayed_texts
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import MAX_LIMIT
from headwater.store.queries.replayed_texts import IndexedText, TextJob, TextUses

SHOWN_REASONS = 20
Severity = Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]


class SimulatedChange:
    """Computes when it is made; `answer` puts it into words."""

    def __init__(
        self,
        reading: Reading,
        dataset: NodeName,
        changes: tuple[ProposedChange, ...],
        hops: int,
        judges: Judges,
        model: ChangedModel | None = None,
    ) -> None:
        self._reading, self._dataset, self._changes, self._hops = reading, dataset, changes, hops
        self._model, self._judge = model, judges.ours
        connection = reading.connection
        wanted = {change.target for change in changes if change.type in EXISTING and change.target}
        self._gathered: Gathered = gather(connection, dataset, wanted, hops)
        # The database counts who runs the texts while these are judged.
        with ThreadPoolExecutor(1) as pool:
            counting = pool.submit(self._count_uses)
            self._replayed: list[ReplayedText] = [
                text for text in self._gathered.replayed() if not self._is_replaced(text)
            ]
            self._found: Propagation = propagate(
                self._replayed,
                self._gathered.schemas,
                changes,
                judges.judge_all,
                hops,
                self._meanings,
            )
            counting.result()

    def _count_uses(self) -> None:
        connection = self._reading.connection
        keys = [text.key for text in self._gathered.texts.values()]
        self._newest: datetime = query_log.newest_use(connection) or self._reading.clock()
        since = (self._newest - WINDOW).date()
        self._uses: dict[UUID, TextUses] = replayed_texts.uses(connection, keys, since)
        self._jobs: dict[str, list[TextJob]] = {}
        for job in replayed_texts.jobs(connection, keys):
            self._jobs.setdefault(job.query_key.hex, []).append(job)

    def answer(self, number: int) -> Simulation:
        radius = self._radius
        return Simulation(
            id=number,
            at=self._reading.clock(),
            asset=self._dataset.answer,
            changes=self._in_words,
            impact_score=radius.impact_score,
            severity=_severity(radius),
            verdict=self._verdict,
            position=self._reading.position,
            schema_until=self._gathered.former_until,
            model=self._model.answer() if self._model else None,
            blast_radius=radius_parts(radius),
            queries=self._texts(is_query=True),
            job_texts=self._texts(is_query=False),
            coverage=self._coverage,
            carried=carried_changes(self._found, self._id_of, self._makers),
            truncated_by_hops=self._found.truncated,
            downstream=self._downstream,
            downstream_total=self._downstream_total,
            users=tuple(ranked_users(self._runs_of_queries())),
            runbook=tuple(self._runbook()),
            proofs=progress(self._found.verdicts.values()),
            earliest_drop=earliest_drop(last_read(self._placed), self._reading.clock().date()),
            proof=self._proof(),
            acknowledgements=(),
            unacknowledged=counts(one.judgement.verdict for one in self._found.verdicts.values()),
            responses=ResponseCounts(0, 0, 0, 0),
            links=self._links(),
        )

    def _is_replaced(self, text: ReplayedText) -> bool:
        """The old text of a model goes: it is not judged."""
        return (
            self._model is not None
            and self._dataset.name in text.writes
            and self._model.replaces(text.query.text)
        )

    @cached_property
    def _in_words(self) -> tuple[str, ...]:
        meaning = self._model.meaning.in_words(self._dataset.name) if self._model else ()
        return (*(change.in_words() for change in self._changes), *meaning)

    def _chosen(self, *, is_query: bool) -> list[tuple[IndexedText, TextVerdict]]:
        pairs = ((self._gathered.texts[key], verdict) for key, verdict in self._found.verdicts.items())
        return [(text, verdict) for text, verdict in pairs if text.is_query is is_query]

    def _texts(self, *, is_query: bool) -> SimulatedTexts:
        chosen = self._chosen(is_query=is_query)
        chosen.sort(key=self._rank)
        return simulated_texts(chosen, self._text)

    def _rank(self, pair: tuple[IndexedText, TextVerdict]) -> tuple[int, int, int, str]:
        text, verdict = pair
        return (*verdict_rank(verdict, self._runs(text)), text.fingerprint)

    def _runs_of_queries(self) -> Iterator[tuple[QueryVerdict, Iterable[tuple[str, int]]]]:
        for text, verdict in self._chosen(is_query=True):
            uses = self._uses.get(text.key)
            if uses:
                yield verdict.judgement.verdict, uses.by_user

    def _runs(self, text: IndexedText) -> int:
        uses = self._uses.get(text.key)
        return uses.total if uses else 0

    def _text(self, text: IndexedText, verdict: TextVerdict) -> SimulatedText:
        uses = self._uses.get(text.key)
        return SimulatedText(
            fingerprint=text.fingerprint,
            text=text.text[:SHOWN_CHARACTERS],
            dialect=text.dialect,
            being_proved_by=verdict.settlement.missing,
            through=self._id_of(verdict.table),
            runs=self._runs(text),
            users=tuple(uses.ranked_names[:SHOWN_NAMES]) if uses else (),
            jobs=tuple(job.name for job in self._jobs.get(text.fingerprint, ())[:SHOWN_NAMES]),
            finding=self._finding(text, verdict.judgement.verdict),
            **judged_fields(verdict),
        )

    def _finding(self, text: IndexedText, verdict: QueryVerdict) -> str | None:
        if verdict is QueryVerdict.SAFE:
            return None
        # Two new texts of a model are two changes, though they may change the same columns.
        new = (" ".join(self._model.new.split()),) if self._model else ()
        return finding_id(self._dataset.node_id, (*self._in_words, *new), text.fingerprint, verdict)

    def consumers(self) -> tuple[SimulationConsumer, ...]:
        """Who runs or owns what does not stay as it is."""
        return affected_consumers(self._placed, self._text)

    def _id_of(self, table: str) -> str:
        known = self._gathered.datasets.get(table)
        return f"dataset:{known.namespace}/{known.name}" if known else f"dataset:{table}"

    def unproved(self) -> ProofInputs | None:
        """What engines have still to be asked; None if nothing."""
        texts = unproved_texts(self._placed, self._replayed, self._finding)
        return proof_inputs(self._gathered.schemas, self._found.after, texts) if texts else None

    @cached_property
    def _placed(self) -> list[PlacedText]:
        return [
            PlacedText(text, verdict, self._uses.get(text.key), self._jobs.get(text.fingerprint, ()))
            for key, verdict in self._found.verdicts.items()
            for text in (self._gathered.texts[key],)
        ]

    @cached_property
    def _breaking(self) -> list[IndexedText]:
        return [one.text for one in self._placed if one.breaks]

    @cached_property
    def _coverage(self) -> SimulationCoverage:
        missed = unanalysed_reasons(self._found)
        tail = self._dataset.name.rpartition(".")[2].lower().strip('"`[]')
        unread = replayed_texts.unread(self._reading.connection, tail)
        missed += ["not_bound"] * unread + ["over_budget"] * self._gathered.cut
        touching = len(self._found.verdicts) + unread
        reasons = Counter(missed).most_common(SHOWN_REASONS)
        missing = missing_engines(self._found)
        found = Gaps(
            self._silent_jobs,
            self._hops,
            self._found.truncated,
            self._gathered.cut,
            missing.total(),
            tuple(sorted(missing)),
        )
        indexed = index_position(self._reading.connection)
        gaps = (*index_gaps(self._reading.connection, indexed), *found.in_words(dict(reasons)))
        return SimulationCoverage(
            touching=touching,
            analysed=touching - len(missed) + self._gathered.cut,
            not_analysed=tuple(SimulationReason(reason, number) for reason, number in reasons),
            silent_jobs=self._silent_jobs,
            indexed_position=indexed,
            complete=not gaps,
            gaps=gaps,
        )

    @property
    def _verdict(self) -> QueryVerdictName:
        found = (one.judgement.verdict for one in self._found.verdicts.values())
        return overall_verdict(found, complete=self._coverage.complete)

    def _proof(self) -> SafetyProof | None:
        if self._verdict != QueryVerdict.SAFE.value:
            return None
        return safety_proof(self._reading.connection, self._coverage, len(self._downstream), self._newest)

    def _makers(self, carried: CarriedChange) -> tuple[str, ...]:
        return tuple(job.name for job in self._jobs.get(carried.key, ())[:SHOWN_NAMES])

    @cached_property
    def _reached(self) -> tuple[AffectedAsset, ...]:
        bounds = WalkBounds(depth=self._hops, limit=MAX_LIMIT)
        return downstream_assets(self._reading, self._subject(), bounds)

    def _subject(self) -> Subject:
        """The columns that change; whatever else is proposed touches the whole dataset."""
        columns = {(change.target or "").lower() for change in self._changes if change.type in EXISTING}
        whole = len(columns) < len(self._changes)
        if self._model:
            columns |= self._model.meaning.columns
            whole = whole or bool(self._model.meaning.rows)
        if whole or not columns:
            return Subject(self._dataset, roots=(self._dataset.id,))
        connection = self._reading.connection
        known = nodes.columns(connection, nodes.members(connection, self._dataset.id))
        roots = tuple(sorted(column.id for column in known if column.field.lower() in columns))
        return Subject(
            self._dataset, roots=roots, touched=() if len(roots) >= len(columns) else (self._dataset.id,)
        )

    @cached_property
    def _downstream(self) -> tuple[DownstreamAsset, ...]:
        datasets = [item for item in self._reached if item.node.kind == NodeKind.DATASET]
        keys = {
            item.node.id: node_key(NodeKind.DATASET, item.node.namespace, item.node.name) for item in datasets
        }
        since = (self._newest - ACTIVE_WINDOW).date()
        active = replayed_texts.active(self._reading.connection, list(keys.values()), since)
        at = self._reading.clock()
        return tuple(_downstream(item, keys[item.node.id] in active, at) for item in datasets)

    @property
    def _downstream_total(self) -> int:
        return len(self._downstream)

    @cached_property
    def _silent_jobs(self) -> int:
        """Jobs that read the dataset or what is made from it, and whose texts nobody sent."""
        with_text = {job.name for jobs in self._jobs.values() for job in jobs}
        return sum(
            item.node.kind == NodeKind.JOB and not _is_query(item) and item.node.id not in with_text
            for item in self._reached
            if item.level == "dataset"
        )

    @cached_property
    def _radius(self) -> BlastRadius:
        runs = sum(self._runs(text) for text in self._breaking)
        active = sum(item.active for item in self._downstream)
        return blast_radius([item.tier for item in self._downstream], runs, active)

    def _runbook(self) -> Iterable[SimulatedStep]:
        columns = self._gathered.schemas[self._dataset.name].columns or ()
        facts = RunbookFacts(
            asset=str(self._dataset),
            changes=self._changes,
            breaking=len(self._breaking),
            unknown=sum(reason.texts for reason in self._coverage.not_analysed),
            notify=to_notify(self._placed, self._downstream),
            order=to_move(self._placed),
            last_read=last_read(self._placed),
            today=self._reading.clock().date(),
            types={column.name: column.type for column in columns if column.type},
            model=self._model.released(self._dataset) if self._model else None,
        )
        judge = Judges(ours=self._judge).judge_all
        return simulated_steps(
            facts, self._replayed, self._gathered.schemas, judge, self._hops, self._meanings
        )

    @property
    def _meanings(self) -> dict[str, ChangedMeaning] | None:
        return {self._dataset.name: self._model.meaning} if self._model else None

    def _links(self) -> dict[str, str]:
        name = quote(str(self._dataset), safe="")
        return {
            "impact": f"/api/v1/impact?asset={name}",
            "timeline": f"/api/v1/schema-versions?dataset={name}",
            "time_machine": time_machine(self._dataset.node_id, self._reading.clock()),
        }


def _is_query(item: AffectedAsset) -> bool:
    return (item.type or "").upper() == "QUERY"


def _downstream(item: AffectedAsset, active: bool, at: datetime) -> DownstreamAsset:
    steps = [item.path[0].source, *(step.target for step in item.path)] if item.path else []
    return DownstreamAsset(
        node=item.node,
        type=item.type,
        tier=item.tier,
        domain=item.domain,
        owners=item.owners,
        depth=item.depth,
        path=tuple(steps),
        active=active,
        time_machine=time_machine(item.node.id, at),
    )


def _severity(radius: BlastRadius) -> Severity:
    name = radius.severity
    assert name in get_args(Severity)
    return name  # type: ignore[return-value]
