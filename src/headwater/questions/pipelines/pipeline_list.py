"""All pipelines, those that need attention first: last runs, success, what is normal, the next run."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple

from headwater.answers.pipelines import PipelinePage, PipelineState, PipelineTotals
from headwater.errors import BadCursorError
from headwater.questions.parameters import AsOf, Cursor, Limit, OfTeam, Search
from headwater.questions.pipelines.entries import entries, state_of
from headwater.questions.pipelines.risk import at_risk
from headwater.questions.reading import Reading, instant
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries.paging import DEFAULT_LIMIT, Number, decode, encode
from headwater.store.queries.pipelines.latest_states import LatestState, PipelineFilter, latest_states

MAX_RUNS = 60
STATES: tuple[PipelineState, ...] = ("failed", "late", "at_risk", "running", "unknown", "succeeded")
RANK = {state: rank for rank, state in enumerate(STATES)}
NEVER = datetime.min.replace(tzinfo=UTC)

Namespace = Annotated[str | None, Parameter("Filter by namespace.", examples=("shopflow_airflow",))]
Owner = Annotated[str | None, Parameter("Filter by owner.", examples=("user:sam.lead",))]
Tag = Annotated[str | None, Parameter("Filter by tag.", examples=("nightly",))]
Parent = Annotated[
    str | None,
    Parameter(
        "Part of the name of the job that started the latest run. Case-insensitive.",
        examples=("nightly_sales",),
        min_length=1,
    ),
]
State = Annotated[
    Literal["failed", "late", "at_risk", "running", "succeeded", "unknown", "muted"] | None,
    Parameter("Filter by state."),
]
Sort = Annotated[
    Literal["attention", "name", "last_run", "took"],
    Parameter("`attention`: by state, then time. `last_run`, `took`: greatest first. Default `attention`."),
]
Kind = Annotated[
    Literal["pipelines", "all"],
    Parameter("`all` lists queries, tests, migrations and jobs that only start others as well."),
]
Runs = Annotated[
    int, Parameter("How many of the latest runs to show of each. Default 30.", minimum=1, maximum=MAX_RUNS)
]


class PipelineCursor(NamedTuple):
    key: float | str
    began: float
    job: Number


class _Row(NamedTuple):
    state: LatestState
    word: PipelineState


@question("/pipelines", topic="pipelines", lists=("items",))
def list_pipelines(
    reading: Reading,
    state: State = None,
    search: Search = None,
    namespace: Namespace = None,
    owner: Owner = None,
    tag: Tag = None,
    parent: Parent = None,
    kind: Kind = "pipelines",
    sort: Sort = "attention",
    runs: Runs = 30,
    as_of: AsOf = None,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PipelinePage:
    """Pipelines, those that need attention first, each with its latest runs and what is normal for it."""
    until = as_of or reading.clock()
    wanted = PipelineFilter(
        *(search, namespace, owner, tag, parent),
        moving=True if kind == "pipelines" else None,
        team=known_team(reading.connection, team),
    )
    states = {one.job_id: one for one in latest_states(reading.connection, wanted, until)}
    causes = at_risk(reading.graph, states, instant(as_of)).causes
    rows = [_Row(one, state_of(one, job in causes)) for job, one in states.items()]
    chosen = sorted((row for row in rows if _fits(row, state)), key=KEYS[sort])
    shown, next_cursor = _page(chosen, KEYS[sort], limit, decode(cursor, PipelineCursor))
    items = entries(reading.connection, [row.state for row in shown], causes, until, runs)
    return PipelinePage(items, len(chosen), next_cursor, until, _totals(rows))


def _fits(row: _Row, state: str | None) -> bool:
    if state == "muted":
        return row.state.muted
    return state is None or row.word == state


def _began(row: _Row) -> float:
    return (row.state.began_at or NEVER).timestamp()


KEYS: dict[str, Callable[[_Row], PipelineCursor]] = {
    "attention": lambda row: PipelineCursor(RANK[row.word], _began(row), row.state.job_id),
    "name": lambda row: PipelineCursor(row.state.name, 0, row.state.job_id),
    "last_run": lambda row: PipelineCursor(-_began(row), 0, row.state.job_id),
    "took": lambda row: PipelineCursor(-(row.state.seconds or 0), 0, row.state.job_id),
}


def _page(
    rows: Sequence[_Row], key: Callable[[_Row], PipelineCursor], limit: int, after: Any
) -> tuple[Sequence[_Row], str | None]:
    # A cursor of another order would compare numbers with names.
    begin = next((place for place, row in enumerate(rows) if _is_after(key(row), after)), len(rows))
    shown = rows[begin : begin + limit]
    more = begin + limit < len(rows)
    return shown, encode(*key(shown[-1])) if more and shown else None


def _is_after(key: PipelineCursor, after: PipelineCursor | None) -> bool:
    if after is None:
        return True
    if isinstance(key.key, str) != isinstance(after.key, str):
        raise BadCursorError()
    return tuple(key) > tuple(after)


def _totals(rows: Sequence[_Row]) -> PipelineTotals:
    counted = Counter(row.word for row in rows)
    by_state = {word: counted[word] for word in STATES}
    return PipelineTotals(all=len(rows), muted=sum(row.state.muted for row in rows), **by_state)
