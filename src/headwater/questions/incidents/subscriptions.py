"""Subscribe to changes of a dataset or job, or of what it is made from; list and end subscriptions."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from headwater.answers.subscriptions import ChangeKind, ChangeSeverity, Subscription, SubscriptionPage
from headwater.errors import ConflictError, NotFoundError
from headwater.model.ids import NodeKind, node_key
from headwater.questions import resolve
from headwater.questions.incidents.acts import Actor, By
from headwater.questions.parameters import Cursor, Limit
from headwater.questions.reading import Reading, Writing
from headwater.questions.record import record
from headwater.questions.registry import Parameter, question, write
from headwater.store.queries import subscriptions
from headwater.store.queries.paging import DEFAULT_LIMIT

SubscriptionId = Annotated[int, Parameter("Its number.", minimum=1, maximum=2**63 - 1)]
ByWhom = Annotated[str | None, Parameter("Filter by who made it.")]
OfAsset = Annotated[
    str | None, Parameter("Filter by dataset or job.", examples=("shopflow.sales.orders",), min_length=1)
]


class SubscriptionRequest(BaseModel):
    """Which changes to hear of, and where."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
        json_schema_extra={
            "examples": [
                {
                    "by": "lena.finance",
                    "asset": "shopflow.marts.fct_revenue",
                    "upstream": True,
                    "kinds": ["schema"],
                    "severity": "breaking",
                    "channel": "finance-data",
                }
            ]
        },
    )

    by: Actor = None
    asset: By
    """A dataset or job: any name of it."""
    channel: By
    """A channel of the routing file."""
    upstream: bool = False
    """Hear of changes of what it is made from as well."""
    kinds: Annotated[tuple[ChangeKind, ...], Field(min_length=1, max_length=2)] = ("schema", "lineage")
    severity: ChangeSeverity = "risky"
    """The least that counts. An edge that appears is `compatible`, one that vanishes `risky`."""


@write("/subscriptions", topic="incidents", status=201)
def subscribe(writing: Writing, request: SubscriptionRequest) -> Subscription:
    """Hear of schema or lineage changes of a dataset or job, or upstream of it, once they are published."""
    target = resolve.entity(writing.connection, request.asset, field="asset")
    now, connection = writing.clock(), writing.connection
    with connection.transaction():
        number = subscriptions.insert(
            connection,
            target.answer,
            at=now,
            by=writing.actor(request.by),
            key=node_key(NodeKind(target.kind), target.namespace, target.name),
            upstream=request.upstream,
            kinds=list(dict.fromkeys(request.kinds)),
            severity=request.severity,
            channel=request.channel,
        )
        record(connection, {"subscription": [number]}, now)
        return _found(writing, number)


@write("/subscriptions/{subscription_id}", topic="incidents", method="DELETE")
def unsubscribe(writing: Writing, subscription_id: SubscriptionId) -> Subscription:
    """End a subscription."""
    now, connection = writing.clock(), writing.connection
    with connection.transaction():
        if _found(writing, subscription_id, lock=True).ended_at is not None:
            raise ConflictError(f"subscription {subscription_id} has ended already")
        subscriptions.end(connection, subscription_id, now)
        record(connection, {"subscription": [subscription_id]}, now)
        return _found(writing, subscription_id)


@question("/subscriptions", topic="incidents", lists=("items",))
def list_subscriptions(
    reading: Reading,
    by: ByWhom = None,
    asset: OfAsset = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> SubscriptionPage:
    """Who wants to hear of which changes: subscriptions that have not ended, newest first."""
    key = None
    if asset is not None:
        target = resolve.entity(reading.connection, asset, field="asset")
        key = node_key(NodeKind(target.kind), target.namespace, target.name)
    return subscriptions.page(reading.connection, by, key, limit, cursor)


def _found(reading: Reading, number: int, *, lock: bool = False) -> Subscription:
    row = subscriptions.find(reading.connection, number, lock=lock)
    if row is None:
        raise NotFoundError(f"no subscription `{number}`")
    return row.answer
