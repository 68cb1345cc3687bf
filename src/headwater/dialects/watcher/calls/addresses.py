"""Calls about addresses, their types, and the lineage between them."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from headwater.dialects.watcher import replies, translate, wire
from headwater.dialects.watcher.fields import Id
from headwater.questions.pipelines.address_lineage import AddressLineage
from headwater.questions.pipelines.addresses import Addresses

AddressId = Annotated[Id, Path(description="The number of an address.", examples=[1])]


def add_addresses(router: APIRouter, addresses: Addresses) -> None:
    @router.post("/address", status_code=201, responses={200: {"model": replies.Created}})
    def create_address(body: wire.NewAddress, response: Response) -> replies.Created:
        """Get an address, or make it. It is the known dataset of its name, or one in its type's namespace."""
        settings = body.model_dump(include=translate.ADDRESS_SETTINGS)
        row, created = addresses.tell(
            body.name, body.address_type_name, body.address_type_group_name, settings
        )
        response.status_code = 201 if created else 200
        return replies.Created(id=row.id)

    @router.get("/address")
    def list_addresses() -> list[replies.Address]:
        """All addresses."""
        return [replies.Address.model_validate(row) for row in addresses.listed()]

    @router.patch("/address")
    def patch_address(body: wire.PatchAddress) -> replies.Address:
        """Change what is sent. The dataset that the address is stays the same."""
        return replies.Address.model_validate(addresses.patch(body.id, body.changes()))


def add_address_types(router: APIRouter, addresses: Addresses) -> None:
    @router.post("/address_type", status_code=201, responses={200: {"model": replies.Created}})
    def create_address_type(body: wire.NewAddressType, response: Response) -> replies.Created:
        """Get an address type, or make it."""
        row, created = addresses.tell_type(body.name, body.group_name)
        response.status_code = 201 if created else 200
        return replies.Created(id=row.id)

    @router.get("/address_type")
    def list_address_types() -> list[replies.AddressType]:
        """All address types."""
        return [replies.AddressType.model_validate(row) for row in addresses.types()]

    @router.patch("/address_type")
    def patch_address_type(body: wire.PatchAddressType) -> replies.AddressType:
        """Change what is sent."""
        return replies.AddressType.model_validate(addresses.patch_type(body.id, body.changes()))


def add_address_lineage(router: APIRouter, lineage: AddressLineage) -> None:
    @router.post("/address_lineage", status_code=201, responses={200: {"model": replies.LineageTold}})
    def create_address_lineage(body: wire.NewLineage, response: Response) -> replies.LineageTold:
        """Declare what a pipeline reads and writes; this replaces what it declared before.

        Nothing is loaded, and 200 answered, for a pipeline whose `load_lineage` is false.
        """
        told = lineage.declare(
            body.pipeline_id,
            translate.to_ends(body.source_addresses),
            translate.to_ends(body.target_addresses),
        )
        response.status_code = 200 if told.position is None else 201
        return translate.declared(body.pipeline_id, told)

    @router.get("/address_lineage/{address_id}")
    def get_address_lineage(address_id: AddressId) -> list[replies.Related]:
        """Everything that an address comes from or reaches, over any number of edges; deepest first."""
        return [replies.Related.model_validate(related) for related in lineage.of(address_id)]
