"""A name that no rule looked at is told."""

from sqlglot import exp, parse_one

from headwater.sql.leftovers import MOST_NAMED, leftovers
from headwater.sql.lineage import Relation, analyse

T = Relation("t", ("a", "b"))


def test_names_that_were_not_visited_are_told_once_with_their_place() -> None:
    tree = parse_one("select a, a, b from t")
    visited = {id(node) for node in tree.find_all(exp.Column) if node.name == "b"}
    assert list(leftovers(tree, visited)) == [
        "column a in SELECT was not read",
        "table t in SELECT was not read",
    ]


def test_a_long_list_is_cut() -> None:
    tree = parse_one("select " + ", ".join(f"c{number}" for number in range(50)))
    assert len(list(leftovers(tree, set()))) == MOST_NAMED


def test_definitions_of_columns_name_nothing_that_is_read() -> None:
    tree = parse_one("create table o (a int references p (x), b int check (b > 0))").this
    assert list(leftovers(tree, {id(tree.this)})) == []


def test_syntax_that_no_rule_knows_is_a_problem() -> None:
    found = analyse(
        "set @most = (select max(a) from t)", dialect="mysql", inputs=[T], outputs=[Relation("o")]
    )
    assert any("was not read" in problem for problem in found.problems)
