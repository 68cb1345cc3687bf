"""The table that a JDBC address and a name stand for, as OpenLineage names it, without anything secret."""

from __future__ import annotations

import re

from headwater_sdk.datasets import Dataset

# Where OpenLineage's word for a database differs from that of its driver.
SCHEMES = {"postgresql": "postgres"}
# `jdbc:` and the driver's own words before the scheme's authority; then the database, before any parameter.
ADDRESS = re.compile(r"jdbc:([A-Za-z0-9]+):(?:[A-Za-z0-9]+:)*//([^/;?]*)/?([^;?]*)")
QUOTES = str.maketrans("", "", '"`[]')


def jdbc_table(url: str, table: str) -> Dataset | None:
    """None where a query stands in the place of a table, which has no name.

    >>> str(jdbc_table("jdbc:postgresql://me:secret@db:5432/shop?password=x", 'public."orders"'))
    'postgres://db:5432/shop.public.orders'
    >>> str(jdbc_table("jdbc:derby:memory:shop;create=true", "ORDERS"))
    'derby:memory:shop/ORDERS'
    >>> jdbc_table("jdbc:mysql://db/shop", "(select 1) as x") is None
    True
    """
    if table.lstrip().startswith("(") or re.search(r"\s", table.strip()):
        return None
    name = table.strip().translate(QUOTES)
    found = ADDRESS.match(url)
    if found is None:
        return Dataset(re.split(r"[;?]", url.replace("jdbc:", "", 1))[0], name)
    scheme, authority, database = found.groups()
    place = f"{SCHEMES.get(scheme, scheme)}://{authority.rpartition('@')[2]}"
    return Dataset(place, f"{database}.{name}" if database else name)
