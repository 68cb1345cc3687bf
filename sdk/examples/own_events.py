"""Events of one's own making, sent at once: what the server says is returned, and errors are raised."""

import asyncio
import uuid
from datetime import datetime, timezone

from headwater_sdk import AsyncLineageHubClient, LineageHubClient

EVENT = {
    "eventType": "COMPLETE",
    "eventTime": datetime.now(timezone.utc).isoformat(),
    "run": {"runId": str(uuid.uuid4())},
    "job": {"namespace": "my-team", "name": "own_events"},
    "outputs": [{"namespace": "warehouse", "name": "own"}],
}

with LineageHubClient(namespace="my-team") as client:
    reply = client.send_events([EVENT, {"not": "an event"}])
    print(f"{reply.accepted} accepted, {reply.rejected} rejected: {reply.errors[0]}")


async def main() -> None:
    async with AsyncLineageHubClient(namespace="my-team") as client:
        health = await client.health()
        print(f"{health.service} is there")


asyncio.run(main())
