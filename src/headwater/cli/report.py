"""The compliance report, without a server: what was asked, where the data flows, what is not known."""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from headwater.cli.documents import Document, Section, html, markdown
from headwater.cli.formats import Grid, joined
from headwater.cli.views import count, moment, short
from headwater.client.verdicts import ClassifiedColumn, ClassifiedColumns, Flow, Flows, Source

EFFECTS = {
    "kept": "the values arrive as they are, or calculated from",
    "lowered": "aggregated or hashed: single values can't be read off, but it stems from them",
    "ended": "masked: the values don't arrive",
    "indirect": "used to filter, join, group or sort: the values don't arrive, but they shape what does",
}
# It is law here that "we don't know" is an answer.
ALWAYS_UNKNOWN = (
    "Only flows that a job reported, that were declared, or that were read from SQL are listed. A system "
    "that sends no lineage, and copies made by hand, are not seen."
)
CSV_HEADER = """
source_dataset source_column source_classification source_pii source_owners
dataset column type classification pii declared effect depth transformation path jobs owners
as_of position generated_at
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What the server answered, and the circumstances of asking."""

    asked: Mapping[str, str]
    as_of: str | None
    generated_at: datetime
    flows: Flows
    columns: ClassifiedColumns

    @property
    def title(self) -> str:
        ((kind, value),) = self.asked.items()
        what = {"column": "the column", "classification": "columns classified", "tag": "columns tagged"}[kind]
        return f"Where data of {what} {value} flows"

    @property
    def places(self) -> frozenset[str]:
        """The columns it flows to, each once however many sources it has."""
        return frozenset(flow.column.id for source in self.flows.sources for flow in source.flows.items)

    @property
    def undeclared(self) -> tuple[ClassifiedColumn, ...]:
        """Columns that hold inherited personal data undeclared; for one column, those that it flows to."""
        if "column" not in self.asked:
            return self.columns.items
        places = self.places
        return tuple(item for item in self.columns.items if item.column.id in places)

    def summary(self) -> str:
        sources = count(self.flows.total, "source column")
        places = f"{count(len(self.places), 'column')} reached"
        return f"{sources}, {places}, {len(self.undeclared)} not declared"


def document(report: Report) -> Document:
    undeclared = _undeclared_ids(report)
    sources = tuple(_source_section(source, undeclared) for source in report.flows.sources)
    none = (Section("Sources", ("No column that is known fits what was asked.",)),) if not sources else ()
    return Document(
        report.title,
        _facts(report),
        (*none, *sources, _undeclared_section(report), _effects_section(), _unknown_section(report)),
    )


def as_json(report: Report, flows: dict[str, Any], columns: dict[str, Any]) -> dict[str, Any]:
    """The server's answers as they came, with the circumstances and the summary."""
    return {
        "title": report.title,
        "asked": dict(report.asked),
        "as_of": report.as_of,
        "generated_at": moment(report.generated_at),
        "summary": {
            "sources": report.flows.total,
            "places": len(report.places),
            "undeclared": len(report.undeclared),
        },
        "not_known": list(_not_known(report)),
        "flows": flows,
        "undeclared_columns": columns,
    }


def as_csv(report: Report) -> str:
    """One row per flow; a cell that a spreadsheet would run as a formula begins with an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(CSV_HEADER.split())
    undeclared = _undeclared_ids(report)
    for source in report.flows.sources:
        for flow in source.flows.items:
            writer.writerow(map(_safe, _csv_row(source, flow, report, flow.column.id in undeclared)))
    return text.getvalue()


RENDERERS: Mapping[str, Callable[[Report], str]] = {
    "md": lambda report: markdown(document(report)),
    "html": lambda report: html(document(report)),
    "csv": as_csv,
}


def _facts(report: Report) -> tuple[tuple[str, str], ...]:
    ((kind, value),) = report.asked.items()
    return (
        ("Asked for", f"{kind} {value}"),
        ("As of", report.as_of or "the time of generation"),
        ("Generated", moment(report.generated_at)),
        ("Log position", str(report.flows.position)),
        ("Source columns", str(report.flows.total)),
        ("Columns reached", str(len(report.places))),
        ("Of them kept as they are", str(_kept(report))),
        ("Not declared as personal data", str(len(report.undeclared))),
    )


def _kept(report: Report) -> int:
    flows = (flow for source in report.flows.sources for flow in source.flows.items)
    return len({flow.column.id for flow in flows if flow.effect == "kept"})


def _undeclared_ids(report: Report) -> frozenset[str]:
    return frozenset(item.column.id for item in report.undeclared)


def _source_section(source: Source, undeclared: frozenset[str]) -> Section:
    marks = [source.classification or "not classified", *(["personal data"] if source.pii else [])]
    owned = joined(source.owners) or "nobody known"
    intro = (
        f"{', '.join(marks).capitalize()}; owned by {owned}. Flows to {count(source.flows.total, 'column')}."
    )
    if not source.flows.items:
        return Section(str(source.column), (intro,))
    rows = tuple(_flow_row(flow, flow.column.id in undeclared) for flow in source.flows.items)
    headers = ("dataset", "column there", "class there", "effect", "transformation", "path", "owner")
    left_out = source.flows.total - len(source.flows.items)
    cut = (f"{count(left_out, 'more column')} not listed here.",) if left_out > 0 else ()
    return Section(str(source.column), (intro, *cut), Grid(headers, rows))


def _flow_row(flow: Flow, undeclared: bool) -> tuple[str, ...]:
    dataset = f"{flow.column.namespace}/{flow.column.name}"
    class_there = flow.classification or "none"
    if undeclared:
        class_there += " (not declared)"
    cells = (dataset, flow.column.field or "", class_there, flow.effect)
    return (*cells, _transformation(flow), _path(flow), joined(flow.owners) or "nobody known")


def _transformation(flow: Flow) -> str:
    told = [
        f"{step.description or (step.subtype or step.kind).replace('_', ' ').lower()}"
        f"{', masked' if step.masking else ''}"
        for step in flow.path
    ]
    return "; ".join(dict.fromkeys(told))


def _path(flow: Flow) -> str:
    places = [*(step.from_ for step in flow.path[:1]), *(step.to for step in flow.path)]
    return " → ".join(map(short, places))


def _undeclared_section(report: Report) -> Section:
    heading = "Columns that hold inherited personal data and are not declared"
    if not report.undeclared:
        return Section(heading, ("None that is known.",))
    rows = tuple(
        (
            f"{item.column.namespace}/{item.column.name}",
            item.column.field or "",
            item.effective.classification or "none",
            str(item.inherited_from) if item.inherited_from else "not known",
            item.why or "",
        )
        for item in report.undeclared
    )
    return Section(heading, (), Grid(("dataset", "column", "class", "inherited from", "why"), rows))


def _effects_section() -> Section:
    return Section("What the effects mean", (), Grid(("effect", "meaning"), tuple(EFFECTS.items())))


def _unknown_section(report: Report) -> Section:
    return Section("What is not known", tuple(_not_known(report)))


def _not_known(report: Report) -> list[str]:
    told = [ALWAYS_UNKNOWN]
    unknown = report.flows.unknown
    if unknown and (unknown.total or unknown.reason):
        named = joined([short(str(item)) or str(item) for item in unknown.datasets], unknown.total)
        datasets = f" of {count(unknown.total, 'dataset')}" if unknown.total else ""
        told.append(f"{unknown.reason.capitalize() or 'Nothing is known'}{datasets}: {named or 'not named'}.")
    if len(report.flows.sources) < report.flows.total:
        shown = f"{len(report.flows.sources)} of {report.flows.total}"
        told.append(f"This report is cut: it lists {shown} source columns.")
    when = report.columns.computed_at
    told.append(
        f"Inherited classifications were last computed at {moment(when)}; what came later is not in them."
        if when
        else "Inherited classifications have not been computed yet, so undeclared columns can't be told."
    )
    if report.as_of:
        told.append("Columns that are not declared are told as of now, not as of the time asked for.")
    return told


def _csv_row(source: Source, flow: Flow, report: Report, undeclared: bool) -> tuple[object, ...]:
    return (
        f"{source.column.namespace}/{source.column.name}",
        source.column.field or "",
        source.classification or "",
        str(source.pii).lower(),
        joined(source.owners),
        f"{flow.column.namespace}/{flow.column.name}",
        flow.column.field or "",
        flow.type or "",
        flow.classification or "",
        str(flow.pii).lower(),
        "no" if undeclared else "",
        flow.effect,
        flow.depth,
        _transformation(flow),
        _path(flow),
        joined(list(dict.fromkeys(short(step.job) for step in flow.path if step.job))),
        joined(flow.owners),
        report.as_of or "",
        report.flows.position,
        moment(report.generated_at),
    )


def _safe(cell: object) -> object:
    """
    >>> _safe("=HYPERLINK(1)"), _safe("email"), _safe(-1)
    ("'=HYPERLINK(1)", 'email', -1)
    """
    if isinstance(cell, str) and cell.lstrip()[:1] in ("=", "+", "-", "@"):
        return f"'{cell}"
    return cell
