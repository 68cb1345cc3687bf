"""Signals and test results over HTTP: the calls as OpenAPI describes them."""

from typing import Any

from headwater.dialects import batches

SIGNALS, ASSERTIONS = "/api/v1/signals", "/api/v1/assertions"

SIGNAL = {
    "entity": "shopflow.sales.orders",
    "time": "2026-04-20T03:52:10Z",
    "source": "slack",
    "author": "tom.ops",
    "text": "orders_amount_must_not_be_null is red. Who touched orders?",
    "severity": "warning",
    "link": "https://chat.example/archives/data-incidents/1713585130",
}
ASSERTION = {
    "entity": "shopflow.sales.orders",
    "column": "amount_usd",
    "name": "orders_amount_must_not_be_null",
    "time": "2026-04-20T03:50:00Z",
    "success": False,
    "actual": "1240 nulls",
    "expected": "0 nulls",
    "message": "column is null for every order since midnight",
}

ENTITY = """
`entity` is a name as for any question (`namespace/name`, an alias, the end of a name if only one ends so;
`#column` may follow), or an object `{"kind", "namespace", "name"}` for one that need not be known yet. A
batch may hold at most 1,000 different names; objects are not counted.
"""
BATCH = """
One as a JSON object, an array of them, or one a line as `application/x-ndjson`. A duplicate is taken as well,
and changes nothing. One bad document does not sink its neighbours: the reply names those that were refused,
by their place in the batch and the field, the first 1000 of them; the summary counts all. A batch holds at
most 100,000 documents.
"""
SIGNAL_TEXT = """
What somebody said of a dataset, job or column. `entity`, `time` and `text` are required; `severity` is
`info`, `warning`, `error` or `critical`; `link` begins with `http://` or `https://`.
"""
ASSERTION_TEXT = """
Results of tests of datasets or columns. `entity` (a dataset), `name`, `time` and `success` are required. They
are listed with those that OpenLineage's facet `dataQualityAssertions` brings.
"""


def signals_operation() -> dict[str, Any]:
    text = SIGNAL_TEXT + ENTITY + BATCH
    return batches.operation("reports", "take_signals", "Take signals", text, SIGNAL, "entity")


def assertions_operation() -> dict[str, Any]:
    text = ASSERTION_TEXT + ENTITY + BATCH
    return batches.operation("reports", "take_assertions", "Take test results", text, ASSERTION, "entity")
