"""The compliance report, without a server: what was asked, where the data flows, what is not known."""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from headwater.answers.compliance import ClassifiedPage, ColumnFlow, Flows, FlowSource
from headwater.documents.document import Document, Section, html, markdown
from headwater.documents.findings import finding, pipelines_section, upstream_section
from headwater.documents.formats import Grid, joined, printable
from headwater.documents.undeclared import Undeclared, is_undeclared, undeclared
from headwater.documents.words import count, moment, short

EFFECTS = {
    "kept": "the values arrive as they are, or calculated from",
    "lowered": "aggregated or hashed: single values can't be read off, but it stems from them",
    "ended": "masked, or only counted: the values don't arrive",
    "indirect": "used to filter, join, group or sort: the values don't arrive, but they shape what does",
}
# It is law here that "we don't know" is an answer.
ALWAYS_UNKNOWN = (
    "Only flows that a job reported, that were declared, or that were read from SQL are listed. A system "
    "that sends no lineage, and copies made by hand, are not seen."
)
# The order of `_csv_row`.
CSV_HEADER = """
source_dataset source_column source_classification source_pii source_owners
dataset column type classification pii declared effect depth transformation path jobs owners
as_of position generated_at
"""
NAMED_CUTS = 5


@dataclass(frozen=True, slots=True)
class ComplianceReport:
    """What the server answered, and the circumstances of asking."""

    asked: Mapping[str, str]
    as_of: str | None
    generated_at: datetime
    flows: Flows
    columns: ClassifiedPage
    incomplete: str | None = None
    """Why the server's answer may lack something, as after an upgrade."""

    @property
    def title(self) -> str:
        return f"Where data of {self.subject} flows"

    @property
    def subject(self) -> str:
        ((kind, value),) = self.asked.items()
        subjects = {"column": "the column", "classification": "columns classified", "tag": "columns tagged"}
        return f"{subjects[kind]} {value}"

    @property
    def conclusion(self) -> str:
        """The finding, for whoever reads no further."""
        when = f"As of {self.as_of or moment(self.generated_at)}"
        found = finding(self.subject, when, self.flows, len(self.undeclared), self.complete)
        return f"This report is not complete: {self.incomplete}. {found}" if self.incomplete else found

    @property
    def places(self) -> frozenset[str]:
        """The columns it flows to, each once however many sources it has."""
        return frozenset(flow.column.id for source in self.flows.sources for flow in source.flows.items)

    @property
    def complete(self) -> bool:
        """Whether every source column, and every place of each, is listed."""
        return len(self.flows.sources) >= self.flows.total and not self.cut_lines and not self.incomplete

    @property
    def reached(self) -> int:
        """How many columns it flows to; of what is not listed, the server's count."""
        # Places of a cut source are not all known by name, but its own count is; 0 is for no source at all.
        return max(len(self.places), *(source.flows.total for source in self.flows.sources), 0)

    @property
    def cut_lines(self) -> tuple[str, ...]:
        """Where more columns are reached than are listed."""
        cut = [source for source in self.flows.sources if left_out(source)]
        lines = [
            f"{source.column} flows to {count(source.flows.total, 'column')}, "
            f"of which {len(source.flows.items)} are listed"
            for source in cut[:NAMED_CUTS]
        ]
        more = len(cut) - len(lines)
        rest = [f"flows of {count(more, 'more source column')} are not all listed"] if more else []
        return (*lines, *rest)

    @property
    def undeclared(self) -> tuple[Undeclared, ...]:
        """What the listed flows leave undeclared; then what is known beyond them to stem from the sources."""
        # Computed classes are those of now: they say nothing about an earlier time.
        return undeclared(self.flows.sources, () if self.as_of else self.columns.items)

    def at_least(self, number: int) -> str:
        return str(number) if self.complete else f"at least {number}"

    def reached_line(self) -> str:
        """One source has one count; places of several may be the same, so unlisted ones can't be added."""
        return str(self.reached) if self.flows.total == 1 else self.at_least(self.reached)

    def summary(self) -> str:
        sources, reached = count(self.flows.total, "source column"), self.reached_line()
        places = f"{reached} column{'' if reached == '1' else 's'} reached"
        return f"{sources}, {places}, {self.at_least(len(self.undeclared))} not declared"


def document(report: ComplianceReport) -> Document:
    sources = tuple(map(_source_section, report.flows.sources))
    none = (Section("Sources", ("No column that is known fits what was asked.",)),) if not sources else ()
    return Document(
        report.title,
        report.conclusion,
        _facts(report),
        (
            *none,
            # What calls for action comes before the evidence.
            _undeclared_section(report),
            *sources,
            pipelines_section(report.flows.sources),
            *([upstream_section(report.flows.sources)] if sources else []),
            _effects_section(),
            _unknown_section(report),
        ),
    )


def as_json(report: ComplianceReport, flows: dict[str, Any], columns: dict[str, Any]) -> dict[str, Any]:
    """The server's answers as they came, with the circumstances and the summary."""
    return {
        "title": report.title,
        "finding": report.conclusion,
        "asked": dict(report.asked),
        "as_of": report.as_of,
        "generated_at": moment(report.generated_at),
        "summary": {
            "sources": report.flows.total,
            "places": report.reached,
            "undeclared": len(report.undeclared),
            "complete": report.complete,
        },
        "not_known": list(_not_known(report)),
        "flows": flows,
        "undeclared_columns": columns,
    }


def as_csv(report: ComplianceReport) -> str:
    """One row per flow; a cell that a spreadsheet would run as a formula begins with an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(CSV_HEADER.split())
    for source in report.flows.sources:
        for flow in source.flows.items:
            writer.writerow(map(_safe, _csv_row(source, flow, report)))
    return text.getvalue()


# JSON is not among them: it needs the server's answers as they came.
RENDERERS: Mapping[str, Callable[[ComplianceReport], str]] = {
    "md": lambda report: markdown(document(report)),
    "html": lambda report: html(document(report)),
    "csv": as_csv,
}


def _facts(report: ComplianceReport) -> tuple[tuple[str, str], ...]:
    ((kind, value),) = report.asked.items()
    return (
        ("Asked for", f"{kind} {value}"),
        ("As of", report.as_of or "the time of generation"),
        ("Generated", moment(report.generated_at)),
        ("Log position", str(report.flows.position)),
        ("Source columns", str(report.flows.total)),
        ("Columns reached", report.reached_line()),
        ("Of them kept as they are", report.at_least(_kept(report))),
        ("Not declared accordingly", report.at_least(len(report.undeclared))),
    )


def _kept(report: ComplianceReport) -> int:
    flows = (flow for source in report.flows.sources for flow in source.flows.items)
    return len({flow.column.id for flow in flows if flow.effect == "kept"})


def left_out(source: FlowSource) -> int:
    return source.flows.total - len(source.flows.items)


def _source_section(source: FlowSource) -> Section:
    owned = joined(source.owners) or "nobody known"
    intro = f"{_class_of(source)}; owned by {owned}. Flows to {count(source.flows.total, 'column')}."
    if not source.flows.items:
        return Section(str(source.column), (intro,))
    rows = tuple(map(_flow_row, source.flows.items))
    there = ("dataset", "column there", "class there", "effect")
    headers = (*there, "transformation", "path", "pipelines", "owner")
    more = left_out(source)
    cut = (f"{count(more, 'more column')} not listed here.",) if more > 0 else ()
    return Section(str(source.column), (intro, *cut), Grid(headers, rows))


def _class_of(source: FlowSource) -> str:
    if source.classification:
        return f"{source.classification.capitalize()}{', personal data' if source.pii else ''}"
    if not source.pii:
        return "Not classified"
    return f"Declared personal without a class, which counts as {source.counts_as or 'sensitive'}"


def _flow_row(flow: ColumnFlow) -> tuple[str, ...]:
    dataset = f"{flow.column.namespace}/{flow.column.name}"
    class_there = flow.classification or "none"
    if is_undeclared(flow):
        declared = flow.declared and flow.declared.classification
        class_there += f" (declared {declared})" if declared else " (not declared)"
    if flow.gone:
        class_there += " (the column is gone)"
    there = (dataset, flow.column.field or "", class_there, flow.effect)
    owners = joined(flow.owners) or "nobody known"
    return (*there, _transformation(flow), _path(flow), _pipelines(flow), owners)


def _transformation(flow: ColumnFlow) -> str:
    lines = [
        f"{step.description or (step.subtype or step.kind).replace('_', ' ').lower()}"
        f"{', masked' if step.masking else ''}"
        for step in flow.path
    ]
    return "; ".join(dict.fromkeys(lines))


def _path(flow: ColumnFlow) -> str:
    places = [*(step.source for step in flow.path[:1]), *(step.target for step in flow.path)]
    # A step begins where the one before it ended, so only the first one's source is added.
    return " → ".join(map(short, places))


def _pipelines(flow: ColumnFlow) -> str:
    return joined(list(dict.fromkeys(short(step.job) for step in flow.path if step.job)))


def _undeclared_section(report: ComplianceReport) -> Section:
    heading = "Columns that hold such data and are not declared accordingly"
    found = report.undeclared
    if not found:
        return Section(heading, ("None that is known.",))
    rows = tuple(
        (
            f"{item.column.namespace}/{item.column.name}",
            item.column.field or "",
            item.classification,
            joined(item.sources),
            item.why,
        )
        for item in found
    )
    return Section(heading, (), Grid(("dataset", "column", "class", "inherited from", "why"), rows))


def _effects_section() -> Section:
    return Section("What the effects mean", (), Grid(("effect", "meaning"), tuple(EFFECTS.items())))


def _unknown_section(report: ComplianceReport) -> Section:
    return Section("What is not known", tuple(_not_known(report)))


def _not_known(report: ComplianceReport) -> list[str]:
    lines = [ALWAYS_UNKNOWN]
    unknown = report.flows.unknown
    if unknown and (unknown.total or unknown.reason):
        named = joined([short(str(item)) or str(item) for item in unknown.datasets], unknown.total)
        datasets = f" of {count(unknown.total, 'dataset')}" if unknown.total else ""
        lines.append(
            f"{unknown.reason.capitalize() or 'Nothing is known'}{datasets}: {named or 'not named'}."
        )
    if len(report.flows.sources) < report.flows.total:
        shown = f"{len(report.flows.sources)} of {report.flows.total}"
        lines.append(f"This report is cut: it lists {shown} source columns.")
    lines += [f"This report is cut: {notice}." for notice in report.cut_lines]
    lines.append(_declarations(report))
    return lines


def _declarations(report: ComplianceReport) -> str:
    if report.as_of:
        return "What is declared is shown as of now, not as of the time asked for."
    lines = "What is not declared follows from the flows above"
    when = report.columns.computed_at
    if when is None:
        return f"{lines}; inherited classes of all columns have not been computed yet."
    return f"{lines}, and beyond them from inherited classes that were last computed at {moment(when)}."


def _csv_row(source: FlowSource, flow: ColumnFlow, report: ComplianceReport) -> tuple[object, ...]:
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
        # Never "yes": where nothing is missing, there may have been nothing to declare.
        "no" if is_undeclared(flow) else "",
        flow.effect,
        flow.depth,
        _transformation(flow),
        _path(flow),
        _pipelines(flow),
        joined(flow.owners),
        report.as_of or "",
        report.flows.position,
        moment(report.generated_at),
    )


def _safe(cell: object) -> object:
    """
    >>> _safe("=HYPERLINK(1)"), _safe("email"), _safe(-1), _safe("a\\x1b[31m")
    ("'=HYPERLINK(1)", 'email', -1, 'a�[31m')
    """
    if not isinstance(cell, str):
        return cell
    text = printable(cell)
    # Some spreadsheets skip blanks before a formula, and run it.
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") else text
