"""OpenAPI describes every route, with examples that are true to their models."""

from typing import Any

import pytest
from pydantic import BaseModel

from headwater.api.app import create_app
from headwater.api.services import build_services
from headwater.api.wire import (
    analytics,
    assets,
    base,
    catalog,
    compliance,
    graph,
    health,
    impact,
    operations,
    runs,
    sql,
)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return create_app(build_services("postgresql://nowhere/none")).openapi()


MODELS = [
    model
    for module in (
        *(analytics, assets, base, catalog, compliance, graph, health, impact, operations, runs, sql),
    )
    for model in vars(module).values()
    if isinstance(model, type) and issubclass(model, BaseModel) and model.__module__ == module.__name__
]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_example_is_true_to_its_model(model: type[BaseModel]) -> None:
    extra = model.model_config.get("json_schema_extra") or {}
    for example in extra.get("examples", []) if isinstance(extra, dict) else []:
        model.model_validate(example)


def test_every_route_is_described_with_an_example_and_our_problems(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for path, operations_ in document["paths"].items():
        for operation in operations_.values():
            assert operation.get("description"), path
            success = operation["responses"].get("200") or operation["responses"]["202"]
            name = success["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            assert schemas[name]["examples"], path
            assert "application/problem+json" in operation["responses"]["422"]["content"], path


def test_every_route_takes_min_position(document: dict[str, Any]) -> None:
    for path, operations_ in document["paths"].items():
        for operation in operations_.values():
            assert "min_position" in {parameter["name"] for parameter in operation["parameters"]}, path


def test_every_reference_in_the_document_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    def check(part: Any) -> None:
        if isinstance(part, dict):
            if "$ref" in part:
                assert part["$ref"].rpartition("/")[2] in schemas
            part = list(part.values())
        if isinstance(part, list):
            for inner in part:
                check(inner)

    check(document)
