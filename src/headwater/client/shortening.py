"""Makes JSON fit a number of characters: what is small stays whole, and what is large loses its end."""

from typing import Any

import msgspec

# So many items of a list are shown before the first of them gets more room.
LEAST_ITEMS = 3
# A map may have any number of keys; the fields of an answer are fewer than this.
MOST_KEYS = 50
# Of a text, however little room there is: half a name is no use to anybody.
LEAST_TEXT = 200

LeftOut = dict[str, str]
"""By place in the JSON: how much of it is left."""


def shortened(value: Any, room: int) -> tuple[Any, LeftOut]:
    """The value in about `room` characters, and what was left out of it.

    >>> shortened({"name": "orders", "rows": [100, 200, 300, 400]}, 32)
    ({'name': 'orders', 'rows': [100]}, {'rows': '1 of 4'})
    """
    left_out: LeftOut = {}
    return _shortened(value, room, "", left_out), left_out


def json_size(value: Any) -> int:
    return len(msgspec.json.encode(value).decode())


def _shortened(value: Any, room: int, place: str, left_out: LeftOut) -> Any:
    if json_size(value) <= room:
        return value
    if isinstance(value, str):
        return _text(value, room, place, left_out)
    if isinstance(value, list):
        return _list(value, room, place, left_out)
    return _object(value, room, place, left_out) if isinstance(value, dict) else value


def _text(value: str, room: int, place: str, left_out: LeftOut) -> str:
    kept = max(room - len('"…"'), LEAST_TEXT)
    if len(value) <= kept:
        return value
    left_out.setdefault(place, f"{kept} of {len(value)} characters")
    return value[:kept] + "…"


def _list(value: list[Any], room: int, place: str, left_out: LeftOut) -> list[Any]:
    kept: list[Any] = []
    used, share = len("[]"), room // LEAST_ITEMS - len(",")
    for item in value:
        shorter = _shortened(item, share, f"{place}[]", left_out)
        used += json_size(shorter) + 1
        if kept and used > room:
            break
        kept.append(shorter)
    if len(kept) < len(value):
        left_out.setdefault(place, f"{len(kept)} of {len(value)}")
    return kept


def _object(value: dict[str, Any], room: int, place: str, left_out: LeftOut) -> dict[str, Any]:
    """Small fields first: what they leave of their share is for the larger ones."""
    keys = list(value)[:MOST_KEYS]
    if len(keys) < len(value):
        left_out.setdefault(place, f"{len(keys)} of {len(value)} keys")
    sizes = {key: json_size(value[key]) for key in keys}
    room -= len("{}") + sum(len(key) + len('"":,') for key in keys)
    fitting: dict[str, Any] = {}
    for done, key in enumerate(sorted(keys, key=sizes.__getitem__)):
        share = max(room, 0) // (len(keys) - done)
        fitting[key] = _shortened(value[key], share, f"{place}.{key}".lstrip("."), left_out)
        room -= json_size(fitting[key])
    return {key: fitting[key] for key in keys}
