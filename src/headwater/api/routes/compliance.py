"""Compliance: where sensitive data goes."""

from typing import Annotated

from fastapi import APIRouter, Query

from headwater.api.parameters import AsOf, Cursor, Limit
from headwater.api.services import Services
from headwater.api.wire.compliance import Flows
from headwater.questions.compliance.flow_sources import Wanted
from headwater.questions.compliance.flows import MOST_FLOWS, SHOWN_FLOWS, Question
from headwater.store.queries.paging import DEFAULT_LIMIT

ColumnName = Annotated[
    str | None,
    Query(
        min_length=1,
        description="One column, as `namespace/dataset#column` or `dataset.column`.",
        examples=["crm.customers.email"],
    ),
]
Classification = Annotated[
    str | None,
    Query(
        min_length=1,
        description="All columns declared as public, internal, confidential or restricted.",
        examples=["restricted"],
    ),
]
Tag = Annotated[
    str | None,
    Query(
        min_length=1,
        description="All columns with this tag; `pii` also finds those flagged so.",
        examples=["pii"],
    ),
]
FlowsLimit = Annotated[
    int,
    Query(
        ge=1,
        le=MOST_FLOWS,
        description=f"How many flows of each source at the most; {SHOWN_FLOWS} if not told.",
    ),
]


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/compliance", tags=["compliance"])

    @router.get("/flows")
    def get_flows(
        column: ColumnName = None,
        classification: Classification = None,
        tag: Tag = None,
        as_of: AsOf = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
        flows_limit: FlowsLimit = SHOWN_FLOWS,
    ) -> Flows:
        """Everywhere that data of a column, class or tag goes, and what is left of its class there.

        Exactly one of `column`, `classification` and `tag` says where to begin.
        """
        question = Question(Wanted(column, classification, tag), as_of, limit, cursor, flows_limit)
        return Flows.model_validate(services.flows.of(question))

    return router
