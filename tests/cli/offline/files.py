"""A shop in two files, and the offline simulation of a change to it."""

from pathlib import Path
from typing import Any

from headwater.cli.offline.answer import OfflineSimulation, TextInFile
from headwater.cli.offline.request import OfflineRequest, simulate_files
from headwater.simulator.judges import Judges

SCHEMA = """create table shop.orders (id int primary key, customer_id int, amount decimal(10,2), note text);
create table shop.customers (id int, email varchar);
create view shop.paid as select id, amount, customer_id from shop.orders where note = 'paid';
create view shop.revenue as select customer_id, sum(amount) as total from shop.paid group by 1;
"""
QUERIES = """select id, amount
from shop.orders
where note = 'a;b';
select email from customers;
  select total from revenue; select note from orders;
"""
DROP = {"change_type": "drop_column", "target": "amount"}


def simulated(
    folder: Path,
    *changes: dict[str, Any],
    schema: str = SCHEMA,
    queries: str = QUERIES,
    table: str | None = "orders",
    suffix: str = "sql",
    judges: Judges | None = None,
    **options: Any,
) -> OfflineSimulation:
    (folder / "schema.sql").write_text(schema)
    (folder / f"queries.{suffix}").write_text(queries)
    request = OfflineRequest(
        [folder / "schema.sql"], [folder / f"queries.{suffix}"], table, changes or (DROP,), **options
    )
    found = simulate_files(request, judges)
    assert found is not None
    return found


def texts(found: OfflineSimulation) -> list[TextInFile]:
    listed = [*found.queries.items, *found.job_texts.items]
    return [one for one in listed if isinstance(one, TextInFile)]


def verdicts(found: OfflineSimulation) -> dict[str, str]:
    """By the place in the file."""
    return {f"{Path(one.file).name}:{one.line}:{one.column}": one.verdict for one in texts(found)}
