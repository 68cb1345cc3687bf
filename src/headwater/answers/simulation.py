"""Answers of the Simulator: what a proposed change breaks, how far it reaches, and what to do about it."""

from datetime import date
from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer, Node, Page, Time
from headwater.answers.lineage import ORDERS_NODE, REVENUE_NODE
from headwater.answers.proofs import OtherJudgement, ProofProgress, QueryVerdictName, SqlFragment
from headwater.answers.responses import FINDING, RESPONSES, Acknowledgement, ResponseCounts

COUNTS: dict[str, Any] = {"will_error": 1, "will_silently_change": 0, "safe": 1, "could_not_analyze": 0}
SIMULATED: dict[str, Any] = {
    "fingerprint": "3f1c9a6e0b7d4c2e8f5a1b2c3d4e5f60",
    "text": "select sum(amount) from shopflow.sales.orders",
    "dialect": "postgres",
    "verdict": "will_error",
    "reason": "unknown_column",
    "says": "no table of the query has a column amount any more",
    "fragment": {"line": 1, "column": 12, "length": 6},
    "judge": "sqlglot 30.30.0",
    "others": [],
    "being_proved_by": None,
    "hop": 1,
    "through": "dataset:ecommerce_warehouse/shopflow.sales.orders",
    "runs": 412,
    "users": ["priya.data"],
    "jobs": [],
    "finding": FINDING,
}
STEP: dict[str, Any] = {
    "title": "Drop what nobody reads any more",
    "details": ["drop shopflow.sales.orders.amount"],
    "sql": ["alter table shopflow.sales.orders drop column amount;"],
    "verify": "the schema of shopflow.sales.orders is as proposed",
    "rollback": "alter table shopflow.sales.orders add column amount decimal; fill it from a backup",
    "simulated": COUNTS,
}
SUMMARY: dict[str, Any] = {
    "id": 7,
    "at": "2026-04-20T09:30:00Z",
    "asset": ORDERS_NODE,
    "changes": ["drop shopflow.sales.orders.amount"],
    "impact_score": 74,
    "severity": "HIGH",
    "verdict": "will_error",
}


class SimulationSummary(Answer, frozen=True):
    """A simulation that was made."""

    id: int
    at: Time
    asset: Node
    changes: tuple[str, ...]
    """What was proposed, in words."""
    impact_score: int
    severity: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL"]
    verdict: QueryVerdictName
    """The worst of all texts; `could_not_analyze` where no text breaks and some could not be analysed."""


class SimulationPage(Page[SimulationSummary], frozen=True):
    """Simulations, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [SUMMARY], "total": 1, "next_cursor": None}


class BlastRadiusParts(Answer, frozen=True):
    """0.35 tier + 0.30 usage + 0.20 count + 0.15 activity, each from 0 to 1, times 100."""

    tier_score: float
    """The highest weight among the downstream assets: 1.0 for tier 1, down to 0.2; 0.3 without a tier."""
    usage_score: float
    """log10(1 + runs of affected queries in 30 days) / 5, at most 1."""
    count_score: float
    """Downstream assets / 20, at most 1."""
    activity: float
    """Share of the downstream assets that people queried in the last seven days."""
    final_score: float


class VerdictCounts(Answer, frozen=True):
    will_error: int
    will_silently_change: int
    safe: int
    could_not_analyze: int


class SimulatedText(Answer, frozen=True):
    """A query, or a text that jobs run, and what becomes of it."""

    fingerprint: str
    text: str
    """The first 4000 characters."""
    dialect: str | None
    verdict: QueryVerdictName
    reason: str
    says: str
    fragment: SqlFragment | None
    """What the verdict rests on."""
    judge: str
    """Whose verdict it is, and in which version: that of the text's own engine where one is at hand."""
    others: tuple[OtherJudgement, ...]
    """Judges that said something else."""
    being_proved_by: str | None
    """The engine whose word is still awaited; null where everything is said."""
    hop: int
    """1 for a reader of the changed dataset, 2 for one of what is made from it."""
    through: str
    """The dataset that leads to it."""
    runs: int
    """In the 30 days before the newest query."""
    users: tuple[str, ...]
    """The first 20, most runs first."""
    jobs: tuple[str, ...]
    """The first 20 jobs that run it."""
    finding: str | None
    """The id of what was found, the same whenever this change is simulated; null where the text is safe."""


class SimulatedTexts(Answer, frozen=True):
    """Texts, the worst and most used first; the first 1,000 are given."""

    total: int
    counts: VerdictCounts
    items: tuple[SimulatedText, ...]


class SimulationReason(Answer, frozen=True):
    reason: str
    texts: int


class SimulationCoverage(Answer, frozen=True):
    """What the verdicts rest on."""

    touching: int
    """Queries and texts of jobs that name the dataset, or what is made from it."""
    analysed: int
    not_analysed: tuple[SimulationReason, ...]
    """By reason, the first 20."""
    silent_jobs: int
    """Jobs downstream that sent no SQL: whether they break is not known."""
    indexed_position: int | None
    """Up to where in the log texts are known by what they reference; null before the first were read."""
    complete: bool
    """Only then "safe" is said of the whole change."""
    gaps: tuple[str, ...]
    """Why it is not complete, and what to do about it; empty where it is."""


class CarriedSchemaChange(Answer, frozen=True):
    """A dataset that changes because what makes it does."""

    dataset: str
    hop: int
    made_by: tuple[str, ...]
    """Jobs that run the text which makes it."""
    changes: tuple[str, ...]
    """In words; empty where it keeps its columns and gets no new rows."""
    gone: bool
    """A view whose text fails: it can't be read any more."""


class DownstreamAsset(Answer, frozen=True):
    node: Node
    type: str | None
    tier: str | None
    domain: str | None
    owners: tuple[str, ...]
    depth: int
    path: tuple[str, ...]
    """Ids from the changed dataset to this one."""
    active: bool
    """Whether people queried it in the last seven days."""
    time_machine: str
    """Where to ask what happened to it."""


class SimulatedUser(Answer, frozen=True):
    """Somebody who runs queries that touch the change."""

    user: str
    query_count: int
    runs: int
    verdicts: VerdictCounts


class SimulatedStep(Answer, frozen=True):
    """A step of the runbook."""

    title: str
    details: tuple[str, ...]
    sql: tuple[str, ...]
    verify: str
    rollback: str
    simulated: VerdictCounts | None
    """What the step by itself does to the texts as they are today; null where it changes no schema."""


class SafetyProof(Answer, frozen=True):
    """What "safe" rests on."""

    texts: int
    """Queries and texts of jobs that name the dataset, or what is made from it; all were analysed."""
    downstream: int
    """Assets downstream by lineage; every job on the way sent its SQL."""
    known_since: Time | None
    """The oldest use of any query; who reads less often than that is not known."""
    known_until: Time | None
    indexed_position: int | None
    """Up to where in the log texts were read."""
    says: str


class ModelDifference(Answer, frozen=True):
    """The new text of a model beside the old one, column by column."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    """Columns that are computed in another way."""
    rows: tuple[str, ...]
    """Clauses that choose other rows, such as `where` or `joins`."""
    compared_with: str | None
    """The job whose text is the old one; null where the request gave it."""
    literals_compared: bool
    """False where the old text is kept without its literals."""


class Simulation(SimulationSummary, frozen=True):
    """What a proposed change breaks, computed once and kept as it was."""

    position: int
    """Up to where in the log this shows everything."""
    schema_until: Time | None
    """Until when the dataset had the schema that was judged; null where it still has it."""
    model: ModelDifference | None
    """Of a changed model; null of all other changes."""
    blast_radius: BlastRadiusParts
    queries: SimulatedTexts
    """What people and dashboards run."""
    job_texts: SimulatedTexts
    """What jobs and views run."""
    coverage: SimulationCoverage
    carried: tuple[CarriedSchemaChange, ...]
    truncated_by_hops: bool
    """There are readers beyond the last hop."""
    downstream: tuple[DownstreamAsset, ...]
    """The first 1,000."""
    downstream_total: int
    users: tuple[SimulatedUser, ...]
    """The first 100, most queries first."""
    runbook: tuple[SimulatedStep, ...]
    proofs: ProofProgress
    """Those that arrive later change verdicts and counts; score and runbook stay as they were computed."""
    earliest_drop: date
    """When no person and no job has run for 30 days what the change reaches, if none does from now on."""
    proof: SafetyProof | None
    """Why the whole change is called safe; null where it is not."""
    acknowledgements: tuple[Acknowledgement, ...]
    """Of its findings, those that are known and may pass now."""
    unacknowledged: VerdictCounts
    """All texts by verdict, without those that may pass."""
    responses: ResponseCounts
    """Of its consumers; `/simulations/{simulation_id}/consumers` names them."""
    links: dict[str, str]
    """Where to go on from here."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = SUMMARY | {
        "position": 4711,
        "schema_until": None,
        "model": None,
        "blast_radius": {
            "tier_score": 1.0,
            "usage_score": 0.72,
            "count_score": 0.6,
            "activity": 0.3333,
            "final_score": 73.6,
        },
        "queries": {"total": 1, "counts": COUNTS, "items": [SIMULATED]},
        "job_texts": {"total": 0, "counts": dict.fromkeys(COUNTS, 0), "items": []},
        "coverage": {
            "touching": 1,
            "analysed": 1,
            "not_analysed": [],
            "silent_jobs": 0,
            "indexed_position": 4711,
            "complete": True,
            "gaps": [],
        },
        "carried": [],
        "truncated_by_hops": False,
        "downstream": [
            {
                "node": REVENUE_NODE,
                "type": "TABLE",
                "tier": "gold",
                "domain": "finance",
                "owners": ["team:finance"],
                "depth": 1,
                "path": [],
                "active": True,
                "time_machine": "/api/v1/investigations?asset=dataset%3Aecommerce_warehouse%2Frevenue"
                "&at=2026-04-20T09%3A30%3A00Z",
            }
        ],
        "downstream_total": 1,
        "users": [{"user": "priya.data", "query_count": 1, "runs": 412, "verdicts": COUNTS}],
        "runbook": [STEP],
        "proofs": {"proved": 1, "waiting": 0},
        "earliest_drop": "2026-05-20",
        "proof": None,
        "acknowledgements": [],
        "unacknowledged": COUNTS,
        "responses": RESPONSES,
        "links": {"impact": "/api/v1/impact?asset=ecommerce_warehouse/shopflow.sales.orders"},
    }
