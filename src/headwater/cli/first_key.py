"""The keys that a start needs: one of its own to ask with, and the first one of an admin."""

import hashlib
import secrets
import socket
from datetime import UTC, datetime

import psycopg

from headwater.access.keys import ID_BYTES, SECRET_BYTES, Token, new_token, read_token
from headwater.access.requirement import keys_required
from headwater.access.scopes import AccessScope
from headwater.errors import SetupError
from headwater.settings import Settings
from headwater.store.queries import api_keys
from headwater.store.queries.rows import Connection

FIRST_NAME = "first admin"
ADMIN = frozenset({AccessScope.ADMIN})
HINT = "`headwater keys generate` prints one"


def own_token(settings: Settings) -> Token | None:
    """A new secret for each start, under an id that stays the same; None where no keys are needed."""
    if not keys_required(settings.host, settings.access, settings.insecure):
        return None
    place = f"{socket.gethostname()} {settings.home.absolute()}"
    return Token(hashlib.sha256(place.encode()).hexdigest()[: 2 * ID_BYTES], secrets.token_hex(SECRET_BYTES))


def prepare_keys(database_url: str, settings: Settings, own: Token) -> Token | None:
    """Keep the start's own key and the given admin key; returns an admin key that had to be made."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        api_keys.keep_key(connection, own, api_keys.OWN_NAME, ADMIN, datetime.now(UTC))
    return prepare_admin_key(database_url, settings)


def prepare_admin_key(database_url: str, settings: Settings) -> Token | None:
    """Keep the given admin key; returns one that had to be made, as none was given and nobody has one."""
    now, wanted = datetime.now(UTC), given_admin_key(settings)
    with psycopg.connect(database_url, autocommit=True) as connection:
        if wanted is not None:
            _keep_given(connection, wanted, now)
            return None
        if api_keys.has_admin(connection, now):
            return None
        made = new_token(secrets.token_bytes(ID_BYTES + SECRET_BYTES))
        api_keys.keep_key(connection, made, FIRST_NAME, ADMIN, now)
        return made


def _keep_given(connection: Connection, token: Token, now: datetime) -> None:
    """Once: a key that somebody revoked later does not come back with the next start."""
    if api_keys.find_key(connection, token.key_id) is None:
        api_keys.keep_key(connection, token, FIRST_NAME, ADMIN, now)


def given_admin_key(settings: Settings) -> Token | None:
    """From the setting, or from the file that it names. What it is is never shown."""
    text, source = settings.admin_key, "HEADWATER_ADMIN_KEY"
    if text is None and settings.admin_key_file is not None:
        source = "HEADWATER_ADMIN_KEY_FILE"
        try:
            text = settings.admin_key_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8"
            raise SetupError(f"{source} can't be read: {reason}", HINT) from error
    if text is None:
        return None
    token = read_token(text)
    if token is None:
        raise SetupError(f"{source} is no API key of Headwater", HINT)
    return token
