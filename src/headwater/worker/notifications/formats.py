"""A message in the words of its receiver: our own, Slack's or PagerDuty's."""

import hashlib
import hmac
from datetime import datetime
from typing import Any

import msgspec

from headwater.worker.notifications.routing_file import Channel

ACTIONS = {"acknowledged": "acknowledge", "resolved": "resolve"}
DETAILS = ("summary", "news", "facts", "owners", "tier")
PAGERDUTY_SEVERITY = {"critical": "critical", "error": "error", "warning": "warning"}


def encoded(
    channel: Channel, message: dict[str, Any], key: str, now: datetime
) -> tuple[bytes, dict[str, str]]:
    """The body, and the headers that go with it. What is secret enters here, and is stored nowhere."""
    makers = {"webhook": _webhook, "slack": _slack, "pagerduty": _pagerduty}
    body = msgspec.json.encode(makers[channel.format](channel, message))
    headers = {"Idempotency-Key": key}
    if channel.format == "webhook":
        headers |= signature(channel.key(), body, now)
    return body, headers


def signature(secret: str, body: bytes, now: datetime) -> dict[str, str]:
    """HMAC-SHA256 over the time, a dot and the body, so that an old message can't be sent again."""
    moment = str(int(now.timestamp()))
    signed = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Headwater-Timestamp": moment, "Headwater-Signature": f"v1={signed}"}


def _webhook(_channel: Channel, message: dict[str, Any]) -> dict[str, Any]:
    return message


def _slack(_channel: Channel, message: dict[str, Any]) -> dict[str, Any]:
    head = f"*{message['name']}* {message['what']}: {message['title']}"
    lines = [message["summary"], *message["news"][:5], message["facts"]]
    return {"text": "\n".join(map(_slack_text, [head, *filter(None, lines)]))[:3000]}


def _slack_text(text: str) -> str:
    """Slack's three signs that make links and mentions.

    >>> _slack_text("<!channel> & <http://x|y>")
    '&lt;!channel&gt; &amp; &lt;http://x|y&gt;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _pagerduty(channel: Channel, message: dict[str, Any]) -> dict[str, Any]:
    """All messages of one incident have one key, so that the pager rings once."""
    return {
        "routing_key": channel.key(),
        "event_action": ACTIONS.get(message["state"], "trigger"),
        "dedup_key": message["key"],
        "payload": {
            "summary": f"{message['name']}: {message['title']}"[:1024],
            "source": "headwater",
            "severity": PAGERDUTY_SEVERITY.get(message["severity"], "error"),
            "timestamp": message["at"],
            "custom_details": {name: message[name] for name in DETAILS},
        },
    }
