"""What all answers share: nothing of an answer is made up where it is read."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import msgspec
import pytest

from headwater import answers
from headwater.answers.base import Answer


def _answers(kind: type[Answer] = Answer) -> Iterator[type[Answer]]:
    for module in walk_packages(answers.__path__, "headwater.answers."):
        import_module(module.name)
    for child in kind.__subclasses__():
        yield child
        yield from _answers(child)


def test_no_field_of_any_answer_has_a_default() -> None:
    assert len(set(_answers())) > 200
    assert [kind.__name__ for kind in _answers() if kind.__struct_defaults__] == []


@pytest.mark.parametrize("kind", list(dict.fromkeys(_answers())), ids=str)
def test_an_answer_without_its_fields_is_an_error(kind: type[Answer]) -> None:
    if kind.__struct_fields__:
        with pytest.raises(msgspec.ValidationError, match="missing required field"):
            msgspec.json.decode(b"{}", type=kind)
