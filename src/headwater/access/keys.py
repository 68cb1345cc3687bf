"""API keys: `hw_`, the id by which a key is found, and a secret of which only a digest is kept."""

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime

from headwater.access.scopes import AccessScope

PREFIX = "hw"
ID_BYTES, SECRET_BYTES = 8, 32
# The id is shown in lists and in the audit log, the secret never.
TOKEN = re.compile(rf"{PREFIX}_(?P<id>[0-9a-f]{{{2 * ID_BYTES}}})_(?P<secret>[0-9a-f]{{{2 * SECRET_BYTES}}})")


@dataclass(frozen=True, slots=True)
class Token:
    """A key as its holder sends it."""

    key_id: str
    secret: str

    def __str__(self) -> str:
        return f"{PREFIX}_{self.key_id}_{self.secret}"

    def __repr__(self) -> str:
        # A traceback or a log line must not give the secret away.
        return f"Token({self.key_id!r})"

    @property
    def digest(self) -> bytes:
        # Plain SHA-256: 32 random bytes can't be guessed, so that a slow digest would only cost time.
        return hashlib.sha256(self.secret.encode()).digest()


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept."""

    id: str
    name: str
    scopes: frozenset[AccessScope]
    digest: bytes
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    teams: frozenset[str] | None = None
    """Whose data its holder may see; None for everybody's."""

    def accepts(self, token: Token, now: datetime) -> bool:
        """Whether this token is the key's, and the key is still good."""
        return hmac.compare_digest(self.digest, token.digest) and self.is_good(now)

    def is_good(self, now: datetime) -> bool:
        """Whether it was neither revoked nor has expired."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


def new_token(random: bytes) -> Token:
    """
    >>> str(new_token(bytes(40)))[:22]
    'hw_0000000000000000_00'
    """
    if len(random) != ID_BYTES + SECRET_BYTES:
        raise ValueError(f"{ID_BYTES + SECRET_BYTES} random bytes make a key")
    return Token(random[:ID_BYTES].hex(), random[ID_BYTES:].hex())


def read_token(text: str) -> Token | None:
    """
    >>> read_token("hw_1"), read_token(str(new_token(bytes(40))))
    (None, Token('0000000000000000'))
    """
    found = TOKEN.fullmatch(text)
    return Token(found["id"], found["secret"]) if found else None
