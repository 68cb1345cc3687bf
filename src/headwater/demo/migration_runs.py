"""Changes of shape as runs: who made them, in which pull request, and what the table looks like after."""

from collections.abc import Iterator

from headwater.demo import facets
from headwater.demo.catalogue import git_sha
from headwater.demo.events import Event, RunIdentity, TimedEvent, mention, run_event, run_id
from headwater.demo.model import MIGRATION_JOBS, Identity, Migration, Shop
from headwater.demo.plan import chance, seconds


def migration_runs(shop: Shop, seed: int) -> Iterator[TimedEvent]:
    for change in shop.migrations:
        of = _run(change, shop, seed)
        # `at` is when the change took effect, which is the end of its run.
        yield run_event("START", change.at - seconds(15, 40, chance(seed, change.job, change.at)), of)
        yield run_event("COMPLETE", change.at, of, outputs=[_changed(change, shop)])


def _run(change: Migration, shop: Shop, seed: int) -> RunIdentity:
    job = Identity(MIGRATION_JOBS, change.job)
    path = f"migrations/{change.pull_request:04d}_{change.job}.sql"
    return RunIdentity(
        job=job,
        run_id=run_id(seed, job, change.at),
        run_facets={"headwater_actor": facets.actor(shop.people[change.actor])},
        job_facets={
            "sql": facets.sql(change.sql),
            "jobType": facets.job_type("MIGRATIONS", "MIGRATION"),
            "sourceCodeLocation": facets.source_code(path, git_sha(path, change.sql), change.pull_request),
            "ownership": facets.ownership(shop.people[change.actor], "Job"),
        },
    )


def _changed(change: Migration, shop: Shop) -> Event:
    """The table after the change; a dropped one has no columns left to show."""
    dataset = shop.datasets[change.dataset]
    state = {"lifecycleStateChange": facets.lifecycle(change.lifecycle, change.previous)}
    if change.lifecycle == "DROP":
        return mention(dataset, state)
    columns = shop.columns_at(change.dataset, change.at)
    shape = {"schema": facets.schema(columns), "tags": facets.dataset_tags(dataset, columns)}
    return mention(dataset, {**state, **shape})
