"""Statements that sqlglot hands over as text."""

import pytest
from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from headwater.sql.unparsed_create import recovered


def command(rest: str) -> exp.Command:
    return exp.Command(this="create", expression=exp.Literal.string(rest))


def test_options_between_name_and_query_are_left_out() -> None:
    tree = recovered(command("materialized view s.o odd options (1) as select a from t"), Dialect())
    assert tree.sql() == "CREATE VIEW s.o AS SELECT a FROM t"


def test_column_names_and_that_it_is_temporary_stay() -> None:
    tree = recovered(command("temp view o (x) as odd as (select a from t)"), Dialect())
    assert tree.sql() == "CREATE TEMPORARY VIEW o (x) AS (SELECT a FROM t)"


@pytest.mark.parametrize(
    "rest", ["trigger x on t begin select 1 end", "view o", "view o as select from from"]
)
def test_what_is_no_query_stays_a_command(rest: str) -> None:
    tree = command(rest)
    assert recovered(tree, Dialect()) is tree
