"""Rules that one namespace is another: what tools call differently meets, also in tables that come later."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.answers.names import NamespaceJoin, NamespaceJoined, NamespaceJoinPage
from headwater.errors import BadInputError, BoundToTeamsError, ConflictError
from headwater.model.ids import normal_namespace
from headwater.model.namespace_joins import MAX_NAMESPACE, MAX_PREFIX, namespace_join_event
from headwater.questions.parameters import Cursor, Limit, storable
from headwater.questions.reading import Reading, Writing
from headwater.questions.registry import question, write
from headwater.store.queries import namespace_joins
from headwater.store.queries.namespace_joins import JoinKey
from headwater.store.queries.paging import DEFAULT_LIMIT

Namespace = Annotated[str, AfterValidator(storable), Field(min_length=1, max_length=MAX_NAMESPACE)]
Prefix = Annotated[str, AfterValidator(storable), Field(max_length=MAX_PREFIX)]


@question("/names/namespaces", topic="datasets", lists=("items",))
def list_namespace_joins(
    reading: Reading, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
) -> NamespaceJoinPage:
    """Rules that one namespace is another, with how many datasets each joins."""
    page = namespace_joins.namespace_joins(reading.connection, limit, cursor)
    items = tuple(
        NamespaceJoin(row.namespace, row.same_as, row.prefix, row.datasets, row.since, row.event_id)
        for row in page.items
    )
    return NamespaceJoinPage(items=items, total=page.total, next_cursor=page.next_cursor)


class NamespaceJoinRequest(BaseModel):
    """Two namespaces, as OpenLineage has them."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"namespace": "metabase", "same_as": "postgres://warehouse:5432", "prefix": "shop."}]
        },
    )

    namespace: Namespace = Field(description="The namespace whose datasets are other names.")
    same_as: Namespace = Field(description="The namespace whose datasets stay the ones to be shown.")
    prefix: Prefix = Field(
        default="", description="What names have in front there, such as a database and a dot."
    )
    dry_run: bool = Field(default=False, description="Only say how many datasets it would join today.")


@write("/names/namespaces", topic="datasets")
def join_namespaces(writing: Writing, request: NamespaceJoinRequest) -> NamespaceJoined:
    """Make one namespace another, for later datasets as well. Set the event aside to take the rule back."""
    if not writing.sees_everything:
        raise BoundToTeamsError("namespaces are joined for everybody, and this key is bound to teams")
    rule = JoinKey(normal_namespace(request.namespace), normal_namespace(request.same_as), request.prefix)
    if not rule.namespace or not rule.same_as:
        raise BadInputError("namespace" if not rule.namespace else "same_as", "must not be empty")
    if rule.namespace == rule.same_as and not rule.prefix:
        raise BadInputError("same_as", f"`{rule.same_as}` is `{rule.namespace}` already")
    if namespace_joins.is_known(writing.connection, rule):
        raise ConflictError(f"`{rule.namespace}` is `{rule.same_as}` by a rule already")
    joined = namespace_joins.joined_datasets(writing.connection, rule)
    if request.dry_run:
        return NamespaceJoined(*rule, datasets=joined, event_id=None, position=None)
    event = namespace_join_event(*rule, writing.clock())
    return NamespaceJoined(*rule, datasets=joined, event_id=event.event_id, position=writing.append([event]))
