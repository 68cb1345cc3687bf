"""The compliance report, from answers to text, without a server."""

import csv
import io
import re
from datetime import UTC, datetime
from typing import Any

import msgspec

from headwater.cli.report import RENDERERS, Report, as_csv, as_json
from headwater.client.verdicts import ClassifiedColumns, Flows
from tests.client.replies import FLOWS, UNDECLARED

NOW = datetime(2026, 4, 20, 4, tzinfo=UTC)
COLUMN = {"column": "crm.customers.email"}


def report(
    asked: dict[str, str] = COLUMN, as_of: str | None = None, flows: Any = FLOWS, columns: Any = UNDECLARED
) -> Report:
    typed = msgspec.convert(flows, Flows), msgspec.convert(columns, ClassifiedColumns)
    return Report(asked, as_of, NOW, *typed)


MARKDOWN = r"""# Where data of the column crm.customers.email flows

- **Asked for**: column crm.customers.email
- **As of**: the time of generation
- **Generated**: 2026-04-20T04:00:00Z
- **Log position**: 7
- **Source columns**: 1
- **Columns reached**: 2
- **Of them kept as they are**: 1
- **Not declared as personal data**: 1

## crm/customers\#email

Restricted, personal data; owned by team:crm. Flows to 2 columns.

| dataset | column there | class there | effect | transformation | path | owner |
| --- | --- | --- | --- | --- | --- | --- |
| dwh/dim_customer | mail | none (not declared) | kept | identity | crm/customers\#email → dwh/dim_customer\#mail | team:dwh |
| bi/report | =cmd\|' /C calc'!A0 | internal | ended | identity; md5(\<mail\>), masked | crm/customers\#email → dwh/dim_customer\#mail → bi/report\#=cmd\|' /C calc'!A0 | nobody known |

## Columns that hold inherited personal data and are not declared

| dataset | column | class | inherited from | why |
| --- | --- | --- | --- | --- |
| dwh/dim_customer | mail | restricted | crm/customers\#email | copied from crm/customers\#email |

## What the effects mean

| effect | meaning |
| --- | --- |
| kept | the values arrive as they are, or calculated from |
| lowered | aggregated or hashed: single values can't be read off, but it stems from them |
| ended | masked: the values don't arrive |
| indirect | used to filter, join, group or sort: the values don't arrive, but they shape what does |

## What is not known

Only flows that a job reported, that were declared, or that were read from SQL are listed. A system that sends no lineage, and copies made by hand, are not seen.

No column lineage known of 1 dataset: ml/features.

Inherited classifications were last computed at 2026-04-20T03:00:00Z; what came later is not in them.
"""  # noqa: E501 - as it is written


def test_the_report_in_markdown_says_all_that_is_handed_over() -> None:
    assert RENDERERS["md"](report()) == MARKDOWN


def test_the_report_in_html_is_one_file_without_scripts_or_links() -> None:
    page = RENDERERS["html"](report())
    assert page.startswith("<!doctype html>")
    assert not re.search(r"<script|<link|<img|https?:|javascript:|\son\w+=", page)
    assert "@media print" in page
    for text in ("<h1>Where data of the column crm.customers.email flows</h1>", "<td>team:dwh</td>"):
        assert text in page


def test_html_in_a_name_stays_text() -> None:
    page = RENDERERS["html"](report({"tag": "<script>alert(1)</script>"}))
    assert "<script>" not in page
    assert "md5(&lt;mail&gt;)" in page


def test_every_tag_of_the_html_is_closed() -> None:
    page = RENDERERS["html"](report())
    opened = re.findall(r"<(\w+)[^>]*>", page)
    closed = re.findall(r"</(\w+)>", page)
    assert sorted(tag for tag in opened if tag != "meta") == sorted(closed)


def test_the_report_as_csv_has_a_row_per_flow() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(report()))))
    assert [(row["dataset"], row["effect"], row["declared"]) for row in rows] == [
        ("dwh/dim_customer", "kept", "no"),
        ("bi/report", "ended", ""),
    ]
    assert rows[1]["jobs"] == "etl/load, bi/draw"
    assert rows[0]["path"] == "crm/customers#email → dwh/dim_customer#mail"


def test_a_cell_is_never_a_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(report()))))
    assert rows[1]["column"] == "'=cmd|' /C calc'!A0"
    for row in rows:
        assert not any(cell.lstrip()[:1] in ("=", "+", "-", "@") for cell in row.values() if cell)


def test_the_report_as_json_holds_the_answers_as_they_came() -> None:
    told = as_json(report(), FLOWS, UNDECLARED)
    assert told["summary"] == {"sources": 1, "places": 2, "undeclared": 1}
    assert (told["flows"], told["undeclared_columns"]) == (FLOWS, UNDECLARED)
    assert told["asked"] == COLUMN


def test_asking_for_a_class_lists_every_column_that_is_not_declared() -> None:
    assert len(report({"classification": "restricted"}).undeclared) == 2


def test_a_report_about_the_past_says_that_declarations_are_of_today() -> None:
    text = RENDERERS["md"](report(as_of="2026-03-01T00:00:00Z"))
    assert "- **As of**: 2026-03-01T00:00:00Z" in text
    assert "told as of now, not as of the time asked for" in text


def test_classes_that_were_never_computed_are_told_as_not_known() -> None:
    text = RENDERERS["md"](report(columns={"items": [], "total": 0}))
    assert "have not been computed yet" in text
    assert "None that is known." in text


def test_a_report_that_is_cut_says_so() -> None:
    source = FLOWS["sources"][0]
    more = source | {"flows": source["flows"] | {"total": 12}}
    text = RENDERERS["md"](report(flows=FLOWS | {"total": 40, "sources": [more]}))
    assert "it lists 1 of 40 source columns" in text
    assert "10 more columns not listed here." in text


def test_a_report_on_nothing_says_that_nothing_fits() -> None:
    text = RENDERERS["md"](report(flows={"position": 7, "total": 0, "sources": []}))
    assert "No column that is known fits what was asked." in text
