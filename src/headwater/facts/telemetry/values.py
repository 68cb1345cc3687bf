"""Attributes as OTLP sends them, read into plain values within a budget; what goes beyond it is counted."""

import base64
import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue

# OpenTelemetry's own default for attributes of a span.
MAX_ATTRIBUTES = 128
MAX_TEXT = 4096
MAX_KEY = 256
MAX_DEPTH = 8
MAX_ITEMS = 256
# Of all attributes of one span together, as JSON.
MAX_BYTES = 65_536

Attributes = dict[str, Any]
encoder = msgspec.json.Encoder(order="sorted")


class AttributeBudget:
    """Counts what was dropped or shortened while one item is read."""

    __slots__ = ("cut",)

    def __init__(self) -> None:
        self.cut = 0

    def text(self, value: str, limit: int = MAX_TEXT) -> str:
        """Storable in PostgreSQL, which knows no NUL, and not too long."""
        if "\x00" in value:
            value = value.replace("\x00", "\ufffd")
        if len(value) <= limit:
            return value
        self.cut += 1
        return value[:limit]

    def attributes(self, sent: Iterable[KeyValue]) -> Attributes:
        """Of a repeated key, the last."""
        found: Attributes = {}
        for pair in sent:
            if len(found) >= MAX_ATTRIBUTES:
                self.cut += 1
                continue
            key, value = pair.key, pair.value
            if len(key) > MAX_KEY or "\x00" in key:
                key = self.text(key, MAX_KEY)
            # Nearly all attributes are short texts; of any other kind this one is empty.
            text = value.string_value
            found[key] = text if text and len(text) <= MAX_TEXT and "\x00" not in text else self.value(value)
        return found

    def value(self, sent: AnyValue, depth: int = 0) -> Any:
        kind = sent.WhichOneof("value")
        if kind is None:
            return None
        plain = getattr(sent, kind)
        if kind == "string_value":
            return self.text(plain)
        if kind == "double_value":
            # JSON has no word for these.
            return plain if math.isfinite(plain) else str(plain)
        if kind == "bytes_value":
            return self.text(base64.b64encode(plain[:MAX_TEXT]).decode())
        if kind in ("array_value", "kvlist_value"):
            return self._nested(plain.values, depth, keyed=kind == "kvlist_value")
        return plain

    def _nested(self, values: Any, depth: int, keyed: bool) -> Any:
        self.cut += max(len(values) - MAX_ITEMS, 0)
        if depth >= MAX_DEPTH:
            self.cut += 1
            return None
        if keyed:
            return {
                self.text(one.key, MAX_KEY): self.value(one.value, depth + 1) for one in values[:MAX_ITEMS]
            }
        return [self.value(one, depth + 1) for one in values[:MAX_ITEMS]]

    def json(self, values: Attributes) -> str:
        """As JSON; the largest values go first where all together are too large."""
        encoded = encoder.encode(values)
        if len(encoded) <= MAX_BYTES:
            return encoded.decode()
        kept = dict(values)
        for key in sorted(values, key=lambda key: len(encoder.encode(values[key])), reverse=True):
            self.cut += 1
            del kept[key]
            encoded = encoder.encode(kept)
            if len(encoded) <= MAX_BYTES:
                break
        return encoded.decode()


def text_of(attributes: Mapping[str, Any], *names: str) -> str | None:
    """The first of these attributes that is there, as text.

    >>> text_of({"try_number": 2, "x": ""}, "x", "try_number")
    '2'
    """
    for name in names:
        value = attributes.get(name)
        if isinstance(value, bool) or value is None or isinstance(value, list | dict):
            continue
        text = str(value).strip()
        if text:
            return text
    return None
