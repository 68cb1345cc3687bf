"""Who may ask and change what: keys, and what was done with them."""

from typing import Any, ClassVar

from headwater.answers.base import Answer, Page, Time

KEY: dict[str, Any] = {
    "id": "5f0c2a9d71be4480",
    "name": "airflow production",
    "scopes": ["ingest"],
    "teams": None,
    "created_at": "2026-04-20T10:00:00Z",
    "created_by": "first admin",
    "expires_at": None,
    "revoked_at": None,
    "last_used_at": "2026-04-20T11:31:00Z",
}
ENTRY: dict[str, Any] = {
    "id": 4711,
    "at": "2026-04-20T11:31:07Z",
    "caller": "airflow production",
    "key_id": "5f0c2a9d71be4480",
    "address": "10.2.0.17",
    "method": "POST",
    "path": "/api/v1/lineage",
    "status": 201,
    "code": None,
    "calls": 12,
}


class KeyItem(Answer, frozen=True):
    """An API key, without its secret."""

    id: str
    """The part of the key that is no secret."""
    name: str
    scopes: tuple[str, ...]
    """Of `read`, `ingest`, `simulate`, `manage` and `admin`."""
    teams: tuple[str, ...] | None
    """Whose data its holder may see; null for everybody's."""
    created_at: Time
    created_by: str
    """Name of the key that made it; empty for the first one."""
    expires_at: Time | None
    revoked_at: Time | None
    last_used_at: Time | None
    """To the minute."""


class KeyPage(Page[KeyItem], frozen=True):
    """Keys, newest first, also those that are no longer good."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"items": [KEY], "total": 1, "next_cursor": None}


class KeyCreated(Answer, frozen=True):
    """A new key. Its text is shown this once."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"key": KEY, "token": "hw_5f0c2a9d71be4480_<secret>"}

    key: KeyItem
    token: str
    """What the holder sends, as a bearer token; it can't be shown again."""


class KeyRevoked(Answer, frozen=True):
    """A key that is refused from now on."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"key": {**KEY, "revoked_at": "2026-04-21T08:00:00Z"}}

    key: KeyItem


class AuditEntry(Answer, frozen=True):
    """A request, or equal ones within a second."""

    id: int
    at: Time
    caller: str
    """Name of the key; empty for a request without a known one."""
    key_id: str | None
    address: str
    method: str
    path: str
    """With its parameters, without secrets."""
    status: int
    code: str | None
    """Why it was refused."""
    calls: int
    """How many requests the entry stands for."""


class AuditPage(Page[AuditEntry], frozen=True):
    """What was asked, newest first."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"items": [ENTRY], "total": 1, "next_cursor": None}


class AccessRequest(Answer, frozen=True):
    """What a team asked to see of another, and what was decided."""

    id: int
    team: str
    """The team that asks."""
    asset: str
    """What it asks for, as it was written."""
    known: bool
    """Whether there is a dataset or job of that name; always false for whoever may not see it."""
    reason: str
    asked_at: Time
    asked_by: str
    expires_at: Time | None
    """Until when it is asked for; null for as long as possible."""
    state: str
    """`open`, `granted` or `refused`."""
    decided_at: Time | None
    decided_by: str | None
    comment: str | None


REQUEST: dict[str, Any] = {
    "id": 7,
    "team": "sales-data",
    "asset": "finance.ledger",
    "known": True,
    "reason": "our daily report joins it",
    "asked_at": "2026-04-20T10:00:00Z",
    "asked_by": "ann@example.com",
    "expires_at": "2026-07-01T00:00:00Z",
    "state": "open",
    "decided_at": None,
    "decided_by": None,
    "comment": None,
}
GRANT: dict[str, Any] = {
    "id": 3,
    "team": "sales-data",
    "asset": "warehouse/finance.ledger",
    "granted_at": "2026-04-20T11:00:00Z",
    "granted_by": "pat@example.com",
    "expires_at": "2026-07-01T00:00:00Z",
    "revoked_at": None,
}


class AccessRequestPage(Page[AccessRequest], frozen=True):
    """Requests for access, newest first."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"items": [REQUEST], "total": 1, "next_cursor": None}


class AccessRequested(Answer, frozen=True):
    """A request as it was taken or decided."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"request": REQUEST}

    request: AccessRequest


class AccessGrant(Answer, frozen=True):
    """What a team may see of another."""

    id: int
    team: str
    asset: str
    granted_at: Time
    granted_by: str
    expires_at: Time | None
    revoked_at: Time | None


class AccessGrantPage(Page[AccessGrant], frozen=True):
    """Grants, newest first, also those that no longer hold."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"items": [GRANT], "total": 1, "next_cursor": None}


class AccessGranted(Answer, frozen=True):
    """A grant as it was made or taken back."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"grant": GRANT}

    grant: AccessGrant
