"""Calls about addresses, their types, and the lineage between them."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from headwater.dialects.contract import BoundedThreads, OpenWriting
from headwater.dialects.watcher import replies, translate, wire
from headwater.dialects.watcher.fields import Id
from headwater.questions.pipelines import address_lineage, addresses
from headwater.questions.pipelines.types import register_type, update_type
from headwater.store.queries.pipelines.addresses import ADDRESSES
from headwater.store.queries.pipelines.types import ADDRESS_TYPES

AddressId = Annotated[Id, Path(description="The number of an address.", examples=[1])]


def add_addresses(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.post("/address", status_code=201, responses={200: {"model": replies.Created}})
    def create_address(body: wire.NewAddress, response: Response) -> replies.Created:
        """Get or create an address. It is the known dataset of its name, or one in its type's namespace."""
        settings = body.model_dump(include=translate.ADDRESS_SETTINGS)
        kind, group = body.address_type_name, body.address_type_group_name
        with open_writing() as writing:
            row, created = addresses.register(
                writing.connection, body.name, kind, group, settings, writing.clock()
            )
        return translate.created(row.id, created, response)

    @router.get("/address")
    def list_addresses() -> list[replies.Address]:
        """All addresses."""
        with open_writing() as writing:
            rows = ADDRESSES.all_rows(writing.connection)
        return [replies.Address.model_validate(row) for row in rows]

    @router.patch("/address")
    def patch_address(body: wire.PatchAddress) -> replies.Address:
        """Change what is sent. The dataset that the address is stays the same."""
        with open_writing() as writing:
            row = addresses.update(writing.connection, body.id, body.changes(), writing.clock())
        return replies.Address.model_validate(row)


def add_address_types(router: APIRouter, open_writing: OpenWriting) -> None:
    @router.post("/address_type", status_code=201, responses={200: {"model": replies.Created}})
    def create_address_type(body: wire.NewAddressType, response: Response) -> replies.Created:
        """Get an address type, or create it."""
        values = {"name": body.name, "group_name": body.group_name}
        with open_writing() as writing:
            row, created = register_type(writing.connection, ADDRESS_TYPES, values, writing.clock())
        return translate.created(row.id, created, response)

    @router.get("/address_type")
    def list_address_types() -> list[replies.AddressType]:
        """All address types."""
        with open_writing() as writing:
            rows = ADDRESS_TYPES.all_rows(writing.connection)
        return [replies.AddressType.model_validate(row) for row in rows]

    @router.patch("/address_type")
    def patch_address_type(body: wire.PatchAddressType) -> replies.AddressType:
        """Change what is sent."""
        with open_writing() as writing:
            row = update_type(writing.connection, ADDRESS_TYPES, body.id, body.changes(), writing.clock())
        return replies.AddressType.model_validate(row)


def add_address_lineage(
    router: APIRouter, open_writing: OpenWriting, in_bounded_thread: BoundedThreads
) -> None:
    @router.post("/address_lineage", status_code=201, responses={200: {"model": replies.DeclaredLineage}})
    def create_address_lineage(body: wire.NewLineage, response: Response) -> replies.DeclaredLineage:
        """Declare what a pipeline reads and writes; this replaces what it declared before.

        Nothing is loaded, and 200 answered, for a pipeline whose `load_lineage` is false.
        """
        sources = translate.to_ends(body.source_addresses)
        targets = translate.to_ends(body.target_addresses)
        with open_writing() as writing:
            declared = address_lineage.declare(
                writing.connection, body.pipeline_id, sources, targets, writing.clock()
            )
        response.status_code = 200 if declared.position is None else 201
        return translate.declared(body.pipeline_id, declared)

    @router.get("/address_lineage/{address_id}")
    async def get_address_lineage(address_id: AddressId) -> list[replies.Related]:
        """Everything that an address comes from or reaches, over any number of edges; deepest first."""

        def read() -> list[replies.Related]:
            with open_writing() as writing:
                related = address_lineage.related(writing.connection, address_id)
            return [replies.Related.model_validate(row) for row in related]

        return await in_bounded_thread(read)
