"""A nightly job with its steps: decorated functions, a generator, threads, and a step that fails."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from headwater_sdk import current_run, inherit_run, lineage_track, telemetry_track


@lineage_track(inputs=["crm/customers"], tags={"step": "extract"})
def customers() -> Iterator[dict[str, str]]:
    """A run until its last row is read."""
    for number in range(3):
        yield {"id": str(number)}


@telemetry_track(service_name="nightly")
@lineage_track("load_table", description="Copy one table to the warehouse")
def load(table: str) -> int:
    run = current_run()
    run.reads(f"shop/{table}")
    run.writes(f"warehouse/{table}", rows=len(table), schema={"id": "bigint"})
    return len(table)


@lineage_track(outputs=["warehouse/report"])
def report() -> None:
    raise ValueError("no orders today")


@lineage_track
def nightly() -> int:
    """Its steps are runs inside this run, also those in threads."""
    rows = len(list(customers()))
    with ThreadPoolExecutor(2) as pool:
        rows += sum(pool.map(inherit_run(load), ["orders", "refunds"]))
    try:
        report()
    except ValueError as error:
        # Tracked as a failed run, and raised as it always was.
        print(f"no report: {error}")
    return rows


if __name__ == "__main__":
    print(f"{nightly()} rows")
