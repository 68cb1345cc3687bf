"""Which team a namespace belongs to, whatever the order of teams and patterns."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headwater.model.teams import DEFAULT, named_team, team_of, with_team

NAMES = st.sampled_from(["sales", "sales-eu", "airflow-sales", "airflow-ops", "x", "a*b"])
PATTERNS = st.dictionaries(
    NAMES, st.lists(st.sampled_from(["*", "sales*", "airflow-*", "*-eu", "x"]), max_size=3)
)


def test_a_team_owns_the_namespace_of_its_name() -> None:
    assert team_of("sales", {"sales": []}) == "sales"


def test_the_pattern_that_says_most_wins() -> None:
    assert (
        team_of("airflow-sales-eu", {"all": ["*"], "airflow": ["airflow-*"], "eu": ["airflow-*-eu"]}) == "eu"
    )


def test_a_dot_in_a_pattern_is_a_dot() -> None:
    assert team_of("axb", {"team": ["a.b"]}) == DEFAULT


@given(namespace=NAMES, patterns=PATTERNS)
def test_the_order_of_teams_does_not_matter(namespace: str, patterns: dict[str, list[str]]) -> None:
    turned = {team: own[::-1] for team, own in reversed(patterns.items())}
    assert team_of(namespace, patterns) == team_of(namespace, turned)


def test_the_team_that_is_named_goes_before_patterns_and_names() -> None:
    patterns = {"sales": [], "ops": ["sales"]}
    assert team_of("sales", patterns, "ops") == "ops"
    assert team_of("sales", patterns) == "sales"
    assert team_of("sales", patterns, "default") == "default"


def test_a_team_that_does_not_exist_is_as_if_none_was_named() -> None:
    assert team_of("airflow", {"ops": ["air*"]}, "nobody") == "ops"


def test_an_event_says_for_which_team_it_was_sent() -> None:
    event = {"job": {"namespace": "airflow", "name": "load", "facets": {"sql": {"query": "select 1"}}}}
    sent = with_team(event, "sales")
    assert named_team(sent) == "sales"
    assert sent["job"]["facets"]["sql"] == {"query": "select 1"}
    assert named_team(event) is None


def test_an_event_about_a_dataset_says_it_of_the_dataset() -> None:
    assert named_team(with_team({"dataset": {"namespace": "db", "name": "orders"}}, "sales")) == "sales"


def test_what_is_no_event_is_left_as_it_is() -> None:
    odd: Any
    for odd in (None, [], "x", {"job": 3}, {"job": {"namespace": "a", "facets": 3}}, {}):
        assert with_team(odd, "sales") == odd
