"""A declared transformation hides its column only where SQL says so."""

import pytest

from headwater.facts.openlineage.declared_masking import hides


@pytest.mark.parametrize(
    "text",
    [
        "sha256(lower(email))",
        "MD5(EMAIL)",
        "mask(customers.email)",
        "md5(crm.customers.email) -- salted later",
        "case when consent then md5(email) end",
    ],
)
def test_a_hash_or_mask_of_the_column_hides_it(text: str) -> None:
    assert hides(text, "warehouse", "crm.customers", "email")


@pytest.mark.parametrize(
    "text",
    [
        "copied as it is, not masked (legal needs it)",
        "unmask(token_of(email))",
        "email || ':' || md5(email)",
        "md5(email), email",
        "case when consent then email else md5(email) end",
        "md5(name)",
        "-- md5(email)",
        "md5(email",
        "where md5(email) is not null",
        "",
    ],
)
def test_prose_and_other_expressions_hide_nothing(text: str) -> None:
    assert not hides(text, "warehouse", "crm.customers", "email")


@pytest.mark.parametrize(
    ("namespace", "name"),
    [
        ("bigquery", "project.set.customers"),
        ("s3://lake", "raw/customers.v1.0.2.parquet"),
        ("mysql://db:3306", 'odd "name` of a table'),
        ("kafka", "..."),
    ],
)
def test_any_name_of_a_table_will_do(namespace: str, name: str) -> None:
    assert hides("md5(email)", namespace, name, "email")
