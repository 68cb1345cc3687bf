"""What batch jobs found out about the whole graph, and requests to run them."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from headwater.api.parameters import Cursor, Limit
from headwater.api.services import Services
from headwater.api.wire.analytics import ClassifiedPage, ClosureWish, EstimateWish, Ranking, RunAnalytics
from headwater.api.wire.operations import Work
from headwater.model.classification import LEVELS
from headwater.questions.operations.analytics import ColumnQuestion
from headwater.store.queries.paging import DEFAULT_LIMIT

Inherited = Annotated[
    bool | None, Query(description="Only columns that inherit something, or only those that do not.")
]
Undeclared = Annotated[
    bool | None,
    Query(description="`true`: only columns that inherit personal data or a class not declared on them."),
]
Classification = Annotated[
    Literal["internal", "confidential", "restricted", "public"] | None,
    Query(description="Of this effective class."),
]
Pii = Annotated[bool | None, Query(description="Only columns with personal data, or only those without.")]
Dataset = Annotated[
    str | None, Query(min_length=1, description="Only columns of this dataset.", examples=["sales.orders"])
]
Order = Annotated[
    Literal["downstream", "upstream", "critical"],
    Query(description="Most datasets downstream first, most upstream, or most of tier 1 downstream."),
]


def build_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["analytics"])

    @router.get("/compliance/columns")
    def list_classified_columns(
        inherited: Inherited = None,
        undeclared: Undeclared = None,
        classification: Classification = None,
        pii: Pii = None,
        dataset: Dataset = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> ClassifiedPage:
        """Effective classes of columns, the most sensitive first, with why they have them."""
        level = LEVELS[classification] if classification else None
        asked = ColumnQuestion(inherited, undeclared, level, pii, dataset)
        return ClassifiedPage.model_validate(services.analytics.columns(asked, limit, cursor))

    @router.get("/ranking")
    def rank_datasets(
        order: Order = "downstream", limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
    ) -> Ranking:
        """Datasets by how much depends on them, or by how much they depend on."""
        return Ranking.model_validate(services.analytics.ranking(order, limit, cursor))

    @router.post("/analytics/run", status_code=202)
    def run_analytics(wanted: RunAnalytics) -> Work:
        """Work out effective classes and reach counts now; they also follow by themselves."""
        return Work.model_validate(services.analytics.run(whole=wanted.whole))

    @router.post("/closure", status_code=202)
    def export_closure(wanted: ClosureWish) -> Work:
        """Write all pairs of ancestor and descendant, with their least depth, to files on the server."""
        return Work.model_validate(services.analytics.closure(wanted.model_dump()))

    @router.post("/closure/estimate", status_code=202)
    def estimate_closure(wanted: EstimateWish) -> Work:
        """How large such an export would be: rows within bounds, and bytes, in the work item's result."""
        return Work.model_validate(services.analytics.closure_estimate(wanted.model_dump()))

    return router
