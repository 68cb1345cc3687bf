"""People sign in with a real OpenID provider on this machine, machines with its tokens; forgeries do not."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import psycopg
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey
from oidc_provider_mock import User, run_server_in_thread

from headwater.access.credentials import SESSION_COOKIE
from headwater.access.signed_tokens import Expected, public_keys, read_claims
from headwater.api.oidc_provider import oidc_client
from headwater.api.sign_in import COOKIE
from headwater.errors import SetupError, UnauthenticatedError
from headwater.settings import Settings
from tests.databases import Databases, borrowed
from tests.running import RunningApi, running_api, until

CLIENT = "headwater-test"
RULES = """
- {group: sales, scopes: [read], teams: [sales]}
- {group: platform, scopes: [admin], teams: "*"}
"""
PEOPLE = [
    User(sub="ann", claims={"email": "ann@example.com", "groups": ["sales", "football"]}),
    User(sub="pat", claims={"email": "pat@example.com", "groups": ["platform"]}),
    User(sub="eve", claims={"email": "eve@example.com", "groups": ["football"]}),
]
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with run_server_in_thread(user_claims=PEOPLE) as server:
        yield f"http://localhost:{server.server_port}"


@pytest.fixture(scope="module")
def guarded(
    databases: Databases, issuer: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningApi]:
    rules = tmp_path_factory.mktemp("oidc") / "groups.yaml"
    rules.write_text(RULES)
    oidc = {"oidc_issuer": issuer, "oidc_client_id": CLIENT, "oidc_client_secret": "its-secret"}
    with (
        borrowed(databases) as url,
        running_api(url, access="keys", oidc_groups_file=rules, oidc_audience=CLIENT, **oidc) as running,
    ):
        yield running


@pytest.fixture
def browser(guarded: RunningApi) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=guarded.url, headers={"Origin": guarded.url}) as client:
        yield client


def provider_says_yes(browser: httpx.Client, person: str, page: str = "/") -> str:
    """Begin to sign in, and let the provider send the browser back; the address that it is sent to."""
    begun = browser.get("/api/v1/session/oidc", params={"page": page})
    assert begun.status_code == 303, begun.text
    agreed = httpx.post(begun.headers["location"], data={"sub": person})
    assert agreed.status_code == 302, agreed.text
    return str(agreed.headers["location"])


def signed_in(browser: httpx.Client, person: str) -> httpx.Response:
    return browser.get(provider_says_yes(browser, person))


def test_a_person_signs_in_with_the_rights_of_their_groups(browser: httpx.Client) -> None:
    reply = browser.get(provider_says_yes(browser, "ann", "/events?limit=3"))
    assert (reply.status_code, reply.headers["location"]) == (303, "/events?limit=3")
    cookie = next(one for one in reply.headers.get_list("set-cookie") if one.startswith(SESSION_COOKIE))
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert browser.get("/api/v1/session").json() == {
        "required": True,
        "name": "ann@example.com",
        "scopes": ["read"],
        "teams": ["sales"],
        "provider": True,
    }
    assert browser.get("/api/v1/runs").status_code == 200
    assert browser.get("/api/v1/keys").status_code == 403


def test_signing_out_ends_the_session(guarded: RunningApi, browser: httpx.Client) -> None:
    signed_in(browser, "pat")
    kept = {"Cookie": f"{SESSION_COOKIE}={browser.cookies[SESSION_COOKIE]}"}
    assert guarded.client.get("/api/v1/keys", headers=kept).status_code == 200
    assert browser.delete("/api/v1/session").status_code == 200
    assert guarded.client.get("/api/v1/keys", headers=kept).status_code == 401


def test_whoever_is_in_no_group_of_ours_is_refused_and_told(browser: httpx.Client) -> None:
    reply = signed_in(browser, "eve")
    assert "none of your groups" in parse_qs(urlsplit(reply.headers["location"]).query)["refused"][0]
    assert SESSION_COOKIE not in browser.cookies


def test_the_provider_gets_a_challenge_and_never_the_verifier(browser: httpx.Client) -> None:
    asked = parse_qs(urlsplit(browser.get("/api/v1/session/oidc").headers["location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    held = json.loads(base64.urlsafe_b64decode(browser.cookies[COOKIE]))
    digest = hashlib.sha256(held["verifier"].encode()).digest()
    assert asked["code_challenge"] == [base64.urlsafe_b64encode(digest).rstrip(b"=").decode()]
    assert held["verifier"] not in str(asked)
    assert len({held["state"], held["nonce"], held["verifier"]}) == 3


@pytest.mark.parametrize("attack", ["other state", "no state", "other browser", "no code", "used code"])
def test_a_sign_in_that_another_browser_began_gives_no_session(
    guarded: RunningApi, browser: httpx.Client, attack: str
) -> None:
    address = provider_says_yes(browser, "ann")
    if attack == "other browser":
        browser.cookies.clear()
    elif attack == "used code":
        held = browser.cookies[COOKIE]
        assert browser.get(address).headers["location"] == "/"
        browser.cookies.clear()
        browser.cookies.set(COOKIE, held)
    changed = {
        "other state": httpx.URL(address).copy_set_param("state", "chosen"),
        "no state": httpx.URL(address).copy_remove_param("state"),
        "no code": httpx.URL(address).copy_remove_param("code"),
    }
    reply = browser.get(changed.get(attack, httpx.URL(address)))
    assert "refused=" in reply.headers["location"]
    assert SESSION_COOKIE not in browser.cookies


def test_a_token_of_another_sign_in_is_refused_by_its_nonce(browser: httpx.Client) -> None:
    address = provider_says_yes(browser, "ann")
    held = json.loads(base64.urlsafe_b64decode(browser.cookies[COOKIE])) | {"nonce": "of-another"}
    browser.cookies.clear()
    browser.cookies.set(COOKIE, base64.urlsafe_b64encode(json.dumps(held).encode()).decode())
    assert "refused=" in browser.get(address).headers["location"]
    assert SESSION_COOKIE not in browser.cookies


def test_a_session_that_somebody_chose_before_is_worth_nothing_after(
    guarded: RunningApi, browser: httpx.Client
) -> None:
    browser.cookies.set(SESSION_COOKIE, "chosen-by-somebody-else")
    reply = signed_in(browser, "ann")
    assert "chosen-by-somebody-else" not in str(reply.headers.get_list("set-cookie"))
    chosen = {"Cookie": f"{SESSION_COOKIE}=chosen-by-somebody-else"}
    assert guarded.client.get("/api/v1/runs", headers=chosen).status_code == 401


@pytest.mark.parametrize(
    "page", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"]
)
def test_nobody_is_led_to_another_site_after_signing_in(browser: httpx.Client, page: str) -> None:
    assert browser.get(provider_says_yes(browser, "ann", page)).headers["location"] == "/"


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_a_page_of_another_site_can_not_write_with_the_cookie(
    guarded: RunningApi, browser: httpx.Client, origin: str | None
) -> None:
    signed_in(browser, "pat")
    headers = {"Cookie": f"{SESSION_COOKIE}={browser.cookies[SESSION_COOKIE]}"}
    headers |= {"Origin": origin} if origin else {}
    body = {"name": "x", "scopes": ["admin"]}
    assert guarded.client.post("/api/v1/keys", json=body, headers=headers).status_code == 403


def test_sign_ins_and_refusals_are_in_the_audit_log(guarded: RunningApi, browser: httpx.Client) -> None:
    signed_in(browser, "eve")
    browser.cookies.clear()
    signed_in(browser, "pat")

    def told() -> set[tuple[str, str | None]]:
        entries = browser.get("/api/v1/audit", params={"limit": "1000"}).json()["items"]
        return {(entry["caller"], entry["code"]) for entry in entries}

    until(lambda: {("pat@example.com", None), ("", "no-rights")} <= told())


@pytest.fixture(scope="module")
def token(guarded: RunningApi, issuer: str) -> str:
    """What the provider itself signed, as a machine would send it."""
    with httpx.Client(base_url=guarded.url) as browser:
        address = provider_says_yes(browser, "pat")
        held = json.loads(base64.urlsafe_b64decode(browser.cookies[COOKIE]))
    form = {
        "grant_type": "authorization_code",
        "code": parse_qs(urlsplit(address).query)["code"][0],
        "redirect_uri": f"{guarded.url}/api/v1/session/oidc/callback",
        "code_verifier": held["verifier"],
    }
    reply = httpx.post(f"{issuer}/oauth2/token", data=form, auth=(CLIENT, "its-secret"))
    return str(reply.json()["id_token"])


def test_a_machine_asks_with_a_token_of_the_provider(guarded: RunningApi, token: str) -> None:
    reply = guarded.client.get("/api/v1/keys", headers={"Authorization": f"Bearer {token}"})
    assert reply.status_code == 200, reply.text


OURS = RSAKey.generate_key(2048, {"kid": "k1", "use": "sig"})
ISSUER = "https://login.example.com"
EXPECTED = Expected(ISSUER, CLIENT)


def claims(**changes: Any) -> dict[str, Any]:
    whole = {"iss": ISSUER, "aud": CLIENT, "sub": "ann", "exp": int((NOW + timedelta(hours=1)).timestamp())}
    return {name: value for name, value in (whole | changes).items() if value is not None}


def keys() -> KeySet:
    return public_keys({"keys": [OURS.as_dict(private=False)]})


def unsigned(header: dict[str, str], body: dict[str, Any]) -> str:
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, body)
    ]
    return f"{'.'.join(parts)}."


def with_public_key_as_secret() -> str:
    """By hand: the library itself refuses to make this one."""
    begun = unsigned({"alg": "HS256", "kid": "k1"}, claims()).rstrip(".")
    signature = hmac.digest(OURS.as_pem(private=False), begun.encode(), "sha256")
    return f"{begun}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


FORGED: dict[str, Callable[[], str]] = {
    "alg none": lambda: unsigned({"alg": "none", "kid": "k1"}, claims()),
    "HS256 with the public key": with_public_key_as_secret,
    "another key": lambda: jwt.encode({"alg": "RS256", "kid": "k1"}, claims(), RSAKey.generate_key(2048)),
    "own key in its header": lambda: jwt.encode(
        {"alg": "RS256", "jwk": RSAKey.generate_key(2048).as_dict(private=False)},
        claims(),
        RSAKey.generate_key(2048),
    ),
    "expired": lambda: signed(exp=int((NOW - timedelta(minutes=2)).timestamp())),
    "without an end": lambda: signed(exp=None),
    "not yet good": lambda: signed(nbf=int((NOW + timedelta(hours=1)).timestamp())),
    "another issuer": lambda: signed(iss="https://evil.example"),
    "another audience": lambda: signed(aud="another-app"),
    "no audience": lambda: signed(aud=None),
    "nobody": lambda: signed(sub=None),
    "a number for a name": lambda: signed(sub=7),
    "changed after signing": lambda: changed(signed()),
    "too long": lambda: signed(groups=["g" * 30_000]),
    "no token": lambda: "eyJ.eyJ.x",
}


def signed(**changes: Any) -> str:
    return jwt.encode({"alg": "RS256", "kid": "k1"}, claims(**changes), OURS)


def changed(token: str) -> str:
    head, _, signature = token.split(".")
    body = base64.urlsafe_b64encode(json.dumps(claims(sub="admin")).encode()).rstrip(b"=").decode()
    return f"{head}.{body}.{signature}"


def test_a_genuine_token_is_read() -> None:
    assert read_claims(signed(), keys(), EXPECTED, NOW)["sub"] == "ann"
    assert read_claims(signed(nonce="n"), keys(), Expected(ISSUER, CLIENT, "n"), NOW)["sub"] == "ann"


@pytest.mark.parametrize("attack", FORGED)
def test_a_forged_token_is_refused_and_not_repeated(guarded: RunningApi, attack: str) -> None:
    token = FORGED[attack]()
    with pytest.raises(UnauthenticatedError):
        read_claims(token, keys(), EXPECTED, NOW)
    reply = guarded.client.get("/api/v1/runs", headers={"Authorization": f"Bearer {token}"})
    assert reply.status_code == 401
    assert token[-20:] not in reply.text


@pytest.mark.parametrize("body", [{"nonce": "other"}, {}, {"nonce": "n", "aud": [CLIENT, "x"], "azp": "x"}])
def test_a_token_for_a_person_has_to_answer_this_very_sign_in(body: dict[str, Any]) -> None:
    with pytest.raises(UnauthenticatedError):
        read_claims(signed(**body), keys(), Expected(ISSUER, CLIENT, "n"), NOW)


def test_keys_that_sign_with_a_shared_secret_are_left_out() -> None:
    secret = OctKey.generate_key(256, {"kid": "k1"}).as_dict(private=True)
    found = public_keys({"keys": [secret, {"kty": "RSA", "n": "?"}, OURS.as_dict(private=False)]})
    assert [key.key_type for key in found.keys] == ["RSA"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"oidc_issuer": "http://login.example.com"}, "https"),
        ({"oidc_issuer": ISSUER}, "OIDC_CLIENT_ID"),
        ({"oidc_issuer": ISSUER, "oidc_client_id": "a", "rules": "- {group: a, scopes: [read]}"}, "teams"),
        (
            {"oidc_issuer": ISSUER, "oidc_client_id": "a", "rules": "- {group: a, scopes: [x], teams: []}"},
            "scopes",
        ),
        ({"oidc_issuer": ISSUER, "oidc_client_id": "a", "rules": "{"}, "GROUPS_FILE"),
    ],
)
def test_half_a_setting_stops_the_start(given: dict[str, Any], said: str, tmp_path: Path) -> None:
    if "rules" in given:
        (tmp_path / "groups.yaml").write_text(given.pop("rules"))
        given["oidc_groups_file"] = tmp_path / "groups.yaml"
    with pytest.raises(SetupError, match=said):
        oidc_client(Settings(**given))


def test_a_person_s_session_ends_in_time(guarded: RunningApi, browser: httpx.Client) -> None:
    signed_in(browser, "ann")
    with psycopg.connect(guarded.database_url, autocommit=True) as connection:
        connection.execute("update sessions set expires_at = now() - interval '1 second'")
    until(lambda: browser.get("/api/v1/runs").status_code == 401)
