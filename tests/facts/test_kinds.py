"""Every kind of fact is declared once, and made nowhere else."""

import ast
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from headwater.facts import kinds
from headwater.model.edges import EdgeKind
from headwater.model.ids import DatasetId, JobId

SOURCE = Path(kinds.__file__).parents[1]
SAMPLES: dict[str, Any] = {
    "entity": DatasetId("n", "d"),
    "alias": DatasetId("n", "a"),
    "dataset": DatasetId("n", "d"),
    "job": JobId("n", "j"),
    "kind": EdgeKind.READS,
    "position": 7,
    "events": 1,
}


@pytest.mark.parametrize("name", kinds.KINDS)
def test_a_kind_carries_the_name_of_the_function_that_makes_it(name: str) -> None:
    make = getattr(kinds, name)
    fact = make(*(SAMPLES.get(field, field) for field in signature(make).parameters))
    assert fact.kind == name


@pytest.mark.parametrize("kind", kinds.KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_says_what_it_means_and_which_step_merges_it(kind: kinds.FactKind) -> None:
    assert kind.meaning
    if kind.step is not None:
        step = (SOURCE / "store" / "publish" / f"{kind.step}.sql").read_text()
        assert f"kind = '{kind.name}'" in step


def test_facts_are_made_by_their_declaration_only() -> None:
    makers = {
        path.name
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fact"
    }
    assert makers == {"kinds.py"}
