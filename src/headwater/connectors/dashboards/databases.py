"""The databases that a tool reads, as OpenLineage names them: from their addresses, or as a team says."""

from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

import msgspec

from headwater.connectors.dashboards.site import Database
from headwater.sql.dialects import dialect_of

# What is written before the address of a database, and the word of OpenLineage for it.
SCHEMES = {"postgresql": "postgres", "postgres": "postgres", "mysql": "mysql", "redshift": "redshift"}
PORTS = {"postgres": 5432, "mysql": 3306, "redshift": 5439}


class DatabaseOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a team says of a database that a tool reads."""

    namespace: str
    """As OpenLineage names it, such as snowflake://account."""
    dialect: str | None = None
    database: str | None = None
    """Stands before a schema."""
    schema: str | None = None
    """Stands before a table that is named alone."""


def named_database(name: str, stated: Mapping[str, DatabaseOption], found: Database | None) -> Database:
    """What the team says of it; else what its address says; else its name alone."""
    option = stated.get(name)
    if option is not None:
        prefix = tuple(word for word in (option.database, option.schema) if word)
        return Database(option.namespace, dialect_of(option.dialect, [option.namespace]), prefix)
    return found or Database(name)


def database_at(engine: str, host: str | None, port: int | None, name: str | None) -> Database | None:
    """
    >>> database_at("postgres", "db", None, "shop")
    Database(namespace='postgres://db:5432', dialect='postgres', prefix=('shop', 'public'))
    """
    scheme = SCHEMES.get(engine.split("+")[0].lower())
    if scheme is None or not host:
        return None
    namespace = f"{scheme}://{host}:{port or PORTS[scheme]}"
    schema = () if scheme == "mysql" else ("public",)
    return Database(namespace, dialect_of(None, [namespace]), ((name,) if name else ()) + schema)


def database_of_address(address: str) -> Database | None:
    """Of an address such as `postgresql+psycopg2://user:password@host/db`, without who reads it."""
    try:
        place = urlsplit(address)
        return database_at(place.scheme, place.hostname, place.port, unquote(place.path).strip("/") or None)
    except ValueError:
        return None
