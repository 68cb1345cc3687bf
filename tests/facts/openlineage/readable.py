"""Facts in words, so that a case file can say what an event states and people can read it."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from headwater.facts import Fact
from headwater.model.edges import EdgeKind

Names = dict[str, str]


def readable(facts: Iterable[Fact]) -> dict[str, Any]:
    """What each kind of fact says, sorted, under a word of its own."""
    facts = list(facts)
    names = {fact.key: _name(fact) for fact in facts if fact.kind == "node"}
    # The job that an event names for its run is a fact of its own as well.
    names |= {f"run {fact.key}": names[fact.owner or ""] for fact in facts if fact.kind == "run_job"}
    # Schemas and sets of edges are facts of their own, which others point at.
    names |= {fact.key: fact.value or "" for fact in facts if fact.kind in ("schema", "edge_set")}
    said: dict[str, list[Any]] = {word: [] for word, _ in WORDS.values()}
    for fact in facts:
        if fact.kind in WORDS:
            word, describe = WORDS[fact.kind]
            said[word].append(describe(fact, names))
    return {word: sorted(lines, key=repr) for word, lines in said.items()}


def _name(fact: Fact) -> str:
    name = f"{fact.namespace}/{fact.name}"
    return {"dataset": name, "job": f"job {name}", "column": f"{name}#{fact.field}"}[str(fact.label)]


def _node(fact: Fact, names: Names) -> str:
    return f"{fact.label} {names[fact.key].removeprefix('job ')}"


def _edge(fact: Fact, names: Names) -> str:
    details = json.loads(fact.value or "{}")
    masking = {True: "masked", False: "not masked", None: None}[details["masking"]]
    how = [details["origin"], details["subtype"], masking, details.get("description")]
    kind = EdgeKind[str(fact.label).upper()].name
    details_said = ", ".join(word for word in how if word)
    return f"{kind} {names[fact.source or '']} -> {names[fact.target or '']} ({details_said})"


def _facet(fact: Fact, names: Names) -> str:
    return f"{names[fact.node or '']} {fact.name}{'' if fact.value else ' (deleted)'}"


def _alias(fact: Fact, names: Names) -> str:
    return f"{names[fact.source or '']} is {names[fact.target or '']} ({fact.label})"


def _lifecycle(fact: Fact, names: Names) -> str:
    return f"{names[fact.node or '']} {fact.label}"


def _run(fact: Fact, names: Names) -> str:
    job = names.get(f"run {fact.key}")
    return f"{fact.key} {fact.label}" + (f" of {job}" if job else "")


def _parent(fact: Fact, _names: Names) -> str:
    return f"{fact.key} below {fact.source}, root {fact.target}"


def _stub(fact: Fact, names: Names) -> str:
    return f"{fact.run} of {names[fact.owner or '']}"


def _sighting(fact: Fact, names: Names) -> str:
    return f"{names[fact.node or '']}: {_columns(json.loads(names[fact.target or '']))}"


def _columns(fields: list[dict[str, Any]]) -> str:
    return ", ".join(
        f"{field['name']} {field['type']}" + (f" ({_columns(field['fields'])})" if field["fields"] else "")
        for field in fields
    )


def _assertion(fact: Fact, names: Names) -> str:
    result = json.loads(fact.value or "{}")
    return f"{names[fact.node or '']}#{fact.field or ''} {fact.name}: {result['success']}"


def _quarantine(fact: Fact, _names: Names) -> str:
    return str(fact.name)


def _count(fact: Fact, names: Names) -> int:
    listed = names[fact.target or ""]
    return len(listed.split(",")) if listed else 0


WORDS: dict[str, tuple[str, Callable[[Fact, Names], Any]]] = {
    "node": ("nodes", _node),
    "edge": ("edges", _edge),
    "facet": ("facets", _facet),
    "run_facet": ("run_facets", lambda fact, _names: fact.name),
    "io_facet": ("io_facets", lambda fact, names: f"{names[fact.node or '']} {fact.label} {fact.name}"),
    "alias": ("aliases", _alias),
    "lifecycle": ("lifecycle", _lifecycle),
    "run": ("runs", _run),
    "run_start": ("starts", lambda fact, _names: fact.key),
    "run_end": ("ends", lambda fact, _names: f"{fact.key} {fact.label}"),
    "run_parent": ("parents", _parent),
    "run_stub": ("stubs", _stub),
    "sighting": ("schemas", _sighting),
    "assertion": ("assertions", _assertion),
    "quarantine": ("quarantine", _quarantine),
    "shown": ("edges_shown", _count),
    "declared": ("edges_declared", _count),
}
