"""The compliance report, from answers to text, without a server."""

import csv
import io
import re
from datetime import UTC, datetime
from typing import Any

import msgspec

from headwater.answers.compliance import ClassifiedPage, Flows
from headwater.documents.report import RENDERERS, ComplianceReport, as_csv, as_json
from tests.client.replies import FLOWS, NO_FLOWS, NOTHING_COMPUTED, UNDECLARED, node

NOW = datetime(2026, 4, 20, 4, tzinfo=UTC)
COLUMN = {"column": "crm.customers.email"}


def report(
    asked: dict[str, str] = COLUMN, as_of: str | None = None, flows: Any = FLOWS, columns: Any = UNDECLARED
) -> ComplianceReport:
    typed = msgspec.convert(flows, Flows), msgspec.convert(columns, ClassifiedPage)
    return ComplianceReport(asked, as_of, NOW, *typed)


MARKDOWN = r"""# Where data of the column crm.customers.email flows

As of 2026-04-20T04:00:00Z, data of the column crm.customers.email is in 1 column of 1 dataset beside its own: 1 as it is. At 1 place it is masked or counted and so ends. 2 pipelines carry it. 1 column that holds it is not declared accordingly. Whether it is in 1 more dataset is not known.

- **Asked for**: column crm.customers.email
- **As of**: the time of generation
- **Generated**: 2026-04-20T04:00:00Z
- **Log position**: 7
- **Source columns**: 1
- **Columns reached**: 2
- **Of them kept as they are**: 1
- **Not declared accordingly**: 1

## Columns that hold such data and are not declared accordingly

| dataset | column | class | inherited from | why |
| --- | --- | --- | --- | --- |
| dwh/dim_customer | mail | restricted | crm/customers\#email | kept over 1 hop; no class declared, not declared as personal |

## crm/customers\#email

Restricted, personal data; owned by team:crm. Flows to 2 columns.

| dataset | column there | class there | effect | transformation | path | pipelines | owner |
| --- | --- | --- | --- | --- | --- | --- | --- |
| dwh/dim_customer | mail | restricted (not declared) | kept | identity | crm/customers\#email → dwh/dim_customer\#mail | etl/load | team:dwh |
| bi/report | =cmd\|' /C calc'!A0 | internal | ended | identity; md5(\<mail\>), masked | crm/customers\#email → dwh/dim_customer\#mail → bi/report\#=cmd\|' /C calc'!A0 | etl/load, bi/draw | nobody known |

## Pipelines on the way

| pipeline | columns | carries it to |
| --- | --- | --- |
| bi/draw | 1 | bi/report\#=cmd\|' /C calc'!A0 |
| etl/load | 2 | dwh/dim_customer\#mail, bi/report\#=cmd\|' /C calc'!A0 |

## What lies upstream

| source column | columns upstream | made from |
| --- | --- | --- |
| crm/customers\#email | 1 | web/signups\#mail |

## What the effects mean

| effect | meaning |
| --- | --- |
| kept | the values arrive as they are, or calculated from |
| lowered | aggregated or hashed: single values can't be read off, but it stems from them |
| ended | masked, or only counted: the values don't arrive |
| indirect | used to filter, join, group or sort: the values don't arrive, but they shape what does |

## What is not known

Only flows that a job reported, that were declared, or that were read from SQL are listed. A system that sends no lineage, and copies made by hand, are not seen.

No column lineage known of 1 dataset: ml/features.

What is not declared follows from the flows above, and beyond them from inherited classes that were last computed at 2026-04-20T03:00:00Z.
"""  # noqa: E501 - as it is written


def test_the_report_in_markdown_says_all_that_is_handed_over() -> None:
    assert RENDERERS["md"](report()) == MARKDOWN


def test_a_report_without_sources_says_that_it_is_no_all_clear() -> None:
    text = RENDERERS["md"](report({"classification": "restricted"}, flows=NO_FLOWS))
    assert "No columns classified restricted are known, so nothing was traced. That is no all-clear" in text


def test_a_column_that_is_gone_is_named_so() -> None:
    (source,), (kept, ended) = FLOWS["sources"], FLOWS["sources"][0]["flows"]["items"]
    now = kept | {"gone": True, "undeclared": False}
    flows = FLOWS | {"sources": [source | {"flows": {"total": 2, "items": [now, ended]}}]}
    assert "restricted (the column is gone)" in RENDERERS["md"](report(flows=flows))


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
    assert told["summary"] == {"sources": 1, "places": 2, "undeclared": 1, "complete": True}
    assert (told["flows"], told["undeclared_columns"]) == (FLOWS, UNDECLARED)
    assert told["asked"] == COLUMN


def test_columns_of_other_sources_are_no_part_of_the_report() -> None:
    for asked in (COLUMN, {"classification": "restricted"}):
        assert [one.column.field for one in report(asked).undeclared] == ["mail"]


def test_what_is_not_declared_follows_from_the_flows_before_anything_is_computed() -> None:
    fresh = report(columns=NOTHING_COMPUTED)
    text = RENDERERS["md"](fresh)
    assert "- **Not declared accordingly**: 1" in text
    assert "None that is known." not in text
    assert "have not been computed yet" in text


def test_what_is_declared_by_now_is_not_listed_whatever_was_computed_before() -> None:
    (source,), (kept, ended) = FLOWS["sources"], FLOWS["sources"][0]["flows"]["items"]
    now = kept | {"declared": {"classification": "restricted", "pii": True}, "undeclared": False}
    flows = FLOWS | {"sources": [source | {"flows": {"total": 2, "items": [now, ended]}}]}
    text = RENDERERS["md"](report(flows=flows))
    assert "- **Not declared accordingly**: 0" in text
    assert "None that is known." in text
    assert "(not declared)" not in text


def test_what_was_computed_to_stem_from_the_sources_is_added_beyond_the_flows() -> None:
    far = UNDECLARED["items"][0] | {"column": node("dwh/far", "mail")}
    columns = UNDECLARED | {"items": [*UNDECLARED["items"], far]}
    found = report(columns=columns).undeclared
    assert [str(one.column) for one in found] == ["dwh/dim_customer#mail", "dwh/far#mail"]
    assert found[1].why == "copied from crm/customers#email; not among the flows listed here"
    assert len(report(as_of="2026-03-01T00:00:00Z", columns=columns).undeclared) == 1


def test_a_column_that_two_sources_reach_is_listed_once_with_both() -> None:
    (source,) = FLOWS["sources"]
    other = source | {"column": node("crm/leads", "email")}
    (one,) = report({"tag": "pii"}, flows=FLOWS | {"total": 2, "sources": [source, other]}).undeclared
    assert one.sources == ("crm/customers#email", "crm/leads#email")


def test_a_column_that_is_declared_too_low_says_how() -> None:
    (source,), (kept, ended) = FLOWS["sources"], FLOWS["sources"][0]["flows"]["items"]
    low = kept | {"declared": {"classification": "internal", "pii": True}}
    flows = FLOWS | {"sources": [source | {"flows": {"total": 2, "items": [low, ended]}}]}
    text = RENDERERS["md"](report(flows=flows))
    assert "| restricted (declared internal) | kept |" in text
    assert "kept over 1 hop; declared internal |" in text


def test_personal_data_without_a_class_is_told_as_what_it_counts_as() -> None:
    (source,) = FLOWS["sources"]
    unclassed = source | {"classification": None, "counts_as": "confidential"}
    text = RENDERERS["md"](report(flows=FLOWS | {"sources": [unclassed]}))
    assert "Declared personal without a class, which counts as confidential; owned by team:crm." in text


def test_a_report_about_the_past_says_that_declarations_are_of_today() -> None:
    text = RENDERERS["md"](report(as_of="2026-03-01T00:00:00Z"))
    assert "- **As of**: 2026-03-01T00:00:00Z" in text
    assert "shown as of now, not as of the time asked for" in text


def test_a_report_that_is_cut_says_so() -> None:
    source = FLOWS["sources"][0]
    more = source | {"flows": source["flows"] | {"total": 12}}
    text = RENDERERS["md"](report(flows=FLOWS | {"total": 40, "sources": [more]}))
    assert "it lists 1 of 40 source columns" in text
    assert "10 more columns not listed here." in text
    plain = text.replace("\\", "")
    assert "This report is cut: crm/customers#email flows to 12 columns, of which 2 are listed." in plain
    assert "- **Columns reached**: at least 12" in text
    assert "- **Of them kept as they are**: at least 1" in text


def test_the_columns_that_one_source_reaches_are_counted_by_the_server() -> None:
    (source,) = FLOWS["sources"]
    cut = report(flows=FLOWS | {"sources": [source | {"flows": source["flows"] | {"total": 260}}]})
    assert cut.summary() == "1 source column, 260 columns reached, at least 1 not declared"
    assert as_json(cut, FLOWS, UNDECLARED)["summary"]["places"] == 260
    assert as_json(cut, FLOWS, UNDECLARED)["summary"]["complete"] is False


def test_a_report_on_nothing_says_that_nothing_fits() -> None:
    text = RENDERERS["md"](report(flows=NO_FLOWS))
    assert "No column that is known fits what was asked." in text
