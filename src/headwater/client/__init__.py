"""Headwater from a script: the same questions and writes, sync and async, with typed answers.

from headwater.client import Headwater

with Headwater("http://127.0.0.1:8000") as headwater:
    headwater.register_asset(
        name="crm.customers", type="table", columns=[Column("email", "text", is_pii=True)]
    )
    print(headwater.impact("crm.customers", column="email").total.assets)
"""

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
from headwater.client.request import Column

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
