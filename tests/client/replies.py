"""Answers as the contract of the API has them, small enough to read."""

from typing import Any


def node(name: str, field: str | None = None, kind: str | None = None) -> dict[str, Any]:
    """`node("crm/customers", "email")`."""
    kind = kind or ("column" if field else "dataset")
    namespace, _, rest = name.partition("/")
    node_id = f"{kind}:{name}#{field}" if field else f"{kind}:{name}"
    return {"id": node_id, "kind": kind, "namespace": namespace, "name": rest, "field": field}


def step(source: dict[str, Any], target: dict[str, Any], **more: Any) -> dict[str, Any]:
    ends = {"source": source["id"], "target": target["id"], "from": source["id"], "to": target["id"]}
    rest = {"kind": "column", "job": "job:etl/load", "origin": "column_facet", "confidence": 0.95}
    seen = {"first_seen": "2026-04-01T00:00:00Z", "last_seen": "2026-04-20T00:00:00Z"}
    return {**ends, **rest, **seen, "subtype": "IDENTITY", "masking": None, "description": None, **more}


EMAIL = node("crm/customers", "email")
MAIL = node("dwh/dim_customer", "mail")
REPORT = node("bi/report")


def affected(reached: dict[str, Any], depth: int, *path: dict[str, Any], **more: Any) -> dict[str, Any]:
    rest: dict[str, Any] = {"type": "TABLE", "owners": ["team:bi"], "tier": "1", "domain": None}
    rest |= {"level": "column"}
    rest |= {"direct": depth == 1, "columns": ["mail"], "columns_total": 1}
    return {"node": reached, "depth": depth, **rest, "path": list(path), "path_truncated": False, **more}


def impact(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    total = {"assets": len(items), "datasets": len(items), "dashboards": 0, "pipelines": 0, "columns": 1}
    total |= {"queries": 0, "users": 0, "matching": len(items)}
    answer: dict[str, Any] = {"asset": node("crm/customers"), "column": "email", "as_of": None, "position": 7}
    answer |= {"total": total, "affected": list(items), "dashboards": {"total": 0, "items": []}}
    answer |= {"pipelines": {"total": 0, "items": []}, "owners": [], "teams": [], "tiers": []}
    asked: dict[str, Any] = {
        "total": 0,
        "certain": 0,
        "runs": 0,
        "since": None,
        "users": [],
        "users_total": 0,
    }
    answer |= {"queries": {**asked, "items": [], "unread": 0}}
    answer |= {"truncated_by_depth": False, "next_cursor": None, "unknown": None}
    return answer | more


CUSTOMERS = node("dwh/dim_customer")
TWO_AFFECTED = (
    affected(CUSTOMERS, 1, step(EMAIL, MAIL)),
    affected(
        REPORT,
        2,
        step(EMAIL, MAIL),
        step(MAIL, REPORT, kind="column_to_dataset", job="job:bi/draw"),
        level="dataset",
        columns=[],
        columns_total=0,
        type="DASHBOARD",
    ),
)

FLOWS: dict[str, Any] = {
    "position": 7,
    "as_of": None,
    "total": 1,
    "sources": [
        {
            "column": EMAIL,
            "classification": "restricted",
            "counts_as": "restricted",
            "pii": True,
            "owners": ["team:crm"],
            "upstream": {"total": 1, "items": ["column:web/signups#mail"]},
            "flows": {
                "total": 2,
                "items": [
                    {
                        "column": MAIL,
                        "depth": 1,
                        "classification": "restricted",
                        "pii": True,
                        "effect": "kept",
                        "declared": None,
                        "undeclared": True,
                        "gone": False,
                        "path": [step(EMAIL, MAIL)],
                        "path_truncated": False,
                        "owners": ["team:dwh"],
                        "type": "TABLE",
                    },
                    {
                        "column": node("bi/report", "=cmd|' /C calc'!A0"),
                        "depth": 2,
                        "classification": "internal",
                        "pii": False,
                        "effect": "ended",
                        "declared": {"classification": "internal", "pii": None},
                        "undeclared": False,
                        "gone": False,
                        "path": [
                            step(EMAIL, MAIL),
                            step(
                                MAIL,
                                node("bi/report", "=cmd|' /C calc'!A0"),
                                description="md5(<mail>)",
                                masking=True,
                                job="job:bi/draw",
                            ),
                        ],
                        "path_truncated": False,
                        "owners": [],
                        "type": "DASHBOARD",
                    },
                ],
            },
        }
    ],
    "next_cursor": None,
    "unknown": {"total": 1, "datasets": ["dataset:ml/features"], "reason": "no column lineage known"},
}

UNDECLARED: dict[str, Any] = {
    "items": [
        {
            "column": MAIL,
            "declared": None,
            "effective": {"classification": "restricted", "pii": True},
            "undeclared": True,
            "inherited_from": EMAIL,
            "pii_from": EMAIL,
            "depth": 1,
            "why": "copied from crm/customers#email",
        },
        {
            "column": node("dwh/other", "phone"),
            "declared": {"classification": "internal", "pii": None},
            "effective": {"classification": "confidential", "pii": True},
            "undeclared": True,
            "inherited_from": None,
            "pii_from": None,
            "depth": 1,
            "why": "inherited",
        },
    ],
    "total": 2,
    "next_cursor": None,
    "computed_at": "2026-04-20T03:00:00Z",
    "position": 7,
}

NO_FLOWS: dict[str, Any] = FLOWS | {"total": 0, "sources": [], "unknown": None}
NOTHING_COMPUTED: dict[str, Any] = {
    "items": [],
    "total": 0,
    "next_cursor": None,
    "computed_at": None,
    "position": None,
}
NO_ASSETS: dict[str, Any] = {"items": [], "total": 0, "next_cursor": None}


def asset_entry(name: str) -> dict[str, Any]:
    namespace, _, rest = name.partition("/")
    known = {"id": f"dataset:{name}", "type": "table", "namespace": namespace, "name": rest}
    unknown: dict[str, Any] = {
        "description": None,
        "tier": None,
        "domain": None,
        "first_seen": None,
        "last_seen": None,
        "dropped_at": None,
    }
    return {**known, **unknown, "owners": [], "tags": []}


def asset(name: str) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "schema": None,
        "database": None,
        "owner": None,
        "columns": [],
        "updated_at": None,
    }
    return asset_entry(name) | nothing


EVENT_ID = "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11"


def registered(name: str, position: int) -> dict[str, Any]:
    namespace, _, rest = name.partition("/")
    known = {"id": f"dataset:{name}", "namespace": namespace, "name": rest, "created": True}
    return {"asset": known | {"event_id": EVENT_ID}, "event_id": EVENT_ID, "position": position}


def declared(position: int, **more: Any) -> dict[str, Any]:
    ends = {"source": "dataset:a/b", "source_column": None, "target": "dataset:c/d", "target_column": None}
    rest = {"transformation_type": "direct", "transformation": None, "pipeline": None, "confidence": 1.0}
    return {"edge": {**ends, **rest, "removed": False, **more}, "event_id": EVENT_ID, "position": position}


def removed(name: str, position: int) -> dict[str, Any]:
    return {"node": f"dataset:{name}", "event_id": EVENT_ID, "position": position}


def upstream(*sources: dict[str, Any], transformations: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    whole = impact()
    names = ("asset", "column", "as_of", "position", "total", "truncated_by_depth", "next_cursor", "unknown")
    answer = {name: whole[name] for name in names}
    return answer | {"sources": list(sources), "transformations": transformations or []}


def change(**more: Any) -> dict[str, Any]:
    empty = {"new_name": None, "old_type": None, "new_type": None, "probability": None, "how": None}
    return {**empty, "kind": "removed", "verdict": "breaking", "reason": "Gone.", "evidence": [], **more}
