"""Lines of a log, as text or JSON: each with request, run and trace, and without the database's password."""

import json
import logging
from datetime import UTC, datetime
from typing import Literal

from headwater.cli.machine import without_password
from headwater.model.request_context import current_ids

# Short, and only where there is one: most lines of the worker belong to no request.
SHORT = {"request_id": "request", "run_id": "run", "trace_id": "trace"}


class TextLines(logging.Formatter):
    """`time level name: message [request=… run=… trace=…]`; tracebacks follow."""

    def __init__(self, database_url: str | None) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._database_url = database_url

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        ids = " ".join(f"{SHORT[name]}={value}" for name, value in current_ids().items() if value)
        line = super().formatMessage(record)
        return f"{line} [{ids}]" if ids else line

    def format(self, record: logging.LogRecord) -> str:
        return without_password(super().format(record), self._database_url)


class JsonLines(logging.Formatter):
    """One object a line: `time`, `level`, `logger`, `message`, the three ids, `error` with a traceback."""

    def __init__(self, database_url: str | None) -> None:
        super().__init__()
        self._database_url = database_url

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, str | None] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **current_ids(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        shown = {
            name: None if text is None else without_password(text, self._database_url)
            for name, text in line.items()
        }
        return json.dumps(shown, ensure_ascii=False)


def log_lines(form: Literal["text", "json"], database_url: str | None) -> logging.Formatter:
    return JsonLines(database_url) if form == "json" else TextLines(database_url)
