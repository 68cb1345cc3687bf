"""The health of a schema: what takes points off, and that mending something never lowers the grade."""

from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from headwater.health.schema_health import GRADES, SchemaRecord, grade_of, schema_health

COUNTS = [one.name for one in fields(SchemaRecord) if one.type in (int, "int") and one.name != "tests"]
RECORDS = st.builds(
    SchemaRecord,
    **{name: st.integers(0, 50) for name in COUNTS},
    tests=st.integers(0, 5),
    has_owner=st.booleans(),
    has_description=st.booleans(),
)


@given(RECORDS, st.sampled_from(COUNTS), st.integers(0, 50))
def test_fewer_of_a_fault_never_lowers_the_score(record: SchemaRecord, name: str, less: int) -> None:
    mended = replace(record, **{name: min(less, getattr(record, name))})
    assert schema_health(mended).score >= schema_health(record).score


@given(RECORDS)
def test_an_owner_a_description_and_a_first_test_never_lower_the_score(record: SchemaRecord) -> None:
    mended = replace(record, has_owner=True, has_description=True, tests=max(1, record.tests))
    assert schema_health(mended).score >= schema_health(record).score


@given(RECORDS)
def test_the_score_is_what_the_factors_leave_and_the_grade_follows_it(record: SchemaRecord) -> None:
    found = schema_health(record)
    assert found.score == max(0, 100 - sum(one.points for one in found.factors))
    assert found.grade == grade_of(found.score)
    assert all(one.points > 0 for one in found.factors)


def test_a_dataset_without_a_fault_has_the_best_grade() -> None:
    assert (schema_health(SchemaRecord(tests=1)).score, [grade for _, grade in GRADES]) == (100, [*"ABCDF"])
