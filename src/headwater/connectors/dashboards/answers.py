"""The answers of a tool's API: asked for now, or saved before, as `card.json` or `dashboard/3.json`."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx

from headwater.errors import BadInputError, NotReadyError

SECONDS = 30.0
TRIES = 4
FIRST_PAUSE = 0.5
BUSY = (429, 502, 503, 504)
MAX_BYTES = 100_000_000
REFUSALS = {
    401: "the key is missing, wrong or expired",
    403: "the key lacks a permission: it has to be allowed to view this",
    404: "not found: is this the address of the tool itself?",
}


class Answers(Protocol):
    """`path` is what stands behind the address of the API, such as `dashboard/3`."""

    def __call__(self, path: str) -> Any: ...


def saved_answers(folder: Path) -> Answers:
    def answer(path: str) -> Any:
        file = folder / f"{path}.json"
        try:
            if file.stat().st_size > MAX_BYTES:
                raise BadInputError("export", f"{file} is larger than {MAX_BYTES:,} bytes")
            return json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadInputError("export", f"{file} can't be read: {error.strerror}") from error
        except ValueError as error:
            raise BadInputError("export", f"{file} is not JSON: {error}") from error
        except RecursionError as error:
            raise BadInputError("export", f"{file} is nested too deep") from error

    return answer


@contextmanager
def asked_answers(
    url: str, headers: Mapping[str, str], pause: Callable[[float], None] = time.sleep
) -> Iterator[Answers]:
    """Patient with a server that is busy, and clear about keys and rights."""
    with httpx.Client(base_url=url.rstrip("/"), headers=dict(headers), timeout=SECONDS) as http:

        def answer(path: str) -> Any:
            for number in range(TRIES):
                try:
                    reply = http.get(f"/{path}")
                except httpx.TransportError as error:
                    reason = f"no answer from {url}: {error or type(error).__name__}"
                    if number == TRIES - 1:
                        raise NotReadyError(reason) from error
                else:
                    if reply.status_code not in BUSY:
                        return _body(reply, f"{url}/{path}")
                pause(FIRST_PAUSE * 2**number)
            raise NotReadyError(f"{url}/{path} is still busy after {TRIES} tries")

        yield answer


def _body(reply: httpx.Response, place: str) -> Any:
    if not reply.is_success:
        raise BadInputError(place, REFUSALS.get(reply.status_code, f"answered {reply.status_code}"))
    try:
        return reply.json()
    except ValueError as error:
        raise BadInputError(place, "the answer is not JSON") from error
    except RecursionError as error:
        raise BadInputError(place, "the answer is nested too deep") from error


def whole_list(answer: Answers, path: str) -> list[dict[str, Any]]:
    """The objects of a whole answer. One that is no list comes from something else than the tool."""
    value = answer(path)
    if not isinstance(value.get("data") if isinstance(value, dict) else value, list):
        raise BadInputError(path, "the answer is no list: is this the address of the tool itself?")
    return objects(value)


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list, also of one that stands below `data`; what is none is passed over."""
    found = value.get("data") if isinstance(value, dict) else value
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def text(value: Any) -> str | None:
    return value.strip() or None if isinstance(value, str) else None
