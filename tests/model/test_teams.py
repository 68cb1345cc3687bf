"""Which team a namespace belongs to, whatever the order of teams and patterns."""

from hypothesis import given
from hypothesis import strategies as st

from headwater.model.teams import DEFAULT, namespaces_of, team_of

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


@given(namespaces=st.lists(NAMES, unique=True), patterns=PATTERNS)
def test_each_namespace_belongs_to_one_team(namespaces: list[str], patterns: dict[str, list[str]]) -> None:
    found = [one for team in {*patterns, DEFAULT} for one in namespaces_of(team, namespaces, patterns)]
    assert sorted(found) == sorted(namespaces)
