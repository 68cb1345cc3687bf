"""A question is entered once, with all that its route, call, command and tool are made from."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated

import pytest
from pydantic import BaseModel, TypeAdapter

from headwater.answers.base import Answer
from headwater.questions import load
from headwater.questions.parameters import Moment
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import QUESTIONS, Parameter, question, write


class Greeting(Answer, frozen=True):
    words: str


class GreetingRequest(BaseModel):
    loud: bool = False


@pytest.fixture(autouse=True)
def _registry_as_before() -> Iterator[None]:
    load()
    before = dict(QUESTIONS)
    yield
    QUESTIONS.clear()
    QUESTIONS.update(before)


def test_a_question_is_described_by_its_function() -> None:
    @question("/greetings/{name}", topic="greetings", lists=("words",))
    def greet(
        reading: Reading,
        name: Annotated[str, Parameter("Whom to greet.", examples=("Ada",))],
        since: Annotated[Moment | None, Parameter(name="from", former_names=("after",))] = None,
    ) -> Greeting:
        """Say hello.

        Politely.
        """
        return Greeting(name)

    entered = QUESTIONS["greet"]
    name, since = entered.arguments
    assert (entered.method, entered.topic, entered.answer) == ("GET", "greetings", Greeting)
    assert entered.description == "Say hello.\n\nPolitely."
    assert (name.required, entered.in_path(name), name.parameter.description) == (
        True,
        True,
        "Whom to greet.",
    )
    assert (since.name, since.required, entered.in_path(since)) == ("from", False, False)
    assert (entered.writes, entered.lists, entered.body) == (False, ("words",), None)


def test_checks_of_a_type_are_kept_beside_its_documentation() -> None:
    @question("/then", topic="greetings")
    def then(reading: Reading, at: Annotated[Moment, Parameter("When.")]) -> Greeting:
        """Then."""
        return Greeting(str(at))

    (at,) = QUESTIONS["then"].arguments
    assert TypeAdapter(at.type).validate_python("2026-04-20") == datetime(2026, 4, 20, tzinfo=UTC)


def test_a_write_can_take_a_body() -> None:
    @write("/greetings", topic="greetings", status=202)
    def send(writing: Writing, greeting: GreetingRequest) -> Greeting:
        """Send one."""
        return Greeting("sent")

    entered = QUESTIONS["send"]
    assert (entered.method, entered.writes, entered.status) == ("POST", True, 202)
    assert (entered.body, entered.body_name, entered.arguments) == (GreetingRequest, "greeting", ())


def test_two_questions_of_one_name_are_refused() -> None:
    @question("/a", topic="greetings")
    def twice(reading: Reading) -> Greeting:
        """Once."""
        return Greeting("")

    with pytest.raises(ValueError, match="twice"):
        question("/b", topic="greetings")(twice)


def test_every_module_below_questions_is_loaded() -> None:
    assert {"impact", "flows", "list_runs", "dataset", "register_asset", "pipeline_status"} <= load().keys()


def test_every_question_and_parameter_is_documented() -> None:
    for entered in load().values():
        assert entered.description, entered.name
        for argument in entered.arguments:
            assert argument.parameter.description, f"{entered.name}: {argument.name}"
