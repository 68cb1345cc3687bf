"""What changed between two versions of a schema, chosen by number or by time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from headwater.answers.catalog import SchemaVersion
from headwater.answers.dataset_history import SchemaVersionDiff
from headwater.errors import BadParameterError, NotFoundError
from headwater.questions import resolve
from headwater.questions.change.schema_judgement import schema_change, worst_verdict
from headwater.questions.history.judged_changes import judged
from headwater.questions.parameters import Asset, Moment
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.simulator.changes import Change
from headwater.store.queries import nodes
from headwater.store.queries.schema_history import VersionRow
from headwater.store.queries.schemas import versions

# How far back versions are counted.
MOST_VERSIONS = 1_000

OldVersion = Annotated[
    int | None, Parameter("Number of the old version, from 1. Default the last but one.", minimum=1)
]
NewVersion = Annotated[int | None, Parameter("Number of the new version. Default the last.", minimum=1)]
OldTime = Annotated[Moment | None, Parameter("The version of this time, instead of a number.")]


@question("/schema-versions/diff", topic="history")
def version_diff(
    reading: Reading,
    asset: Asset,
    from_version: OldVersion = None,
    to_version: NewVersion = None,
    from_time: OldTime = None,
    to_time: OldTime = None,
) -> SchemaVersionDiff:
    """What changed between two versions of a dataset's schema; by default the last two."""
    connection = reading.connection
    dataset = resolve.entity(connection, asset, resolve.DATASET, field="asset")
    page = versions(connection, nodes.members(connection, dataset.id), MOST_VERSIONS)
    found, first = list(reversed(page.items)), page.total - len(page.items) + 1
    if not found:
        raise NotFoundError(f"no schema of `{dataset}` is known")
    newest = _chosen(found, first, to_version, to_time, ("to_version", "to_time"), len(found) - 1)
    oldest = _chosen(found, first, from_version, from_time, ("from_version", "from_time"), max(newest - 1, 0))
    before, after = found[oldest], found[newest]
    changes = _judged(reading, dataset.id, before, after)
    return SchemaVersionDiff(
        node=dataset.answer,
        from_version=first + oldest,
        to_version=first + newest,
        from_at=before.valid_from,
        to_at=after.valid_from,
        verdict=worst_verdict(changes).value,
        changes=tuple(schema_change(change) for change in changes),
    )


def _judged(
    reading: Reading, dataset: int, before: SchemaVersion, after: SchemaVersion
) -> tuple[Change, ...]:
    """By who read the dataset right before the later of the two."""
    pair = VersionRow(
        version_id=0,
        dataset_id=dataset,
        job_id=None,
        at=max(before.valid_from, after.valid_from),
        valid_to=after.valid_to,
        event_id=after.event_id,
        run_id=after.run_id,
        actor=None,
        before=before.fields,
        after=after.fields,
    )
    return judged(reading, [pair])[0].changes


def _chosen(
    found: Sequence[SchemaVersion],
    first: int,
    number: int | None,
    moment: datetime | None,
    fields: tuple[str, str],
    default: int,
) -> int:
    if number is not None:
        if not first <= number < first + len(found):
            raise BadParameterError(fields[0], f"must be from {first} to {first + len(found) - 1}")
        return number - first
    if moment is None:
        return default
    earlier = [place for place, one in enumerate(found) if one.valid_from <= moment]
    if not earlier:
        raise BadParameterError(fields[1], "no version is known of that time")
    return earlier[-1]
