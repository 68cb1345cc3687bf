"""What became of the SQL that runs carry: how many texts were read, and what could not be."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.answers.operations import SqlTotals
from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one
from headwater.store.queries.teams import job_of_team

# Enough to recognise a statement; generated ones can be megabytes.
SHOWN_CHARACTERS = 4000


class ProblemCursor(NamedTuple):
    job_id: Number
    analysis: UUID


@dataclass(frozen=True, slots=True)
class ProblemFilter:
    job_id: int | None = None
    reason: str | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """One text of one job: why it, or a part of it, gave no lineage."""

    job_id: int
    namespace: str
    name: str
    analysis: UUID
    dialect: str | None
    text: str
    problems: Sequence[str]
    unknown_schemas: Sequence[str]
    edges: int
    last_seen: datetime | None


# A text is analysed once for each set of schemas that it meets, so analyses may outnumber texts.
TOTALS = """
select (select count(*) from sql_texts) as texts, count(*) as analyses,
       count(*) filter (where problems <> '{}') as with_problems,
       count(*) filter (where unknown <> '{}') as with_unknown_schemas
from sql_analyses
"""

FILTERS = {
    "job_id": "job.id = %(job_id)s",
    "team": job_of_team("job.id"),
    "reason": "exists (select from unnest(analysed.problems) as problem"
    " where strpos(lower(problem), lower(%(reason)s)) > 0)",
}
FROM = """
from sql_lineage as lineage
join sql_analyses as analysed on analysed.key = lineage.analysis and analysed.problems <> '{}'
join sql_texts on sql_texts.key = analysed.sql_key
join nodes as job on job.id = lineage.owner_id
"""
AFTER = "(lineage.owner_id, lineage.analysis) > (%(after_job)s, %(after_analysis)s)"


def totals(connection: Connection) -> SqlTotals:
    return fetch_one(connection, SqlTotals, TOTALS) or SqlTotals(0, 0, 0, 0)


def problems(
    connection: Connection, wanted: ProblemFilter, limit: int, cursor: str | None = None
) -> RowPage[ProblemRow]:
    after = decode(cursor, ProblemCursor)
    chosen = conditions(FILTERS, asdict(wanted))
    total = count(connection, f"select count(*) {FROM} where {chosen}", **asdict(wanted))
    query = f"""
        select job.id as job_id, job.namespace, job.name, lineage.analysis, sql_texts.dialect,
               left(sql_texts.text, {SHOWN_CHARACTERS}) as text, analysed.problems,
               analysed.unknown as unknown_schemas, cardinality(lineage.edge_ids) as edges,
               (select max(runs.last_seen) from runs
                where runs.job_id = lineage.owner_id and runs.sql_analysis = lineage.analysis) as last_seen
        {FROM}
        where {chosen} and {AFTER if after else "true"}
        order by lineage.owner_id, lineage.analysis
        limit %(rows)s
    """
    place = {"after_job": after.job_id, "after_analysis": after.analysis} if after else {}
    rows = fetch(connection, ProblemRow, query, **asdict(wanted), **place, rows=limit + 1)
    return page_of(rows, total, limit, lambda row: ProblemCursor(row.job_id, row.analysis))
