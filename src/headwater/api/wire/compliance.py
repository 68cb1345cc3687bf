"""Answers about sensitive data: where it goes, and what is left of its class there."""

from datetime import datetime
from typing import Any, Literal

from headwater.api.wire.analytics import Declared
from headwater.api.wire.base import Node, Part, Wire, example
from headwater.api.wire.graph import Unknown
from headwater.api.wire.impact import STEP, Step

EMAIL: dict[str, Any] = {
    "id": "column:ecommerce_warehouse/shopflow.crm.customers#email",
    "kind": "column",
    "namespace": "ecommerce_warehouse",
    "name": "shopflow.crm.customers",
    "field": "email",
}
CONTACT: dict[str, Any] = {
    "id": "column:ecommerce_warehouse/shopflow.marketing.contacts#contact",
    "kind": "column",
    "namespace": "ecommerce_warehouse",
    "name": "shopflow.marketing.contacts",
    "field": "contact",
}


class Flow(Wire):
    column: Node
    """As it is called there; a dataset where the data decides about rows as a whole."""
    depth: int
    classification: str | None
    """What is left of the source's class; null where nothing is, and where the source has none."""
    pii: bool
    effect: Literal["kept", "lowered", "ended", "indirect"]
    """`indirect`: a filter, join or the like uses it, but no value of it is there."""
    declared: Declared | None
    """What was said of the column there; null if nothing was."""
    undeclared: bool
    """More of the class, or of personal data, is left than is declared there."""
    path: list[Step]
    """A shortest path on which that much of the class is left."""
    path_truncated: bool
    owners: list[str]
    """Of the dataset there."""
    type: str | None


class FlowSource(Wire):
    column: Node
    classification: str | None
    """What was declared; null where nobody gave it a class."""
    counts_as: str | None
    """The class it is traced with: personal data without a declared class counts as confidential."""
    pii: bool
    owners: list[str]
    flows: Part[Flow]
    """The first `flows_limit`, nearest first, and how many there are."""


class Flows(Wire):
    model_config = example(
        position=4711,
        as_of=None,
        total=1,
        sources=[
            {
                "column": EMAIL,
                "classification": "restricted",
                "counts_as": "restricted",
                "pii": True,
                "owners": ["team:crm"],
                "flows": {
                    "total": 1,
                    "items": [
                        {
                            "column": CONTACT,
                            "depth": 1,
                            "classification": "restricted",
                            "pii": True,
                            "effect": "kept",
                            "declared": None,
                            "undeclared": True,
                            "path": [
                                STEP | {"from": EMAIL["id"], "to": CONTACT["id"], "subtype": "IDENTITY"}
                            ],
                            "path_truncated": False,
                            "owners": ["team:marketing"],
                            "type": "TABLE",
                        }
                    ],
                },
            }
        ],
        next_cursor=None,
        unknown=None,
    )

    position: int
    """Up to where in the log this answer shows everything."""
    as_of: datetime | None
    total: int
    """How many source columns there are, whatever this page shows."""
    sources: list[FlowSource]
    next_cursor: str | None
    """A page may end before `limit` sources: where they flow to very many columns."""
    unknown: Unknown | None
    """Datasets that the data on this page may get to, of whose columns nothing is told."""
