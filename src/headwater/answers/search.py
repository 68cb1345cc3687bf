"""Answers of the search: what was found, where the words stand in it, and how much there is of each kind."""

from typing import Any, ClassVar

from headwater.answers.base import Answer, Page

ORDERS: dict[str, Any] = {
    "id": "dataset:ecommerce_warehouse/shopflow.sales.orders",
    "kind": "dataset",
    "namespace": "ecommerce_warehouse",
    "name": "shopflow.sales.orders",
    "field": None,
    "type": "TABLE",
    "tier": "1",
    "owners": ["team:sales-data"],
    "description": "One row per order.",
    "dropped": False,
    "count": None,
    "matches": [
        {
            "field": "name",
            "text": "shopflow.sales.orders",
            "ranges": [{"start": 9, "end": 14}, {"start": 15, "end": 21}],
        }
    ],
}


class TextRange(Answer, frozen=True):
    """A part of a text, in characters (Unicode code points)."""

    start: int
    end: int
    """The first character after it."""


class TextMatch(Answer, frozen=True):
    """A text in which words were found."""

    field: str
    """`field` (of a column), `name`, `namespace`, `alias`, `owner`, `tag`, `description` or `sql`."""
    text: str
    """The text; of a long one, 200 characters around the first word."""
    ranges: tuple[TextRange, ...]
    """Where the words are in `text`; at most 20."""


class SearchResult(Answer, frozen=True):
    """A dataset, job, column, owner, tag or query."""

    id: str
    """Kind and full name; every parameter that takes the name of a dataset, job or column takes it."""
    kind: str
    """`dataset`, `job`, `column`, `owner`, `tag` or `query`."""
    namespace: str | None
    """Null for owners, tags and queries."""
    name: str
    """Of a column, the name of its dataset; of a query, its fingerprint."""
    field: str | None
    """The column."""
    type: str | None
    """Of a dataset such as TABLE, of a column its data type."""
    tier: str | None
    owners: tuple[str, ...]
    description: str | None
    """Its first 200 characters; of a query, those of its text."""
    dropped: bool
    """Whether it was dropped; of a column, also whether the schema no longer has it."""
    count: int | None
    """Of an owner or tag: how many datasets, jobs and columns have it. Of a query: how often it was run."""
    matches: tuple[TextMatch, ...]
    """Where the words were found."""

    def __str__(self) -> str:
        whole = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{whole}#{self.field}" if self.field else whole


class SearchTotals(Answer, frozen=True):
    """How many fit, by kind; the filter by kind does not change them."""

    datasets: int
    jobs: int
    columns: int
    owners: int
    tags: int
    queries: int
    """Those that people ran; the newest 200,000 are searched."""


class SearchPage(Page[SearchResult], frozen=True):
    """The best first: by how exactly the words fit, then by tier, then by use."""

    totals: SearchTotals
    suggestions: tuple[str, ...]
    """What may have been meant, where no name has a word as it was typed."""
    complete: bool
    """False where so much fits the words that not all of it was looked at: another word helps."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [ORDERS],
        "total": 1,
        "next_cursor": None,
        "totals": {"datasets": 1, "jobs": 0, "columns": 0, "owners": 0, "tags": 0, "queries": 0},
        "suggestions": [],
        "complete": True,
    }
