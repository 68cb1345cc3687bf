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
    ("uri-password", {"namespace": "mongodb+srv://me:hunter2@db/shop"}, "hunter2"),
    ("uri-password", {"namespace": "redis://:hunter2@db:6379/0"}, "hunter2"),
    ("uri-password", {"repository": f"https://{'hunter2' * 3}@git.example/x.git"}, "hunter2"),
    ("uri-password", {"next": "postgresql%3A%2F%2Fme%3Ahunter2%40db"}, "hunter2"),
    ("uri-password", {"uri": "jdbc:oracle:thin:me/hunter2@db:1521/shop"}, "hunter2"),
    ("parameter", {"uri": "jdbc:sqlserver://db;user=me;password=hunter2;"}, "hunter2"),
    ("parameter", {"dsn": "Server=db;Uid=me;Pwd=hunter2;"}, "hunter2"),
    ("parameter", {"dsn": "AccountName=me;AccountKey=hunter2==;EndpointSuffix=x"}, "hunter2"),
    ("parameter", {"url": "https://x.blob.example/c?sv=2020&sig=hunter2%3D&se=2026"}, "hunter2"),
    ("parameter", {"url": "https://s3.example/k?X-Amz-Date=1&X-Amz-Signature=hunter2"}, "hunter2"),
    ("parameter", {"message": "connect(password='hunter2') failed"}, "hunter2"),
    ("parameter", {"jaas": 'PlainLoginModule required username="me" password="hunter2";'}, "hunter2"),
    ("parameter", {"sql": "create stage s credentials = (aws_secret_key='hunter2')"}, "hunter2"),
    ("command", {"command": "mysql --user root --password hunter2 shop"}, "hunter2"),
    ("command", {"command": "curl -s -u me:hunter2 https://x.example"}, "hunter2"),
    ("sql", {"sql": "create user ann with password 'hunter2'"}, "hunter2"),
    ("sql", {"sql": "alter user ann identified by 'hunter2'"}, "hunter2"),
    ("sentence", {"message": "login failed for me, password: hunter2"}, "hunter2"),
    ("sentence", {"headers": "Accept: */*\nX-Api-Key: hunter2"}, "hunter2"),
    ("environment-variable", {"variables": [{"value": "hunter2", "name": "PGPASSWORD"}]}, "hunter2"),
    ("environment-variable", {"variables": [{"name": "MYSQL_PASS", "value": "hunter2"}]}, "hunter2"),
    ("member", {"conf": {"fs.azure.account.key.x.blob.example": "hunter2"}}, "hunter2"),
    ("member", {"message": json.dumps({"inner": {"password": "hunter2"}})}, "hunter2"),
    ("member", {"message": json.dumps({"inner": json.dumps({"db_pwd": "hunter2"})})}, "hunter2"),
    ("slack-hook", {"url": f"https://{'hooks.slack'}.com/services/T0/B0/hunter2"}, "hunter2"),
    ("github-token", {"url": f"https://x/{'github_pat'}_{'a1' * 18}"}, "a1" * 18),
    *(
        ("service-token", {"message": f"refused: {begin}{'a1' * 18}"}, "a1" * 16)
        for begin in ("sk_" + "live_", "sk" + "-", "glpat" + "-", "npm" + "_", "pypi" + "-", "dap" + "i")
    ),
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
        {"message": "unexpected token: SELECT"},
        {"message": "3 tests pass, 2 fail", "passed": "3"},
        {"namespace": "abfss://a-container-with-a-long-name@account.example"},
        {"message": "task-runner-with-a-very-long-name failed"},
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
    REDACTOR.redact('{"a": "' + piece * (1_000_000 // len(piece)) + '"}')


def test_rules_of_ones_own_cut_as_well() -> None:
    own = Redactor((*KNOWN, *rules_from([("badge", r"badge-(?P<secret>\d+)")])))
    assert own.redact('{"m": "badge-4711 seen"}').text == '{"m": "badge-[redacted] seen"}'


def test_what_is_no_pattern_is_refused() -> None:
    with pytest.raises(re.error):
        rules_from([("broken", "(")])
