"""Answers as the contract of the API has them, small enough to read."""

from typing import Any


def node(name: str, field: str | None = None, kind: str | None = None) -> dict[str, Any]:
    """`node("crm/customers", "email")`."""
    kind = kind or ("column" if field else "dataset")
    namespace, _, rest = name.partition("/")
    node_id = f"{kind}:{name}#{field}" if field else f"{kind}:{name}"
    return {"id": node_id, "kind": kind, "namespace": namespace, "name": rest, "field": field}


def step(source: dict[str, Any], target: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {"kind": "column", "job": "job:etl/load", "origin": "column_facet", "confidence": 0.95}
    told |= {"subtype": "IDENTITY", "masking": None, "description": None}
    return {"from": source["id"], "to": target["id"], **told, **more}


EMAIL = node("crm/customers", "email")
MAIL = node("dwh/dim_customer", "mail")
REPORT = node("bi/report")


def affected(reached: dict[str, Any], depth: int, *path: dict[str, Any], **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "TABLE", "owners": ["team:bi"], "tier": "1", "level": "column"}
    told |= {"direct": depth == 1, "columns": ["mail"], "columns_total": 1, "path": list(path)}
    return {"node": reached, "depth": depth, **told, **more}


def impact(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    total = {"assets": len(items), "datasets": len(items), "dashboards": 0, "pipelines": 0, "columns": 1}
    answer: dict[str, Any] = {"asset": node("crm/customers"), "column": "email", "as_of": None, "position": 7}
    answer |= {"total": total, "affected": list(items), "dashboards": {"total": 0, "items": []}}
    answer |= {"pipelines": {"total": 0, "items": []}, "owners": [], "teams": [], "tiers": []}
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
                        "path": [step(EMAIL, MAIL)],
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
            "inherited_from": EMAIL,
            "pii_from": EMAIL,
            "depth": 1,
            "why": "copied from crm/customers#email",
        },
        {
            "column": node("dwh/other", "phone"),
            "declared": {"classification": "internal", "pii": None},
            "effective": {"classification": "confidential", "pii": True},
            "inherited_from": None,
            "pii_from": None,
            "depth": 1,
            "why": None,
        },
    ],
    "total": 2,
    "next_cursor": None,
    "computed_at": "2026-04-20T03:00:00Z",
}
