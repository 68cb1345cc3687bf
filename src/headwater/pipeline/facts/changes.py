"""What happened to datasets and jobs: other names, renames, drops, and results of quality checks."""

from collections.abc import Iterator

import msgspec

from headwater.model.ids import digest
from headwater.pipeline.facts.facets import AssertionsFacet, LifecycleFacet, SymlinksFacet
from headwater.pipeline.facts.fact import Fact, dataset_node
from headwater.pipeline.facts.reading import DatasetPart, Reading, dataset_id

encode = msgspec.json.Encoder(order="sorted").encode


def alias_facts(reading: Reading) -> Iterator[Fact]:
    for part in reading.datasets():
        facet = reading.facet(part.facets, "symlinks", SymlinksFacet, f"{part.where}.facets")
        for identifier in (facet.identifiers or ()) if facet else ():
            alias = dataset_id(identifier.namespace, identifier.name)
            if alias != part.dataset:
                yield dataset_node(alias)
                yield _alias(alias.key, part.dataset.key, "symlink")


def lifecycle_facts(reading: Reading) -> Iterator[Fact]:
    for part in reading.datasets():
        facet = lifecycle_of(reading, part)
        if facet is None:
            continue
        state = facet.lifecycleStateChange.upper()
        yield _lifecycle(reading, part.dataset.key, state)
        if state == "RENAME" and facet.previousIdentifier:
            before = dataset_id(facet.previousIdentifier.namespace, facet.previousIdentifier.name)
            yield dataset_node(before)
            yield _alias(before.key, part.dataset.key, "rename")
    yield from _job_lifecycle(reading)


def lifecycle_of(reading: Reading, part: DatasetPart) -> LifecycleFacet | None:
    return reading.facet(part.facets, "lifecycleStateChange", LifecycleFacet, f"{part.where}.facets")


def assertion_facts(reading: Reading) -> Iterator[Fact]:
    """dbt sends the same results among the input facets and the dataset facets: one key for both."""
    for part in reading.datasets():
        for facets, where in ((part.facets, f"{part.where}.facets"), (part.io_facets, part.io_where)):
            facet = reading.facet(facets, "dataQualityAssertions", AssertionsFacet, where)
            for assertion in (facet.assertions or ()) if facet else ():
                occasion = reading.run or str(reading.at)
                name = assertion.name or assertion.assertion
                key = digest(part.dataset.key, assertion.column or "", assertion.assertion, name, occasion)
                value = encode(msgspec.to_builtins(assertion)).decode()
                yield Fact(
                    "assertion",
                    key,
                    node=part.dataset.key,
                    run=reading.run,
                    name=name,
                    field=assertion.column,
                    value=value,
                )


def _job_lifecycle(reading: Reading) -> Iterator[Fact]:
    job = reading.job
    facet = reading.facet(reading.job_facets, "lifecycleStateChange", LifecycleFacet, "job.facets")
    if job is not None and facet is not None:
        yield _lifecycle(reading, job.key, facet.lifecycleStateChange.upper())


def _lifecycle(reading: Reading, node: str, state: str) -> Fact:
    return Fact("lifecycle", digest(node, reading.event_id), node=node, label=state)


def _alias(alias: str, target: str, reason: str) -> Fact:
    return Fact("alias", digest(alias, target, reason), source=alias, target=target, label=reason)
