"""What one event may hold: a budget for each kind of part.

What is over a budget is set aside with the reason, and the rest of the event is kept. The event itself stays
in the log as it came. Together the budgets bound how long one event can hold up those behind it.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from headwater.facts.problem import PartProblem

T = TypeVar("T")
Problems = tuple[PartProblem, ...]


class PartBudget(NamedTuple):
    limit: int
    unit: str
    part: str
    """Which part of an event, as the reference page says it."""


# An index entry holds 2,704 bytes, and a character takes up to four: what an index holds as it came stays
# below that even with a key beside it.
WORD = PartBudget(
    500,
    "characters",
    "a facet's name; a word that lists filter by: type, tier, classification, owner, a tag with its value",
)
NAME = PartBudget(2_000, "characters", "a namespace, or the name of a dataset, job or column")
DATASETS = PartBudget(10_000, "datasets", "the `inputs`, and likewise the `outputs`")
FACETS = PartBudget(10_000, "facets", "a whole event")
FACET_BYTES = PartBudget(16 * 1024 * 1024, "bytes", "one facet")
ALL_FACET_BYTES = PartBudget(32 * 1024 * 1024, "bytes", "all facets of an event together")
SALVAGED_BYTES = PartBudget(
    2 * 1024 * 1024, "bytes", "a facet of which the rest is read when a part of it is malformed"
)
SCHEMA_FIELDS = PartBudget(10_000, "fields", "a `schema` facet, nested fields counted")
INPUT_FIELDS = PartBudget(100_000, "uses of input fields", "a `columnLineage` facet")
EDGES = PartBudget(25_000, "edges", "a `columnLineage` or `lineage` facet")
DECLARED_EDGES = PartBudget(5_000, "edges", "a `headwater_edges` facet, with what the catalog declares")
JUDGED_TEXT = PartBudget(
    200_000,
    "characters",
    "the transformations of a `headwater_edges` facet that are looked through for hashes and masks, each "
    "counted as 100 at least",
)
TAGS = PartBudget(20_000, "tags", "a `tags` facet, or the tags of an asset and of its columns in the catalog")
OWNERS = PartBudget(1_000, "owners", "an `ownership` facet")
ASSERTIONS = PartBudget(10_000, "assertions", "a `dataQualityAssertions` facet")
SYMLINKS = PartBudget(1_000, "identifiers", "a `symlinks` facet")
SQL_TEXT = PartBudget(1_000_000, "characters", "the query of an `sql` facet")
STATEMENTS = PartBudget(50_000, "statements", "what all facets of an event state: columns, edges and so on")
STATED_TEXT = PartBudget(32 * 1024 * 1024, "characters", "the names in what all facets of an event state")
PROBLEMS = PartBudget(100, "parts", "what is set aside of an event and listed; the rest is counted")

BUDGETS: tuple[PartBudget, ...] = tuple(
    value for value in list(globals().values()) if isinstance(value, PartBudget)
)


def within(items: Sequence[T] | None, budget: PartBudget, part: str) -> tuple[Sequence[T], Problems]:
    """The first items, as many as the budget allows, and the others as a problem of the part.

    >>> within("abc", PartBudget(2, "letters", "a word"), ".word")
    ('ab', (PartProblem(part='.word[2:]', reason='3 letters, where 2 are read'),))
    """
    if items is None:
        return (), ()
    if len(items) <= budget.limit:
        return items, ()
    reason = f"{len(items):,} {budget.unit}, where {budget.limit:,} are read"
    return items[: budget.limit], (PartProblem(f"{part}[{budget.limit}:]", reason),)


def within_stream(items: Iterable[T], budget: PartBudget, part: str) -> tuple[list[T], Problems]:
    """The same for items that are only counted as they are made."""
    rest = iter(items)
    first = list(islice(rest, budget.limit))
    if len(first) < budget.limit or next(rest, None) is None:
        return first, ()
    return first, (PartProblem(part, f"more than {budget.limit:,} {budget.unit}, which is what is read"),)


def too_long(text: str, budget: PartBudget, part: str) -> PartProblem:
    return PartProblem(part, f"{len(text):,} {budget.unit}, where {budget.limit:,} are read")
