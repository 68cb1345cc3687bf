"""What an auditor reads first: the finding in sentences, the pipelines on the way and what lies upstream."""

from collections.abc import Iterable, Sequence

from headwater.answers.compliance import ColumnFlow, Flows, FlowSource
from headwater.documents.document import Section
from headwater.documents.formats import Grid, joined
from headwater.documents.words import count, short

# The strongest first: a column that is reached in several ways counts once, as the first of them.
EFFECTS = ("kept", "lowered", "ended", "indirect")


def finding(what: str, when: str, flows: Flows, undeclared: int, complete: bool) -> str:
    """What was found, in whole sentences; what is not known is among them."""
    if not flows.total:
        return (
            f"No {what} are known, so nothing was traced. That is no all-clear: data that nobody declared "
            "is not looked for."
        )
    listed = _all_flows(flows.sources)
    if not listed:
        return f"{when}, no flow of {what} to another column is known.{_unknown(flows)}"
    return " ".join(
        part
        for part in (
            f"{when}, {_holding(what, listed, complete)}",
            _others(listed),
            f"{_pipelines_in_words(listed)}.",
            f"{_not_declared(undeclared)}.{_unknown(flows)}",
        )
        if part
    )


def pipelines_section(sources: Sequence[FlowSource]) -> Section:
    heading = "Pipelines on the way"
    # Dicts as ordered sets: the places stay in the order of the flows.
    reached: dict[str, dict[str, None]] = {}
    for flow in _all_flows(sources):
        for step in flow.path:
            if step.job:
                reached.setdefault(step.job, {})[str(flow.column)] = None
    if not reached:
        return Section(heading, ("None that is known.",))
    rows = tuple(
        (short(job), str(len(places)), joined(list(places)[:5], len(places)))
        for job, places in sorted(reached.items())
    )
    return Section(heading, (), Grid(("pipeline", "columns", "carries it to"), rows))


def upstream_section(sources: Sequence[FlowSource]) -> Section:
    heading = "What lies upstream"
    rows = tuple((str(source.column), str(source.upstream.total), _named(source)) for source in sources)
    return Section(heading, (), Grid(("source column", "columns upstream", "made from"), rows))


def _named(source: FlowSource) -> str:
    named = [short(one) for one in source.upstream.items]
    return joined(named, source.upstream.total) or "nothing that is known"


def _all_flows(sources: Iterable[FlowSource]) -> list[ColumnFlow]:
    return [flow for source in sources for flow in source.flows.items]


def _holding(what: str, flows: Sequence[ColumnFlow], complete: bool) -> str:
    strongest = _strongest(flows)
    # The first two effects, kept and lowered: with the others no value arrives.
    holding = {flow.column.id: flow for flow in flows if strongest[flow.column.id] in EFFECTS[:2]}
    datasets = {(flow.column.namespace, flow.column.name) for flow in holding.values()}
    least = "" if complete else "at least "
    if not holding:
        return f"no other column is known to hold data of {what}."
    kept = sum(strongest[column] == "kept" for column in holding)
    parts = [f"{kept} as it is"] * bool(kept)
    parts += [f"{len(holding) - kept} aggregated or hashed"] * bool(len(holding) - kept)
    return (
        f"data of {what} is in {least}{count(len(holding), 'column')} of {count(len(datasets), 'dataset')} "
        f"beside its own: {' and '.join(parts)}."
    )


def _others(flows: Sequence[ColumnFlow]) -> str:
    strongest = list(_strongest(flows).values())
    shaped, ended = strongest.count("indirect"), strongest.count("ended")
    parts = [f"{count(shaped, 'more place')} only depend on it"] * bool(shaped)
    parts += [f"at {count(ended, 'place')} it is masked or counted and so ends"] * bool(ended)
    text = ", and ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _strongest(flows: Iterable[ColumnFlow]) -> dict[str, str]:
    found: dict[str, str] = {}
    for flow in flows:
        known = found.get(flow.column.id, flow.effect)
        found[flow.column.id] = min(known, flow.effect, key=EFFECTS.index)
    return found


def _pipelines_in_words(flows: Sequence[ColumnFlow]) -> str:
    jobs = {step.job for flow in flows for step in flow.path if step.job}
    return f"{count(len(jobs), 'pipeline')} {'carries' if len(jobs) == 1 else 'carry'} it"


def _not_declared(number: int) -> str:
    if not number:
        return "Every column that is known to hold it is declared accordingly"
    holds = "column that holds it is" if number == 1 else "columns that hold it are"
    return f"{number} {holds} not declared accordingly"


def _unknown(flows: Flows) -> str:
    if not flows.unknown or not flows.unknown.total:
        return ""
    return f" Whether it is in {count(flows.unknown.total, 'more dataset')} is not known."
