"""The compliance report as a file: what was asked, where the data flows, what is not known."""

from datetime import datetime
from typing import Annotated, Any

import msgspec

from headwater.answers.compliance import ClassifiedPage, Flows
from headwater.answers.documents import WrittenDocument
from headwater.documents import report
from headwater.documents.formats import pretty_json
from headwater.documents.written import DocumentFormat, written
from headwater.model.times import iso
from headwater.questions.compliance.classes import list_classified_columns
from headwater.questions.compliance.flows import MOST_FLOWS, ColumnName, ColumnTag, DeclaredAs, flows
from headwater.questions.parameters import AsOf
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries.paging import MAX_LIMIT

# What lies beyond is counted, and the report says that it is cut.
MOST_PAGES = 20
ReportFormat = Annotated[
    DocumentFormat, Parameter("`markdown`, `html`, `csv` or `json`. Default `markdown`.")
]


@question("/compliance/report", topic="compliance")
def compliance_report(
    reading: Reading,
    column: ColumnName = None,
    classification: DeclaredAs = None,
    tag: ColumnTag = None,
    as_of: AsOf = None,
    file_format: ReportFormat = "markdown",
) -> WrittenDocument:
    """A report on where data of a column, class or tag flows, to hand over; as `headwater pii` writes it.

    Exactly one of `column`, `classification` and `tag` says where to begin. `text` holds the file.
    """
    found = _all_flows(reading, column, classification, tag, as_of)
    inherited = list_classified_columns(reading, inherited=True, undeclared=True, limit=MAX_LIMIT)
    asked = {"column": column, "classification": classification, "tag": tag}
    made = report.ComplianceReport(
        {name: value for name, value in asked.items() if value is not None},
        iso(as_of) if as_of else None,
        reading.clock(),
        found,
        inherited,
    )
    return written(made.title, file_format, _text(made, file_format, found, inherited))


def _text(
    made: report.ComplianceReport, form: DocumentFormat, found: Flows, inherited: ClassifiedPage
) -> str:
    if form == "json":
        return pretty_json(report.as_json(made, _plain(found), _plain(inherited)))
    return report.RENDERERS["md" if form == "markdown" else form](made)


def _plain(answer: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(answer)
    return plain


def _all_flows(
    reading: Reading,
    column: str | None,
    classification: str | None,
    tag: str | None,
    as_of: datetime | None,
) -> Flows:
    """The pages as one answer; what is not known is that of the first page that says anything."""
    cursor: str | None = None
    pages: list[Flows] = []
    while len(pages) < MOST_PAGES and (not pages or cursor is not None):
        page = flows(reading, column, classification, tag, as_of, MAX_LIMIT, cursor, MOST_FLOWS)
        pages.append(page)
        cursor = page.next_cursor
    unknown = next((page.unknown for page in pages if page.unknown), None)
    sources = tuple(source for page in pages for source in page.sources)
    return msgspec.structs.replace(pages[0], sources=sources, next_cursor=cursor, unknown=unknown)
