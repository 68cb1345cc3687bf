"""The Hub's namespaces, which are our teams: create, list, get, patch, in its own shapes."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from headwater.dialects.contract import OpenWriting
from headwater.errors import ConflictError, NameTakenError
from headwater.questions.parameters import storable
from headwater.questions.teams.stored_teams import change_team, create_team, find_team
from headwater.questions.teams.teams import NAME_PATTERN, People, Quota, Retention, Tags, Text
from headwater.store.queries.teams import TEAMS, TeamRow

PATH = "/api/v1/namespaces"
TIMES = ("created_at", "updated_at")


class NamespaceRequest(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"name": "demo-team", "display_name": "Demo team", "owners": ["demo@example.com"]}]
        }
    )

    name: Annotated[str, Field(pattern=NAME_PATTERN)]
    display_name: Annotated[Text, Field(min_length=1)]
    description: Text | None = None
    owners: People = Field(default_factory=list)
    viewers: People = Field(default_factory=list)
    daily_event_quota: Quota = 100_000
    storage_retention_days: Retention = 30
    tags: Tags = Field(default_factory=dict)


class NamespacePatch(BaseModel):
    """Unknown fields are ignored, as there."""

    display_name: Annotated[Text, Field(min_length=1)] | None = None
    description: Text | None = None
    owners: People | None = None
    viewers: People | None = None
    daily_event_quota: Quota | None = None
    storage_retention_days: Retention | None = None
    tags: Tags | None = None


class Namespace(BaseModel):
    name: str
    display_name: str
    description: str | None
    owners: list[str]
    viewers: list[str]
    daily_event_quota: int
    storage_retention_days: int
    created_at: str | None
    updated_at: str | None
    tags: dict[str, str]


class NamespaceList(BaseModel):
    namespaces: list[Namespace]
    total: int


Name = Annotated[str, AfterValidator(storable), Path(description="Name of the namespace.")]


def _unwrap(key: str) -> BeforeValidator:
    """The Hub itself takes a body under the name of its parameter, and its document shows it flat."""
    return BeforeValidator(lambda body: body[key] if isinstance(body, dict) and list(body) == [key] else body)


CreateBody = Annotated[NamespaceRequest, _unwrap("request")]
PatchBody = Annotated[NamespacePatch, _unwrap("updates")]


def build_router(open_writing: OpenWriting) -> APIRouter:
    router = APIRouter(tags=["hub"])

    @router.post(PATH)
    def create_namespace(request: CreateBody) -> Namespace:
        """Create a team's namespace, flat or wrapped in `request`."""
        with open_writing() as writing:
            try:
                return _spoken(create_team(writing.connection, request.model_dump(), writing.clock()))
            except ConflictError as error:
                raise NameTakenError(request.name) from error

    @router.get(PATH)
    def list_namespaces() -> NamespaceList:
        """All namespaces by name."""
        with open_writing() as reading:
            rows = sorted(TEAMS.all_rows(reading.connection), key=lambda row: row.name)
        return NamespaceList(namespaces=[_spoken(row) for row in rows], total=len(rows))

    @router.get(f"{PATH}/{{name}}")
    def get_namespace(name: Name) -> Namespace:
        """One namespace."""
        with open_writing() as reading:
            return _spoken(find_team(reading.connection, name))

    @router.patch(f"{PATH}/{{name}}")
    def update_namespace(name: Name, changes: PatchBody) -> Namespace:
        """Change what is given of a namespace, flat or wrapped in `updates`."""
        given = changes.model_dump(exclude_unset=True)
        # A null takes a text back; a list or a number that is null says nothing.
        wanted = {key: value for key, value in given.items() if value is not None or key == "description"}
        with open_writing() as writing:
            return _spoken(change_team(writing.connection, name, wanted, writing.clock()))

    return router


def _spoken(row: TeamRow) -> Namespace:
    fields: dict[str, Any] = asdict(row)
    times = {name: row_time.isoformat() if (row_time := fields[name]) else None for name in TIMES}
    return Namespace.model_validate(fields | times)
