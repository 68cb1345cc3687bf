"""The rules find personal columns, leave others alone, and are measured by a list that people labelled."""

from pathlib import Path

import pytest
from benchmarks.personal_data import accuracy, labelled

from headwater.errors import BadInputError
from headwater.personal_data.suggest import Suggester, read_rules

OWN_FILE = """
people: [customers]
not_personal: [count]
rules:
  - {name: badge, confidence: 0.8, phrases: [badge number]}
"""


@pytest.fixture(scope="module")
def suggest() -> Suggester:
    return Suggester(read_rules(None))


@pytest.mark.parametrize(
    ("source", "precision", "recall"),
    [("own", 0.99, 0.99), ("public", 0.97, 0.93), ("languages", 0.97, 0.97)],
)
def test_suggestions_are_as_right_as_the_docs_say(
    suggest: Suggester, source: str, precision: float, recall: float
) -> None:
    found = accuracy([row for row in labelled() if row["source"] == source], suggest)
    assert found.precision >= precision, found.wrong
    assert found.recall >= recall, found.missed


def test_the_list_is_long_enough_to_mean_something() -> None:
    assert len(labelled()) >= 500


@pytest.mark.parametrize("spelled", ["E-MAIL", "eMail", "customer_email_2", "Courriel", "correo_electrónico"])
def test_a_name_is_found_however_it_is_spelled(suggest: Suggester, spelled: str) -> None:
    found = suggest("sales.orders", spelled, "text")
    assert found is not None
    assert found.rule == "email"


def test_a_word_that_things_have_too_counts_only_among_people(suggest: Suggester) -> None:
    assert suggest("crm.customers", "name", "text") is not None
    assert suggest("product.catalog", "name", "text") is None


def test_a_description_says_what_a_name_does_not(suggest: Suggester) -> None:
    assert suggest("x.y", "c17", "text") is None
    assert suggest("x.y", "c17", "text", "The e-mail address of whoever ordered") is not None


def test_a_flag_about_something_personal_is_not_personal(suggest: Suggester) -> None:
    assert suggest("crm.customers", "phone", "boolean") is None


def test_a_team_has_rules_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(OWN_FILE)
    own = Suggester(read_rules(tmp_path / "rules.yaml"))
    assert own("hr.staff", "BadgeNumber") is not None
    assert own("hr.staff", "email") is None


@pytest.mark.parametrize(
    "text",
    [
        "rules: [",
        "people: []",
        OWN_FILE.replace("0.8", "8"),
        OWN_FILE.replace("phrases", "phrase"),
        OWN_FILE.replace("[badge number]", "[badge number], types: [blob]"),
    ],
)
def test_a_file_with_a_mistake_is_an_error_that_says_where(text: str, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(text)
    with pytest.raises(BadInputError, match=r"rules\.yaml"):
        read_rules(tmp_path / "rules.yaml")


@pytest.mark.parametrize("name", ["", "_", "名前", "é" * 5000, "a_" * 3000, "\x00", "Ω"])
def test_odd_names_are_judged_like_all_others(suggest: Suggester, name: str) -> None:
    suggest("d", name, "text", name)
