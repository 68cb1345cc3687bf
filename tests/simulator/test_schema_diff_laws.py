"""What holds for any two sets of columns."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from headwater.simulator.column_order import moved
from headwater.simulator.schema_diff import Field, compare

PARTS = ["cust", "customer", "id", "email", "mail", "address", "amount", "usd", "created", "at", "Order", "x"]
TYPES = [None, "int", "bigint", "text", "varchar(10)", "numeric(10,2)", "date", "timestamp", "hllsketch"]

names = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3).map("_".join)
fields = st.builds(
    Field,
    name=names,
    type=st.sampled_from(TYPES),
    description=st.sampled_from([None, "Who bought it", "Who has bought it", "When"]),
    nullable=st.sampled_from([None, True, False]),
    relatives=st.frozensets(names.map(str.lower), max_size=2),
    used=st.sampled_from([None, 0, 3]),
    silent=st.sampled_from([0, 2]),
)
tables = st.lists(fields, max_size=8, unique_by=lambda field: field.name)


@given(tables)
def test_nothing_changes_between_a_table_and_itself(table: list[Field]) -> None:
    assert compare(table, table) == ()


@given(tables, tables)
def test_every_old_column_stays_or_goes_or_is_renamed(before: list[Field], after: list[Field]) -> None:
    counted = Counter(
        change.column for change in compare(before, after) if change.kind in ("removed", "renamed")
    )
    kept = {field.name for field in after}
    for field in before:
        assert counted[field.name] == (0 if field.name in kept else 1)


@given(tables, tables)
def test_every_new_column_stays_or_comes_or_was_renamed(before: list[Field], after: list[Field]) -> None:
    changes = compare(before, after)
    counted = Counter(change.column for change in changes if change.kind == "added")
    counted += Counter(change.new_name or "" for change in changes if change.kind == "renamed")
    kept = {field.name for field in before}
    for field in after:
        assert counted[field.name] == (0 if field.name in kept else 1)


@given(tables, tables)
def test_the_way_back_finds_renames_as_likely_as_the_way_there(
    before: list[Field], after: list[Field]
) -> None:
    def total(changes: tuple[object, ...]) -> float:
        return round(sum(getattr(change, "probability", None) or 0 for change in changes), 6)

    assert total(compare(before, after)) == total(compare(after, before))


@given(tables, tables, st.randoms(use_true_random=False))
def test_how_the_old_columns_are_listed_does_not_matter_when_none_stays(
    before: list[Field], after: list[Field], random: object
) -> None:
    after = [Field(f"{field.name}_new", field.type) for field in after]
    before = [field for field in before if field.name.lower() not in {new.name.lower() for new in after}]
    shuffled = before.copy()
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert set(compare(before, after)) == set(compare(shuffled, after))


@given(tables, tables)
def test_nothing_that_happens_to_a_column_is_worse_than_its_removal(
    before: list[Field], after: list[Field]
) -> None:
    worst = {"breaking": 2, "risky": 1, "compatible": 0}
    removal = {change.column: worst[change.verdict] for change in compare(before, [])}
    for change in compare(before, after):
        if change.kind not in ("added", "reordered"):
            assert worst[change.verdict] <= removal[change.column]


@given(tables, tables)
def test_every_reason_is_a_sentence_and_every_probability_one(
    before: list[Field], after: list[Field]
) -> None:
    for change in compare(before, after):
        assert change.reason.endswith(".")
        assert (change.probability is not None) == (change.kind == "renamed")
        assert change.probability is None or 0.5 <= change.probability <= 1


@given(st.permutations(range(7)))
def test_taking_out_those_that_moved_leaves_the_rest_in_order(places: list[int]) -> None:
    gone = moved(places)
    rest = [place for index, place in enumerate(places) if index not in gone]
    assert rest == sorted(rest)
    assert len(rest) == _longest(places)


def _longest(places: list[int]) -> int:
    """The slow and plain way: the longest run that ends at each place."""
    best: list[int] = []
    for index, place in enumerate(places):
        best.append(1 + max((best[i] for i in range(index) if places[i] < place), default=0))
    return max(best, default=0)
