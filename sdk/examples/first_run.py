"""A block of a script is a run of a job: four lines."""

from headwater_sdk import track

with track("orders.daily") as run:
    run.reads("warehouse/orders")
    run.writes("warehouse/daily_orders", rows=1_204)
