"""Where a request carries its key: a bearer token, a password of basic authentication, a header or a cookie.

A key in the address is never read: addresses end up in logs and histories.
"""

import base64
import binascii
from collections.abc import Mapping

SESSION_COOKIE = "headwater_session"
# The second is how the SDK of Data Lineage Hub sends its `api_key`.
KEY_HEADERS = ("x-api-key", "api-key")


def presented_key(headers: Mapping[str, str]) -> str | None:
    """The key as it was sent, or None; `headers` have lower-case names.

    >>> presented_key({"authorization": "Bearer hw_1"}), presented_key({"x-api-key": "hw_2"})
    ('hw_1', 'hw_2')
    >>> presented_key({"authorization": "Basic " + base64.b64encode(b"any:hw_3").decode()})
    'hw_3'
    """
    kind, _, value = headers.get("authorization", "").strip().partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    if kind.lower() == "basic":
        return _password(value.strip())
    return next((headers[name].strip() for name in KEY_HEADERS if headers.get(name)), None)


def _password(encoded: str) -> str | None:
    """Whoever speaks Atlas sends a name and a password: the key is the password, the name is ignored."""
    try:
        text = base64.b64decode(encoded, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None
    _, colon, password = text.partition(":")
    return password if colon else None


def session_cookie(headers: Mapping[str, str]) -> str | None:
    """
    >>> session_cookie({"cookie": "theme=dark; headwater_session=abc"}), session_cookie({})
    ('abc', None)
    """
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == SESSION_COOKIE:
            return value
    return None
