"""Facets whose words become attributes of a dataset or job, which lists filter by.

Publishing takes these words from the facet itself (`store/publish/attributes.sql` and `labels.sql`), within
the same budgets. Here it is said what it passes over.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from headwater.facts.budgets import OWNERS, TAGS, WORD, PartBudget, Problems, too_long, within
from headwater.facts.openlineage.facets import DatasetTypeFacet, JobTypeFacet, OwnershipFacet, TagsFacet
from headwater.facts.part import EventPart
from headwater.facts.problem import PartProblem

encode = msgspec.json.Encoder().encode


def dataset_type(facet: DatasetTypeFacet) -> EventPart:
    return EventPart(problems=tuple(_long_word(facet.datasetType, ".datasetType")))


def job_type(facet: JobTypeFacet) -> EventPart:
    return EventPart(problems=tuple(_long_word(facet.jobType, ".jobType")))


def ownership(facet: OwnershipFacet) -> EventPart:
    owners = facet.owners if isinstance(facet.owners, list) else []
    names = [owner.get("name") if isinstance(owner, dict) else None for owner in owners]
    return EventPart(problems=_words(names, OWNERS, ".owners"))


def long_tags(facet: TagsFacet) -> Problems:
    return _words([f"{tag.key}:{_text(tag.value)}" for tag in facet.tags or ()], TAGS, ".tags")


def _words(words: list[Any], budget: PartBudget, part: str) -> Problems:
    first, problems = within(words, budget, part)
    found = (problem for index, word in enumerate(first) for problem in _long_word(word, f"{part}[{index}]"))
    return (*problems, *found)


def _long_word(value: Any, part: str) -> Iterator[PartProblem]:
    text = _text(value)
    if len(text) > WORD.limit:
        yield too_long(text, WORD, part)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else encode(value).decode()
