"""Lines of a log: with the ids of what they belong to, and without the password of the database."""

import json
import logging
import sys
from collections.abc import Iterator
from contextvars import copy_context
from typing import Literal

import pytest

from headwater.cli.log_lines import log_lines
from headwater.model.request_context import request_id, run_id, trace_id

URL = "postgresql://me:s3cr%40t@127.0.0.1:1/none"


def line(
    form: Literal["text", "json"], message: str = "a %s", *arguments: object, failed: bool = False
) -> str:
    try:
        raise ValueError(f"no way to {URL} with s3cr@t")
    except ValueError:
        error = sys.exc_info() if failed else None
    record = logging.LogRecord("headwater.api", logging.INFO, "x", 1, message, arguments, error)
    return log_lines(form, URL).format(record)


@pytest.fixture
def _in_a_request() -> Iterator[None]:
    tokens = request_id.set("r-1"), run_id.set("run-2"), trace_id.set("t-3")
    yield
    for variable, token in zip((request_id, run_id, trace_id), tokens, strict=True):
        variable.reset(token)


@pytest.mark.usefixtures("_in_a_request")
def test_a_line_of_text_names_request_run_and_trace() -> None:
    assert line("text", "took %s", 3).endswith("headwater.api: took 3 [request=r-1 run=run-2 trace=t-3]")


@pytest.mark.usefixtures("_in_a_request")
def test_a_line_of_json_names_request_run_and_trace() -> None:
    found = json.loads(line("json", "took %s\nand\tmore", 3))
    assert (found["request_id"], found["run_id"], found["trace_id"]) == ("r-1", "run-2", "t-3")
    assert (found["level"], found["logger"], found["message"]) == (
        "INFO",
        "headwater.api",
        "took 3\nand\tmore",
    )


def test_beside_a_request_there_is_nothing_to_name() -> None:
    text = copy_context().run(line, "text", "hello")
    assert text.endswith("headwater.api: hello")
    assert json.loads(line("json", "hello"))["request_id"] is None


@pytest.mark.parametrize("form", ["text", "json"])
def test_logs_hold_no_password_not_even_in_a_traceback(form: Literal["text", "json"]) -> None:
    written = line(form, URL, failed=True)
    assert "s3cr" not in written
    assert "ValueError" in written


def test_a_line_of_json_is_one_line() -> None:
    assert "\n" not in line("json", "a\nb", failed=True)
