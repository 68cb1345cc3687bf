"""From a native simulation to BreakSight's shapes."""

from headwater.answers.base import Node
from headwater.answers.simulation import (
    DownstreamAsset,
    SimulatedText,
    Simulation,
    SimulationPage,
    SimulationSummary,
    VerdictCounts,
)
from headwater.dialects.breaksight import wire
from headwater.model.times import iso


def impact(found: Simulation) -> wire.SimulatedImpact:
    return wire.SimulatedImpact(
        **_summary(found),
        downstream_count=found.downstream_total,
        downstream_assets=[_downstream(one) for one in found.downstream],
        blast_radius_breakdown=wire.BlastRadiusBreakdown(
            tier_score=found.blast_radius.tier_score,
            # Their example shows two digits.
            usage_score=round(found.blast_radius.usage_score, 2),
            count_score=found.blast_radius.count_score,
            activity=found.blast_radius.activity,
            final_score=round(found.blast_radius.final_score, 1),
        ),
        sql_replay=_replay(found),
        most_affected_users=[
            wire.AffectedUser(user=one.user, query_count=one.query_count, verdicts=_counts(one.verdicts))
            for one in found.users
        ],
        runbook=[
            wire.RunbookEntry(
                step=place,
                title=step.title,
                details=list(step.details),
                sql=list(step.sql),
                verify=step.verify,
                rollback=step.rollback,
            )
            for place, step in enumerate(found.runbook, 1)
        ],
        coverage=wire.Coverage(
            touching=found.coverage.touching,
            analyzed=found.coverage.analysed,
            complete=found.coverage.complete,
            gaps=list(found.coverage.gaps),
        ),
    )


def recent(page: SimulationPage) -> wire.RecentSimulations:
    listed = [wire.SimulatedBefore(**_summary(one)) for one in page.items]
    return wire.RecentSimulations(simulations=listed, total=page.total)


def _summary(one: SimulationSummary) -> dict[str, object]:
    return {
        "id": one.id,
        "time": iso(one.at),
        "entity_fqn": _fqn(one.asset),
        "changes": list(one.changes),
        "impact_score": one.impact_score,
        "severity": one.severity,
        "verdict": one.verdict,
    }


def _fqn(node: Node) -> str:
    return f"{node.namespace}.{node.name}"


def _counts(verdicts: VerdictCounts) -> dict[str, int]:
    """Those that occur, as in their example."""
    named = {name: getattr(verdicts, name) for name in verdicts.__struct_fields__}
    return {name: number for name, number in named.items() if number}


def _replay(found: Simulation) -> wire.SqlReplay:
    by_verdict: dict[str, list[wire.ReplayedQuery]] = {}
    for text in found.queries.items:
        by_verdict.setdefault(text.verdict, []).append(_query(text))
    return wire.SqlReplay(
        total_analyzed=found.queries.total,
        will_error=by_verdict.get("will_error", []),
        will_silently_change=by_verdict.get("will_silently_change", []),
        safe=by_verdict.get("safe", []),
        could_not_analyze=by_verdict.get("could_not_analyze", []),
    )


def _query(text: SimulatedText) -> wire.ReplayedQuery:
    return wire.ReplayedQuery(
        fingerprint=text.fingerprint,
        sql=text.text,
        verdict=text.verdict,
        reason=text.reason,
        explanation=text.says,
        users=list(text.users),
        run_count=text.runs,
        line=text.fragment.line if text.fragment else None,
        column=text.fragment.column if text.fragment else None,
        judge=text.judge,
    )


def _downstream(one: DownstreamAsset) -> wire.DownstreamEntity:
    return wire.DownstreamEntity(
        fqn=_fqn(one.node),
        type=one.type,
        tier=one.tier,
        domain=one.domain,
        owners=list(one.owners),
        depth=one.depth,
        path=list(one.path),
        time_machine=one.time_machine,
    )
