"""OpenAPI describes every route, with examples that are true to their types."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from pydantic import BaseModel

from headwater import questions
from headwater.answers.base import Answer
from headwater.api.app import create_app
from headwater.api.process import build_process


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return create_app(build_process("postgresql://nowhere/none")).openapi()


def answers(root: type[Answer] = Answer) -> Iterator[type[Answer]]:
    for answer in root.__subclasses__():
        yield answer
        yield from answers(answer)


BODIES = [question.body for question in questions.load().values() if question.body is not None]
EXAMPLES = [answer for answer in answers() if vars(answer).get("EXAMPLE") is not None]


@pytest.mark.parametrize("answer", EXAMPLES, ids=lambda answer: answer.__name__)
def test_every_example_is_true_to_its_answer(answer: type[Answer]) -> None:
    msgspec.convert(answer.EXAMPLE, answer)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_every_example_of_a_body_is_taken(body: type[BaseModel]) -> None:
    extra: Any = body.model_config.get("json_schema_extra") or {}
    for example in extra.get("examples", []) if isinstance(extra, dict) else []:
        body.model_validate(example)


def test_no_answer_has_a_default(document: dict[str, Any]) -> None:
    for answer in answers():
        assert set(answer.__struct_defaults__) == set(), answer


def test_operation_ids_are_the_names_of_the_questions(document: dict[str, Any]) -> None:
    ids = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert sorted(ids) == sorted(questions.load())


def test_schemas_have_names_that_a_person_would_choose(document: dict[str, Any]) -> None:
    names = list(document["components"]["schemas"])
    assert [name for name in names if not name.isalnum()] == []


def test_every_route_is_described_with_an_example_and_our_problems(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for path, operations_ in document["paths"].items():
        for operation in operations_.values():
            assert operation.get("description"), path
            success = next(
                operation["responses"][code]
                for code in ("200", "201", "202")
                if code in operation["responses"]
            )
            name = success["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert schemas[name]["examples"], path
            assert "application/problem+json" in operation["responses"]["422"]["content"], path


def test_every_route_takes_min_position(document: dict[str, Any]) -> None:
    for path, operations_ in document["paths"].items():
        for operation in operations_.values():
            assert "min_position" in {parameter["name"] for parameter in operation["parameters"]}, path


def test_every_reference_in_the_document_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    def check(part: Any) -> None:
        if isinstance(part, dict):
            if "$ref" in part:
                assert part["$ref"].rpartition("/")[2] in schemas
            part = list(part.values())
        if isinstance(part, list):
            for inner in part:
                check(inner)

    check(document)
