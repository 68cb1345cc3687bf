"""Secrets are cut wherever events hold them, what else they hold stays, and no text takes long."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.access.redaction import CUT, KNOWN, Redactor, rules_from

REDACTOR = Redactor(KNOWN)
# Put together here, so that no scanner takes them for secrets of ours.
JWT = ".".join(["eyJ" + "hbGciOiJIUzI1NiJ9", "eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0", "c2lnbmF0dXJl"])
PRIVATE = "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----"

SECRETS = [
    ("uri-password", {"namespace": "postgresql://me:hunter2@db:5432"}, "hunter2"),
    ("parameter", {"uri": "jdbc:x://db?user=me&password=hunter2&ssl=true"}, "hunter2"),
    ("parameter", {"command": "run --api-key=hunter2 --fast"}, "hunter2"),
    ("parameter", {"message": "failed: AWS_SECRET_ACCESS_KEY=hunter2"}, "hunter2"),
    (
        "environment-variable",
        {"environmentVariables": [{"name": "DB_PASSWORD", "value": 'hun"ter2'}]},
        "ter2",
    ),
    ("member", {"connection": {"dbPassword": "hunter2"}}, "hunter2"),
    ("authorization", {"message": "401 for Authorization: Bearer abcdefgh12345"}, "abcdefgh12345"),
    ("aws-key", {"message": f"key {'AKIA'}IOSFODNN7EXAMPLE was refused"}, "IOSFODNN7EXAMPLE"),
    ("github-token", {"url": f"https://x/{'ghp_'}{'a1' * 18}"}, "a1" * 18),
    ("slack-token", {"hook": f"{'xoxb'}-1234567890-abc"}, "1234567890"),
    ("jwt", {"message": f"bad cookie {JWT}"}, "c2lnbmF0dXJl"),
    ("headwater-key", {"message": f"sent hw_{'0' * 16}_{'ab' * 32}"}, "ab" * 32),
    ("private-key", {"message": PRIVATE}, "MIIEow"),
]


@pytest.mark.parametrize(("rule", "document", "secret"), SECRETS)
def test_a_secret_is_cut(rule: str, document: dict[str, object], secret: str) -> None:
    found = REDACTOR.redact(json.dumps(document))
    assert found.cuts[rule] == 1
    assert secret not in found.text
    assert CUT in found.text
    assert json.loads(found.text).keys() == document.keys()


@pytest.mark.parametrize(
    "document",
    [
        {"fields": [{"name": "password", "type": "varchar"}, {"name": "api_key", "type": "text"}]},
        {"namespace": "postgresql://db:5432", "name": "shop.tokens"},
        {"message": "column token_count does not exist"},
        {"query": "select secret from t where token = ?"},
    ],
)
def test_what_is_no_secret_stays(document: dict[str, object]) -> None:
    text = json.dumps(document)
    assert REDACTOR.redact(text).text == text


@pytest.mark.parametrize(("rule", "document", "secret"), SECRETS)
def test_cutting_twice_is_cutting_once(rule: str, document: dict[str, object], secret: str) -> None:
    once = REDACTOR.redact(json.dumps(document)).text
    assert REDACTOR.redact(once).text == once


WORDS = st.sampled_from(
    ["password", "=", "://", ":", "@", "token", '"', "\\", "eyJ", ".", "bearer ", "a", "\n"]
)


@given(st.dictionaries(st.text(max_size=9), st.lists(WORDS, max_size=12).map("".join), max_size=5))
def test_json_stays_json_with_the_same_names(document: dict[str, str]) -> None:
    text = json.dumps(document)
    assert json.loads(REDACTOR.redact(text).text).keys() == document.keys()


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "token",
        "eyJ-",
        "://",
        ":",
        "-----BEGIN PRIVATE KEY-----",
        "basic ",
        "password",
        "\\\\",
        "xox",
        '","',
    ],
)
def test_the_work_grows_with_the_text_and_not_with_its_square(piece: str) -> None:
    """A rule that looks from every place at all that follows would not end within the limit of a test."""
    REDACTOR.redact('{"a": "' + piece * (3_000_000 // len(piece)) + '"}')


def test_rules_of_ones_own_cut_as_well() -> None:
    own = Redactor((*KNOWN, *rules_from([("badge", r"badge-(?P<secret>\d+)")])))
    assert own.redact('{"m": "badge-4711 seen"}').text == '{"m": "badge-[redacted] seen"}'


def test_what_is_no_pattern_is_refused() -> None:
    with pytest.raises(re.error):
        rules_from([("broken", "(")])
