"""A key opens for its own secret alone, and only while it is good."""

from datetime import UTC, datetime, timedelta

import pytest

from headwater.access.keys import ApiKey, Token, new_token, read_token
from headwater.access.scopes import AccessScope

NOW = datetime(2026, 4, 20, tzinfo=UTC)
TOKEN = new_token(bytes(range(40)))
KEY = ApiKey(TOKEN.key_id, "airflow", frozenset({AccessScope.INGEST}), TOKEN.digest)


def test_a_key_opens_for_its_own_secret_alone() -> None:
    assert KEY.accepts(TOKEN, NOW)
    assert not KEY.accepts(Token(TOKEN.key_id, "00" * 32), NOW)


def test_a_key_is_refused_from_the_moment_it_expires() -> None:
    expiring = ApiKey(KEY.id, KEY.name, KEY.scopes, KEY.digest, expires_at=NOW)
    assert expiring.accepts(TOKEN, NOW - timedelta(seconds=1))
    assert not expiring.accepts(TOKEN, NOW)


def test_a_revoked_key_is_refused() -> None:
    assert not ApiKey(KEY.id, KEY.name, KEY.scopes, KEY.digest, revoked_at=NOW).accepts(TOKEN, NOW)


def test_a_token_never_shows_its_secret_by_accident() -> None:
    assert TOKEN.secret not in repr(TOKEN)
    assert read_token(str(TOKEN)) == TOKEN


@pytest.mark.parametrize(
    "text", ["", "hw_", "hw_00_00", str(TOKEN).upper(), f"{TOKEN} ", f"{TOKEN}\n", "é" * 90]
)
def test_what_is_no_key_is_not_read_as_one(text: str) -> None:
    assert read_token(text) is None
