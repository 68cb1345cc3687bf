"""Headwater from a script: the same questions and writes, sync and async, with typed answers.

from headwater.client import Headwater

with Headwater("http://127.0.0.1:8000") as headwater:
    headwater.register_asset("crm.customers", columns=[Column("email", "text", is_pii=True)])
    print(headwater.downstream_impact("crm.customers", column="email").total.assets)
"""

from headwater.client.answers import Column
from headwater.client.client import AsyncHeadwater, Headwater
from headwater.client.errors import (
    HeadwaterClientError,
    NameAmbiguousError,
    NameNotFoundError,
    NoAnswerError,
    RequestRefusedError,
    ServerNotReadyError,
    UnreadableAnswerError,
)

__all__ = [
    "AsyncHeadwater",
    "Column",
    "Headwater",
    "HeadwaterClientError",
    "NameAmbiguousError",
    "NameNotFoundError",
    "NoAnswerError",
    "RequestRefusedError",
    "ServerNotReadyError",
    "UnreadableAnswerError",
]
