"""Answers as OpenAPI schemas: the types, the strings below the fields, and the examples."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from headwater.answers.base import Answer

REFERENCE = "#/components/schemas/{name}"


def schemas(answers: Iterable[type[Answer]]) -> dict[str, dict[str, Any]]:
    """The schema of each of these answers and of all that they hold, by name."""
    _, found = msgspec.json.schema_components(tuple(answers), ref_template=REFERENCE)
    known = {answer.__name__: answer for answer in _all(Answer)}
    return {name: _documented(schema, known[name]) for name, schema in found.items()}


def _all(answer: type[Answer]) -> Iterator[type[Answer]]:
    for derived in answer.__subclasses__():
        yield derived
        yield from _all(derived)


def _documented(schema: dict[str, Any], answer: type[Answer]) -> dict[str, Any]:
    words = field_descriptions(answer)
    names = dict(zip(answer.__struct_fields__, answer.__struct_encode_fields__, strict=True))
    for field, text in words.items():
        schema["properties"][names[field]] = {**schema["properties"][names[field]], "description": text}
    if answer.EXAMPLE is not None and "EXAMPLE" in vars(answer):
        schema["examples"] = [answer.EXAMPLE]
    return schema


@cache
def field_descriptions(answer: type[Answer]) -> dict[str, str]:
    """The string below each field, also of the classes that the answer is made from."""
    found: dict[str, str] = {}
    for base in reversed(answer.__mro__):
        if base is not Answer and issubclass(base, Answer):
            found |= _own_descriptions(base)
    return {name: text for name, text in found.items() if name in answer.__struct_fields__}


def _own_descriptions(answer: type[Answer]) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(answer))).body[0]
    assert isinstance(tree, ast.ClassDef)
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
