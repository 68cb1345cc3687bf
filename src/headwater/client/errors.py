"""Every error of the client, with what the server said: status, code, detail, hint, nearest names.

HeadwaterClientError
├── NoAnswerError             nothing answers at the address, or not in time
├── UnreadableAnswerError     something answers, but not as this version of the client expects
└── RequestRefusedError       the server said no
    ├── NameNotFoundError     404; `nearest` lists names like it
    ├── NameAmbiguousError    409; `candidates` lists who answers to the name
    └── ServerNotReadyError   503, and still after waiting
"""

from collections.abc import Mapping
from typing import Any

from headwater.errors import HeadwaterError


class HeadwaterClientError(HeadwaterError):
    """The root of what the client raises; `status` is None when there was no answer."""

    code = "client"

    def __init__(self, detail: str, *, status: int | None = None, hint: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.hint = hint or self.hint
        self.nearest: tuple[str, ...] = ()
        self.candidates: tuple[str, ...] = ()


class NoAnswerError(HeadwaterClientError):
    """Nothing answers at the address, or not in time."""

    code = "no-answer"
    hint = "start it with `headwater up`, or check the address"


class UnreadableAnswerError(HeadwaterClientError):
    """The answer is not what this version of the client expects."""

    code = "unreadable-answer"
    hint = "check that the address is Headwater's, and that client and server have the same version"


class RequestRefusedError(HeadwaterClientError):
    """The server said no; `code` and `hint` are its own."""

    code = "request-refused"

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        # Not every refusal is ours: a dialect or a proxy may send other fields, or other types in them.
        detail, hint = body.get("detail"), body.get("hint")
        super().__init__(str(detail or f"HTTP {status}"), status=status, hint=str(hint) if hint else None)
        self.code = str(body.get("code") or self.code)
        self.nearest = _texts(body.get("nearest"))
        self.candidates = _texts(body.get("candidates"))


class NameNotFoundError(RequestRefusedError):
    """There is nothing of that name; `nearest` lists names like it."""

    code = "name-not-found"


class NameAmbiguousError(RequestRefusedError):
    """Several answer to that name; `candidates` lists them."""

    code = "name-ambiguous"


class ServerNotReadyError(RequestRefusedError):
    """The server asked to wait, and still did after we had waited."""

    code = "server-not-ready"


KINDS: Mapping[int, type[RequestRefusedError]] = {
    404: NameNotFoundError,
    409: NameAmbiguousError,
    503: ServerNotReadyError,
}


def refused(status: int, body: Any) -> RequestRefusedError:
    """The error for a status and the body that came with it, whatever that is."""
    return KINDS.get(status, RequestRefusedError)(status, body if isinstance(body, Mapping) else {})


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list | tuple) else ()
