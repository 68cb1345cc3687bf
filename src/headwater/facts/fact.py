"""One statement of one event, in the one shape that all facts share, so that one fold serves them all.

A fact has a kind and a key. Facts of the same kind and key are merged: first and last time seen, and
the rest from the latest event. That merge commutes, so neither order nor repetition matters. Which kinds
there are, and what each puts where, is declared in `kinds.py`; facts are made there and nowhere else.
"""

from typing import Annotated, NamedTuple, get_type_hints

# A 16-byte digest or a UUID, in hex. The note is the type of the column that holds it when it is published.
Key = Annotated[str, "uuid"]


class Fact(NamedTuple):
    kind: str
    key: Key
    node: Key | None = None
    source: Key | None = None
    target: Key | None = None
    owner: Key | None = None
    run: Key | None = None
    label: str | None = None
    namespace: str | None = None
    name: str | None = None
    field: str | None = None
    value: str | None = None


def column_types() -> dict[str, str]:
    """Each field of a fact, and the PostgreSQL type of the column that holds it.

    >>> column_types()["key"], column_types()["owner"], column_types()["label"]
    ('uuid not null', 'uuid', 'text')
    """
    types = {
        name: "uuid" if "uuid" in str(hint) else "text"
        for name, hint in get_type_hints(Fact, include_extras=True).items()
    }
    return {
        name: kind if name in Fact._field_defaults else f"{kind} not null" for name, kind in types.items()
    }
