"""An investigation as the first page of a post-mortem, and as a drawing from the cause to what it broke."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from headwater.answers.base import Node
from headwater.answers.investigation import InvestigatedCause, Investigation, RecordedChange
from headwater.documents.document import Document, Section
from headwater.documents.formats import Drawing, DrawnLine, Grid, Shape
from headwater.documents.words import count, moment

Row = TypeVar("Row")
# Nobody reads more of one table; JSON has the rest.
SHOWN_ROWS = 50
SHOWN_CHARACTERS = 300


def post_mortem(found: Investigation) -> Document:
    return Document(
        title=f"What broke {place(found.node, found.column)}",
        lead=found.summary,
        facts=tuple(_facts(found)),
        sections=(
            _cause(found),
            _alternatives(found),
            _timeline(found),
            *_affected(found),
            *_also_affected(found),
            _proof(found),
            Section("Recommended action", (found.action or "None is known.",)),
            _recovery(found),
            _changes(found),
            _not_known(found),
        ),
    )


def place(node: Node, column: str | None) -> str:
    return f"{node}#{column}" if column and not node.field else str(node)


def percent(probability: float) -> str:
    """
    >>> percent(0.974), percent(0.004)
    ('97 %', 'under 1 %')
    """
    return "under 1 %" if 0 < probability < 0.01 else f"{probability:.0%}".replace("%", " %")


def clipped(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= SHOWN_CHARACTERS else f"{words[: SHOWN_CHARACTERS - 1]}…"


def table(
    heading: str,
    headers: Sequence[str],
    rows: Sequence[Row],
    cells: Callable[[Row], Sequence[str]],
    none: str,
) -> Section:
    """A section of one table, cut where nobody would read on; without rows the sentence `none`."""
    if not rows:
        return Section(heading, (none,))
    more = len(rows) - SHOWN_ROWS
    cut = (f"The first {SHOWN_ROWS} of {len(rows)}; --format json shows all.",) if more > 0 else ()
    shown = tuple(tuple(map(clipped, cells(row))) for row in rows[:SHOWN_ROWS])
    return Section(heading, cut, Grid(tuple(headers), shown))


def _facts(found: Investigation) -> Iterator[tuple[str, str]]:
    yield "Alert", f"{place(found.node, found.column)} at {moment(found.at)}"
    if found.run_id:
        yield "Run", str(found.run_id)
    yield "Searched", f"from {moment(found.since)} on, model {found.model}"
    yield "Cause", _change_text(found.cause.change) if found.cause else "none found in the evidence"
    means = f"({found.label}) that this is the cause" if found.cause else "that nothing recorded is the cause"
    yield "Confidence", f"{found.confidence} % {means}"
    damage = found.damage
    yield (
        "Damage",
        f"{count(len(damage.failed_jobs), 'failed job')}, "
        f"{count(len(damage.datasets_without_data), 'dataset')} without data, "
        f"{count(len(damage.failing_tests), 'failing test')}",
    )


def _change_text(change: RecordedChange) -> str:
    who = f" by {change.actor}" if change.actor else ""
    return clipped(f"{change.says} ({place(change.node, change.column)}) at {moment(change.at)}{who}")


def _cause(found: Investigation) -> Section:
    if found.cause is None:
        return Section("Cause", ("No cause was found in the evidence.",))
    cause, change = found.cause, found.cause.change
    span = f"{change.span.span_id} of trace {change.span.trace_id}" if change.span else None
    named = (("run", change.run_id), ("event", change.event_id), ("span", span))
    ids = [f"{name} {value}" for name, value in named if value]
    says = [f"Most likely, {percent(cause.probability)}: {_change_text(change)}."]
    says += [f"Evidence: {', '.join(ids)}."] * bool(ids)
    reasons = [("for", one) for one in cause.why] + [("against", one) for one in cause.why_not]
    content = table(
        "Cause",
        ("speaks", "weight", "why"),
        reasons,
        lambda row: (row[0], f"{row[1].weight:+.1f}", row[1].says),
        "",
    )
    return Section("Cause", (*says, *filter(None, content.paragraphs)), content.grid)


def _alternatives(found: Investigation) -> Section:
    def cells(one: InvestigatedCause) -> Sequence[str]:
        change = one.change
        against = "; ".join(reason.says for reason in one.why_not[:3])
        where = place(change.node, change.column)
        return percent(one.probability), change.says, where, moment(change.at), change.actor or "", against

    headers = ("probability", "what", "where", "when", "who", "against it")
    content = table("Alternatives", headers, found.alternatives, cells, "No other candidate is worth naming.")
    nothing = f"That nothing recorded is the cause: {percent(found.none_probability)}."
    return Section(content.heading, (*content.paragraphs, nothing), content.grid)


def _timeline(found: Investigation) -> Section:
    return table(
        "Timeline",
        ("when", "phase", "where", "what", "event"),
        found.timeline,
        lambda one: (
            moment(one.at),
            one.phase.replace("_", " ").lower(),
            place(one.node, one.column),
            one.says,
            one.event_id or "",
        ),
        "Nothing was recorded that belongs to it.",
    )


def _affected(found: Investigation) -> Iterator[Section]:
    reverted = dict.fromkeys(found.mended_by_revert, "yes") | dict.fromkeys(found.not_mended_by_revert, "no")
    yield table(
        "What is affected",
        ("when", "what", "where", "name", "message", "mended by a revert"),
        found.failures,
        lambda one: (
            moment(one.at),
            one.sign.replace("_", " "),
            place(one.node, one.column),
            one.name,
            one.message,
            reverted.get(one.id, ""),
        ),
        "No failure was recorded.",
    )


def _also_affected(found: Investigation) -> Iterator[Section]:
    if found.unalerted:
        yield table(
            "Probably wrong, though nothing has alerted",
            ("likelihood", "where", "hops", "due", "read since by"),
            found.unalerted,
            lambda one: (
                percent(one.likelihood),
                place(one.node, one.column),
                str(one.hops),
                moment(one.due),
                ", ".join(one.readers),
            ),
            "",
        )
    if found.people:
        yield table(
            "Who is affected",
            ("who", "owns", "at risk", "read since", "last"),
            found.people,
            lambda one: (
                one.person,
                ", ".join(map(str, one.owns)),
                ", ".join(map(str, one.at_risk)),
                ", ".join(map(str, one.read)),
                moment(one.last_read),
            ),
            "",
        )
    if found.others:
        yield table(
            "Failures of the same time with another cause",
            ("probability", "cause", "failures"),
            found.others,
            lambda one: (
                percent(one.probability),
                _change_text(one.change) if one.change else "not known",
                str(len(one.observations)),
            ),
            "",
        )


def _proof(found: Investigation) -> Section:
    steps = list(enumerate(found.cause.path if found.cause else (), 1))
    return table(
        "Proof path",
        ("step", "where", "what", "when", "event", "confidence of the edge"),
        steps,
        lambda row: (
            str(row[0]),
            place(row[1].node, row[1].column),
            row[1].says,
            moment(row[1].at),
            row[1].event_id or "",
            percent(row[1].confidence),
        ),
        "Without a cause there is no path." if found.cause is None else "The cause lies where it alerted.",
    )


def _recovery(found: Investigation) -> Section:
    return table(
        "Recovery plan",
        ("order", "job", "what", "partitions", "runs"),
        found.recovery,
        lambda one: (
            str(one.order),
            str(one.job),
            one.says,
            ", ".join(one.partitions),
            str(len(one.runs) or ""),
        ),
        "No run is known that is to be repeated.",
    )


def _changes(found: Investigation) -> Section:
    content = table(
        "What changed there and upstream",
        ("when", "kind", "where", "what", "who"),
        found.changes,
        lambda one: (
            moment(one.at),
            one.kind.replace("_", " "),
            place(one.node, one.column),
            one.says,
            one.actor or "",
        ),
        "Nothing was recorded in this window.",
    )
    cut = f"{count(found.changes_total, 'change')} in all."
    more = found.changes_total > len(found.changes)
    return Section(content.heading, (*content.paragraphs, *([cut] * more)), content.grid)


def _not_known(found: Investigation) -> Section:
    seen = found.examined
    looked = (
        f"Looked at: {count(seen.nodes, 'dataset or job', 'datasets and jobs')}, "
        f"{count(seen.observations, 'observation')} of which "
        f"{seen.bad_observations} bad, {count(seen.changes, 'change')} of which {seen.changes_with_path} can "
        f"reach the alert; {seen.judged} judged against a text."
    )
    missing = found.missing or ("Nothing is known to be missing; what was never sent can't be seen.",)
    return Section("What is not known", (*map(clipped, missing[:SHOWN_ROWS]), looked))


def drawing(found: Investigation) -> Drawing:
    """The proof path; dashed, what else the cause broke or probably did."""
    if found.cause is None:
        failed = (
            _shape(one.node, one.column, one.sign.replace("_", " ")) for one in found.failures[:SHOWN_ROWS]
        )
        return Drawing((_shape(found.node, found.column),)) + Drawing(tuple(failed))
    change = found.cause.change
    root = _shape(change.node, change.column, f"{change.says}, {moment(change.at)}")
    stations = [root, *(_shape(step.node, step.column) for step in found.cause.path)]
    stations = [one for at, one in enumerate(stations) if one.id not in {old.id for old in stations[:at]}]
    way = [DrawnLine(one.id, other.id) for one, other in pairwise(stations)]
    drawn = {one.id for one in stations}
    explained = [one for one in found.failures if one.id in found.cause.explains]
    ends = [(_shape(one.node, one.column), one.sign.replace("_", " ")) for one in explained]
    ends += [
        (_shape(one.node, one.column), f"probably wrong, {percent(one.likelihood)}")
        for one in found.unalerted
    ]
    apart = [(one, label) for one, label in ends if one.id not in drawn][:SHOWN_ROWS]
    lines = (*way, *(DrawnLine(root.id, one.id, label, dashed=True) for one, label in apart))
    return Drawing((*stations, *(one for one, _ in apart))) + Drawing(lines=lines)


def _shape(node: Node, column: str | None, says: str = "") -> Shape:
    whole = place(node, column)
    return Shape(f"{node.kind}:{whole}", node.kind, clipped(f"{whole}: {says}" if says else whole))
