"""The OpenID provider: where people sign in, which keys sign its tokens, what its groups may do."""

import json
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

import httpx
import yaml
from joserfc.jwk import KeySet

from headwater.access.callers import Caller
from headwater.access.groups import GroupRule, rights_of, rules_from
from headwater.access.loopback import is_loopback
from headwater.access.signed_tokens import Expected, public_keys, read_claims
from headwater.errors import NoRightsError, SetupError, StoreUnavailableError, UnauthenticatedError
from headwater.questions.reading import Clock
from headwater.settings import Settings

logger = logging.getLogger(__name__)

DISCOVERY = "/.well-known/openid-configuration"
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
TIMEOUT_SECONDS = 5.0
MAX_BYTES = 1024 * 1024
KEYS_FRESH_SECONDS = 3600.0
# Anybody can send a token that names an unknown key: each must not cost the provider a request.
LEAST_SECONDS = 30.0
SCOPES = "openid profile email groups"
MAX_NAME = 200
HINT = "docs/guides/sign-in.md says what each setting is"


@dataclass(frozen=True, slots=True)
class OidcClient:
    """How we are known to the provider, and how we read what it says of people."""

    issuer: str
    client_id: str
    client_secret: str | None
    audience: str | None
    """Whom tokens of machines have to be meant for; None where no machine signs in so."""
    groups_claim: str
    name_claim: str
    rules: tuple[GroupRule, ...]


def oidc_client(settings: Settings) -> OidcClient | None:
    """None where no provider is set. Half a setting stops the start."""
    if settings.oidc_issuer is None:
        return None
    issuer = settings.oidc_issuer.rstrip("/")
    parts = urlsplit(issuer)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
        raise SetupError("HEADWATER_OIDC_ISSUER has to begin with https://", HINT)
    if not settings.oidc_client_id or settings.oidc_groups_file is None:
        raise SetupError("HEADWATER_OIDC_CLIENT_ID and HEADWATER_OIDC_GROUPS_FILE are needed as well", HINT)
    return OidcClient(
        issuer,
        settings.oidc_client_id,
        _secret(settings),
        settings.oidc_audience,
        settings.oidc_groups_claim,
        settings.oidc_name_claim,
        _rules(settings.oidc_groups_file),
    )


def _secret(settings: Settings) -> str | None:
    if settings.oidc_client_secret_file is None:
        return settings.oidc_client_secret
    try:
        return settings.oidc_client_secret_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise SetupError(f"HEADWATER_OIDC_CLIENT_SECRET_FILE can't be read: {reason}", HINT) from error


def _rules(file: Path) -> tuple[GroupRule, ...]:
    try:
        return rules_from(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValueError) as error:
        raise SetupError(f"HEADWATER_OIDC_GROUPS_FILE can't be used: {error}", HINT) from error


class OidcProvider:
    """Blocking: to be called in a thread."""

    def __init__(self, client: OidcClient, clock: Clock, http: httpx.Client | None = None) -> None:
        self.client = client
        self._clock = clock
        # No redirects: who answers for the provider is the address that somebody configured.
        self._http = http or httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        self._lock = Lock()
        self._endpoints: dict[str, str] | None = None
        self._issuer = client.issuer
        self._keys: KeySet | None = None
        self._keys_at = 0.0

    def sign_in_address(self, redirect_uri: str, state: str, nonce: str, challenge: str) -> str:
        """Where to send a browser."""
        asked = {
            "response_type": "code",
            "client_id": self.client.client_id,
            "redirect_uri": redirect_uri,
            "scope": SCOPES,
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        base = self._endpoint("authorization_endpoint")
        return f"{base}{'&' if '?' in base else '?'}{urlencode(asked)}"

    def person(self, code: str, verifier: str, redirect_uri: str, nonce: str) -> Caller:
        """Who signed in, as the provider says in exchange for the code."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "code_verifier": verifier,
        }
        if self.client.client_secret is None:
            form["client_id"] = self.client.client_id
        answer = self._asked("POST", self._endpoint("token_endpoint"), form)
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise UnauthenticatedError("the provider did not say who signed in")
        return self._caller(token, Expected(self._issuer, self.client.client_id, nonce))

    def machine(self, token: str) -> Caller:
        """Whose token this is, if it was made for us."""
        if self.client.audience is None:
            raise UnauthenticatedError("this server takes no signed tokens; send an API key")
        self._endpoint("jwks_uri")
        return self._caller(token, Expected(self._issuer, self.client.audience))

    def _caller(self, token: str, expected: Expected) -> Caller:
        now = self._clock()
        try:
            claims = read_claims(token, self._signing_keys(), expected, now)
        except UnauthenticatedError:
            # The provider may have changed its keys since we last looked.
            claims = read_claims(token, self._signing_keys(LEAST_SECONDS), expected, now)
        groups = claims.get(self.client.groups_claim, ())
        rights = rights_of([groups] if isinstance(groups, str) else map(str, groups), self.client.rules)
        if rights is None:
            raise NoRightsError()
        name = claims.get(self.client.name_claim)
        shown = name if isinstance(name, str) and name else claims["sub"]
        return Caller(shown[:MAX_NAME], rights.scopes, f"oidc:{claims['sub'][:MAX_NAME]}", rights.teams)

    def _signing_keys(self, fresh_seconds: float = KEYS_FRESH_SECONDS) -> KeySet:
        with self._lock:
            if self._keys is None or time.monotonic() - self._keys_at > fresh_seconds:
                self._keys_at = time.monotonic()
                self._keys = public_keys(self._asked("GET", self._endpoint("jwks_uri")))
            return self._keys

    def _endpoint(self, name: str) -> str:
        if self._endpoints is None:
            found = self._asked("GET", f"{self.client.issuer}{DISCOVERY}")
            if str(found.get("issuer", "")).rstrip("/") != self.client.issuer:
                raise StoreUnavailableError("the OpenID provider names another issuer than is configured")
            # Tokens spell it as the provider does, with or without the last slash.
            self._issuer = str(found["issuer"])
            self._endpoints = {one: str(found.get(one, "")) for one in ENDPOINTS}
        return self._endpoints[name]

    def _login(self) -> httpx.BasicAuth | None:
        """As every provider has to take it (RFC 6749, 2.3.1); encoded, as a colon ends the name."""
        secret = self.client.client_secret
        return httpx.BasicAuth(quote_plus(self.client.client_id), quote_plus(secret)) if secret else None

    def _asked(self, method: str, address: str, form: dict[str, str] | None = None) -> dict[str, Any]:
        try:
            reply = self._http.request(method, address, data=form, auth=self._login() if form else None)
        except httpx.HTTPError as error:
            logger.warning("the OpenID provider can't be reached: %s", type(error).__name__)
            raise StoreUnavailableError("the OpenID provider can't be reached") from None
        if method == "POST" and 400 <= reply.status_code < 500:
            raise UnauthenticatedError("the provider refused this sign-in; begin it again")
        try:
            document = json.loads(reply.content) if len(reply.content) <= MAX_BYTES else None
        except ValueError:
            document = None
        if reply.status_code != 200 or not isinstance(document, dict):
            raise StoreUnavailableError(f"the OpenID provider answered with status {reply.status_code}")
        return document
