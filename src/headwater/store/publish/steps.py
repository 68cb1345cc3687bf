"""The steps of publishing, in their order: each is a file beside this one, nearly all of statements."""

from collections.abc import Callable, Mapping
from importlib.resources import files

from psycopg import Connection

from headwater.facts.kinds import KINDS
from headwater.store.publish.joined_groups import find_joined_groups

# Steps that also work on what the steps before them left.
ALWAYS: tuple[str, ...] = ()

# Each step, and, if it does nothing without them, the kinds of facts that it is about.
ORDER: Mapping[str, tuple[str, ...]] = {
    "nodes": ALWAYS,
    "aliases": ("alias",),
    "namespace_joins": ALWAYS,
    "joined_groups": ALWAYS,
    "alias_groups": ALWAYS,
    "alias_columns": ALWAYS,
    "facets": ("facet", "run_facet", "io_facet"),
    "attributes": ("facet",),
    "labels": ("facet",),
    "edges": ALWAYS,
    "runs": ALWAYS,
    "declarations": ("declared",),
    "touched_owners": ALWAYS,
    "lifecycle": ALWAYS,
    "schemas": ("schema", "sighting"),
    "assertions": ("assertion",),
    "quarantine": ("quarantine",),
    "sql_bind": ALWAYS,
    "queries": ALWAYS,
}


def _unordered() -> dict[str, tuple[str, ...]]:
    steps = dict.fromkeys(kind.step for kind in KINDS.values() if kind.step and kind.step not in ORDER)
    return {step: tuple(kind.name for kind in KINDS.values() if kind.step == step) for step in steps}


# A step that a kind of fact names and that needs no place in the order runs after it.
STEPS: Mapping[str, tuple[str, ...]] = {**ORDER, **_unordered()}

# What was read from SQL adds nodes and edges of its own; then it is decided when each edge was alive.
DERIVED_STEPS: Mapping[str, tuple[str, ...]] = dict.fromkeys(("nodes", "alias_columns", "edges"), ALWAYS)
LAST_STEPS: Mapping[str, tuple[str, ...]] = dict.fromkeys(("sql_show", "spans", "sql_sweep"), ALWAYS)


# Steps that SQL can't do in a time that grows with the batch alone.
FUNCTIONS: Mapping[str, Callable[[Connection], None]] = {"joined_groups": find_joined_groups}


def statements() -> dict[str, tuple[str, ...]]:
    """The statements of every step that is a file of them."""
    return {name: _read(name) for name in (*STEPS, *DERIVED_STEPS, *LAST_STEPS) if name not in FUNCTIONS}


def _read(step: str) -> tuple[str, ...]:
    text = files(__package__).joinpath(f"{step}.sql").read_text()
    return tuple(statement for statement in text.split(";\n") if statement.strip())
