"""Tokens that an OpenID provider signed: whether one is genuine, meant for us, and still good.

Only signatures with a private key are taken. With a shared secret, or with none, whoever knows the
provider's public key could sign as the provider.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, Key, KeySet

from headwater.errors import UnauthenticatedError

KINDS = ("RSA", "EC", "OKP")
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519")
# Clocks of two machines differ a little.
LEEWAY_SECONDS = 30
# Longer than the tokens of people in hundreds of groups.
MAX_TOKEN = 16_384
REFUSED = "this token is not known, or no longer good"


@dataclass(frozen=True, slots=True)
class Expected:
    """Who must have signed a token, and for whom."""

    issuer: str
    audience: str
    nonce: str | None = None


def looks_signed(text: str) -> bool:
    """
    >>> looks_signed("eyJhbGciOiJSUzI1NiJ9.e30.c2ln"), looks_signed("hw_1")
    (True, False)
    """
    return text.count(".") == 2 and text.startswith("ey")


def public_keys(document: Mapping[str, Any]) -> KeySet:
    """The keys of a JWKS document that sign with a private half; others are left out."""
    keys: list[Key] = []
    for entry in document.get("keys", ()):
        if entry.get("kty") not in KINDS or entry.get("use", "sig") != "sig":
            continue
        try:
            keys.append(JWKRegistry.import_key(entry))
        except (JoseError, ValueError, TypeError):
            # A key of a kind that we can't read must not cost us those that we can.
            continue
    return KeySet(keys)


def read_claims(token: str, keys: KeySet, expected: Expected, now: datetime) -> dict[str, Any]:
    """What the token says; raises where any of it is not as it must be, and does not say which."""
    if len(token) > MAX_TOKEN:
        raise UnauthenticatedError(REFUSED)
    seconds = int(now.timestamp())
    registry = jwt.JWTClaimsRegistry(
        now=lambda: seconds,
        leeway=LEEWAY_SECONDS,
        iss={"essential": True, "value": expected.issuer},
        aud={"essential": True, "value": expected.audience},
        exp={"essential": True},
        sub={"essential": True},
    )
    try:
        decoded = jwt.decode(token, keys, algorithms=list(ALGORITHMS))
        registry.validate(decoded.claims)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise UnauthenticatedError(REFUSED) from error
    claims = dict(decoded.claims)
    if not _is_ours(claims, expected):
        raise UnauthenticatedError(REFUSED)
    return claims


def _is_ours(claims: Mapping[str, Any], expected: Expected) -> bool:
    if not isinstance(claims.get("sub"), str) or not claims["sub"]:
        return False
    if expected.nonce is None:
        return True
    # A token for several receivers says who asked for it: that has to be us.
    several = isinstance(claims.get("aud"), list) and len(claims["aud"]) > 1
    if several and claims.get("azp") != expected.audience:
        return False
    return bool(claims.get("nonce") == expected.nonce)
