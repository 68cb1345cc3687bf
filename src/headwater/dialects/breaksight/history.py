"""BreakSight's calls on the history of a table, over the native questions."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import AfterValidator

from headwater.answers.change import SchemaChange
from headwater.answers.dataset_history import ActiveAlerts, DatasetSchemaHealth, DatasetUsage
from headwater.answers.history import AssertionResult, DatasetChange, DatasetSchema
from headwater.answers.incidents import IncidentSummary
from headwater.dialects.breaksight import history_wire as wire
from headwater.dialects.breaksight.time_machine import fqn as fqn_of
from headwater.dialects.contract import BoundedThreads, OpenReading
from headwater.documents.words import count
from headwater.model.times import iso
from headwater.questions.history.alerts import active_alerts
from headwater.questions.history.assertions import list_assertions
from headwater.questions.history.changes import list_changes
from headwater.questions.history.schema_health import dataset_schema_health
from headwater.questions.history.schema_versions import list_schema_versions
from headwater.questions.history.version_diff import version_diff
from headwater.questions.incidents.incidents import incidents_of_changes
from headwater.questions.parameters import Moment, storable
from headwater.questions.queries.dataset_usage import dataset_usage

PATHS = (
    *("/api/timeline", "/api/diff", "/api/schema-health", "/api/dq-tests", "/api/changelog"),
    *("/api/usage", "/api/alerts"),
)
RECENT = 50

Text = Annotated[str, AfterValidator(storable)]
Fqn = Annotated[Text, Path(min_length=1, description="Full name of the table.")]
Limit = Annotated[int, Query(ge=1, le=1000, description="Maximum number of results.")]
Days = Annotated[int, Query(ge=1, le=3650, description="How many days are looked at. Default 30.")]
At = Annotated[Moment | None, Query(description="RFC 3339.")]
Version = Annotated[int | None, Query(ge=1, description="Number of the version, from 1.")]
OF_TIME = "The version of this time, instead of a number. RFC 3339."


def build_router(open_reading: OpenReading, in_bounded_thread: BoundedThreads) -> APIRouter:
    router = APIRouter(tags=["history"])

    @router.get("/api/timeline/{fqn:path}", operation_id="getTimeline")
    async def timeline(
        fqn: Fqn, since: At = None, until: At = None, limit: Limit = RECENT
    ) -> wire.VersionTimeline:
        """Versions newest first, each with its diff, who, when, and which run."""

        def ask() -> wire.VersionTimeline:
            with open_reading() as reading:
                page = list_schema_versions(reading, fqn, since=since, until=until, limit=limit)
                # Numbers count from the first version, so what is newer than the page counts as well.
                newest = list_schema_versions(reading, fqn, until=until, limit=1).total
            return _timeline(fqn, page.items, page.total, newest)

        return await in_bounded_thread(ask)

    @router.get("/api/diff/{fqn:path}", operation_id="getDiff")
    async def diff(
        fqn: Fqn,
        from_version: Version = None,
        to_version: Version = None,
        begin: Annotated[Moment | None, Query(alias="from", description=OF_TIME)] = None,
        end: Annotated[Moment | None, Query(alias="to", description=OF_TIME)] = None,
    ) -> wire.VersionDiff:
        """What changed between two versions, by number or as of times; by default the last two."""

        def ask() -> wire.VersionDiff:
            with open_reading() as reading:
                found = version_diff(reading, fqn, from_version, to_version, begin, end)
            return wire.VersionDiff(
                entity_fqn=fqn_of(found.node),
                from_version=found.from_version,
                to_version=found.to_version,
                from_time=iso(found.from_at),
                to_time=iso(found.to_at),
                judgement=found.verdict,
                diff=_diff(found.changes),
            )

        return await in_bounded_thread(ask)

    _add_table_calls(router, open_reading, in_bounded_thread)
    _add_wide_calls(router, open_reading, in_bounded_thread)
    return router


def _add_table_calls(router: APIRouter, open_reading: OpenReading, in_bounded_thread: BoundedThreads) -> None:
    @router.get("/api/schema-health/{fqn:path}", operation_id="getSchemaHealth")
    async def health(fqn: Fqn, days: Days = 30, as_of: At = None) -> wire.HealthCard:
        """Score, grade, what takes points off, and what to do about it."""

        def ask() -> DatasetSchemaHealth:
            with open_reading() as reading:
                return dataset_schema_health(reading, fqn, days, as_of)

        return _health(await in_bounded_thread(ask), days)

    @router.get("/api/dq-tests/{fqn:path}", operation_id="getTests")
    async def tests(fqn: Fqn, since: At = None, limit: Limit = 1000) -> wire.TableTests:
        """Every test with all its results over time."""

        def ask() -> wire.TableTests:
            with open_reading() as reading:
                page = list_assertions(reading, fqn, since=since, limit=limit)
            return _tests(fqn, page.items, page.total)

        return await in_bounded_thread(ask)

    @router.get("/api/usage/{fqn:path}", operation_id="getUsage")
    async def usage(fqn: Fqn, days: Days = 30, as_of: At = None) -> wire.TableUsage:
        """Queries by user and day, and the columns and pipelines that use it."""

        def ask() -> DatasetUsage:
            with open_reading() as reading:
                return dataset_usage(reading, fqn, days, as_of)

        return _usage(await in_bounded_thread(ask), days)


def _add_wide_calls(router: APIRouter, open_reading: OpenReading, in_bounded_thread: BoundedThreads) -> None:
    @router.get("/api/changelog", operation_id="getChangelog")
    async def changelog(
        limit: Limit = RECENT,
        since: At = None,
        namespace: Annotated[Text | None, Query(description="Filter by namespace.")] = None,
        breaking: Annotated[bool | None, Query(description="Filter by whether it broke readers.")] = None,
    ) -> wire.Changelog:
        """Schema changes across tables, newest first, with who did it and what each broke."""

        def ask() -> wire.Changelog:
            with open_reading() as reading:
                page = list_changes(reading, namespace=namespace, breaking=breaking, since=since, limit=limit)
                opened = incidents_of_changes(reading, page.items)
            return wire.Changelog(changes=[_entry(one, opened) for one in page.items], total=page.total)

        return await in_bounded_thread(ask)

    @router.get("/api/alerts/active", operation_id="getActiveAlerts")
    async def alerts(as_of: At = None) -> wire.AlertCounts:
        """How many tests fail and pipelines failed or are late, with the entities."""

        def ask() -> ActiveAlerts:
            with open_reading() as reading:
                return active_alerts(reading, as_of)

        return _alerts(await in_bounded_thread(ask))


def _timeline(fqn: str, items: Sequence[DatasetSchema], total: int, newest: int) -> wire.VersionTimeline:
    versions = [
        wire.TableVersion(
            version=newest - place,
            timestamp=iso(one.at),
            entity_fqn=fqn_of(one.dataset),
            actor=one.actor,
            summary=one.summary,
            judgement=one.verdict,
            diff=_diff(one.changes),
            pipeline=fqn_of(one.job) if one.job else None,
            run_id=str(one.run_id) if one.run_id else None,
            event_id=str(one.event_id),
        )
        for place, one in enumerate(items)
    ]
    return wire.VersionTimeline(
        entity_fqn=versions[0].entity_fqn if versions else fqn, total=total, versions=versions
    )


def _diff(changes: Sequence[SchemaChange]) -> list[wire.ColumnDiff]:
    return [
        wire.ColumnDiff(
            change=one.kind,
            column=one.column,
            new_name=one.new_name,
            old_type=one.old_type,
            new_type=one.new_type,
            judgement=one.verdict,
            reason=one.reason,
        )
        for one in changes
    ]


def _health(found: DatasetSchemaHealth, days: int) -> wire.HealthCard:
    return wire.HealthCard(
        entity_fqn=fqn_of(found.node),
        days=days,
        score=found.score,
        grade=found.grade,
        risk_factors=[
            wire.HealthRisk(
                factor=one.name,
                count=one.count,
                points=one.points,
                description=one.says,
                recommendation=one.recommendation,
            )
            for one in found.factors
        ],
        recommendations=[one.recommendation for one in found.factors],
    )


def _tests(fqn: str, items: Sequence[AssertionResult], total: int) -> wire.TableTests:
    by_test: dict[tuple[str, str | None], list[AssertionResult]] = {}
    for one in items:
        by_test.setdefault((one.name, one.column), []).append(one)
    words = {True: "passed", False: "failed", None: "unknown"}
    tests = [
        wire.TestHistory(
            name=name,
            column=column,
            status=words[results[0].success],
            results=[_outcome(one) for one in results],
        )
        for (name, column), results in by_test.items()
    ]
    failing = sum(one.status == "failed" for one in tests)
    name = fqn_of(items[0].dataset) if items else fqn
    return wire.TableTests(entity_fqn=name, total=total, failing=failing, tests=tests)


def _outcome(one: AssertionResult) -> wire.TestOutcome:
    return wire.TestOutcome(
        timestamp=iso(one.at),
        success=one.success,
        actual=one.actual,
        expected=one.expected,
        run_id=str(one.run_id) if one.run_id else None,
        event_id=str(one.event_id),
    )


def _damage(one: IncidentSummary) -> str:
    counts = one.counts
    parts = (
        count(counts.pipelines, "pipeline failed", "pipelines failed"),
        count(counts.tables, "table without data", "tables without data"),
        count(counts.tests, "test failing", "tests failing"),
    )
    return f"{one.name}: {', '.join(parts)}."


def _entry(one: DatasetChange, opened: dict[str, list[IncidentSummary]]) -> wire.ChangelogEntry:
    caused = opened.get(str(one.event_id), [])
    return wire.ChangelogEntry(
        timestamp=iso(one.at),
        entity_fqn=fqn_of(one.dataset),
        actor=one.actor,
        summary=one.summary,
        judgement=one.verdict,
        diff=_diff(one.changes),
        broke=[
            *(change.reason for change in one.changes if change.verdict == "breaking"),
            *map(_damage, caused),
        ],
        incidents=[incident.name for incident in caused],
        run_id=str(one.run_id) if one.run_id else None,
        event_id=str(one.event_id),
    )


def _usage(found: DatasetUsage, days: int) -> wire.TableUsage:
    by_user: dict[str, dict[str, int]] = {}
    for one in found.days:
        by_user.setdefault(one.user, {})[one.day.isoformat()] = one.runs
    users = [
        wire.UserUsage(user=user, query_count=sum(counts.values()), days=counts)
        for user, counts in by_user.items()
    ]
    return wire.TableUsage(
        entity_fqn=fqn_of(found.node),
        days=days,
        total_queries=found.queries_runs,
        users=sorted(users, key=lambda one: (-one.query_count, one.user)),
        columns={one.column: one.runs for one in found.columns},
        pipelines={fqn_of(one.job): one.runs for one in found.jobs},
    )


def _alerts(found: ActiveAlerts) -> wire.AlertCounts:
    return wire.AlertCounts(
        as_of=iso(found.as_of),
        failing_tests=found.failing_tests,
        failed_pipelines=found.failed_pipelines,
        late_pipelines=found.late_pipelines,
        open_incidents=found.open_incidents,
        total=found.failing_tests + found.failed_pipelines + found.late_pipelines,
        alerts=[
            wire.AlertEntity(
                type=one.kind,
                entity_fqn=fqn_of(one.node),
                column=one.column,
                timestamp=iso(one.at),
                description=one.says,
                event_id=str(one.event_id) if one.event_id else None,
            )
            for one in found.alerts
        ],
    )
