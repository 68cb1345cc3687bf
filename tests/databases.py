"""Databases for tests: copies of one migrated template, emptied and used again where that is safe."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict

TEMPLATE = "headwater_template"
# Lost on a crash of the machine, which no test survives; a database is then made and dropped without waiting
# for the disk.
UNSAFE_AND_FAST = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
# A table that has grown larger than this would slow down the tests after: it begins anew.
LARGEST_BYTES = 4_000_000

TABLES = """
select c.oid::regclass::text from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.oid
"""
# Any difference means that a test has changed more than rows.
SHAPE = """
select (select count(*) || '/' || max(oid) from pg_class where relnamespace = 'public'::regnamespace),
       (select count(*) || '/' || max(oid) from pg_proc),
       (select count(*) || '/' || max(oid) from pg_constraint),
       (select count(*) || '/' || max(oid) from pg_trigger),
       (select count(*) from pg_attribute where not attisdropped and attrelid in
          (select oid from pg_class where relnamespace = 'public'::regnamespace))
"""
# Tables of which more than rows is left when these are deleted: their size, and what was found out of them.
WORN = """
select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  and (reltuples >= 0 or pg_relation_size(oid) > %s) order by oid
"""
FORGET_STATISTICS = """
delete from pg_statistic where starelid in
  (select oid from pg_class where relnamespace = 'public'::regnamespace)
"""
OTHERS = """
select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
"""
# A connection that was closed stays in that list for some milliseconds.
LEAVING_SECONDS = 0.25
RESTART_SEQUENCES = "select setval(seqrelid, seqstart, false) from pg_sequence"


def database_of(url: str, name: str) -> str:
    """The same server's URL with another database."""
    address, question, options = url.partition("?")
    return f"{address.rpartition('/')[0]}/{name}{question}{options}"


class Databases:
    """Hands out databases equal to the template and takes them back.

    Making and dropping a database takes some hundred times as long as deleting the few rows of a test, so one
    that comes back is emptied; tables that have grown or were analysed begin anew. It is dropped instead when
    the shape of its tables has changed, or when somebody is still connected to it.
    """

    def __init__(self, server_url: str) -> None:
        self.server_url = server_url
        self._server: Connection[Any] = psycopg.connect(server_url, autocommit=True)
        self._free: list[str] = []
        with psycopg.connect(database_of(server_url, TEMPLATE), autocommit=True) as template:
            self._shape = template.execute(SHAPE).fetchone()
            self._tables = [name for (name,) in template.execute(TABLES)]
            self._seeds = {name: rows for name in self._tables if (rows := _rows(template, name))}

    def take(self) -> str:
        """The URL of a database as the migrations leave it."""
        if self._free:
            return self._free.pop()
        name = f"test_{uuid4().hex}"
        self._server.execute(f"create database {name} template {TEMPLATE}")
        return database_of(self.server_url, name)

    def give_back(self, url: str) -> None:
        if self._is_emptied(url):
            self._free.append(url)
        else:
            name = conninfo_to_dict(url)["dbname"]
            self._server.execute(f"drop database {name} with (force)")

    def close(self) -> None:
        self._server.close()

    def _is_emptied(self, url: str) -> bool:
        with psycopg.connect(url, autocommit=True) as connection:
            safe = _is_alone(connection) and connection.execute(SHAPE).fetchone() == self._shape
            if safe:
                self._empty(connection)
        return safe

    def _empty(self, connection: Connection[Any]) -> None:
        with connection.transaction():
            # Foreign keys are not looked at: all tables end as in the template.
            connection.execute("set local session_replication_role = replica")
            if worn := [name for (name,) in connection.execute(WORN, [LARGEST_BYTES])]:
                connection.execute(f"truncate {', '.join(worn)} cascade")
                connection.execute(FORGET_STATISTICS)
            connection.execute(";".join(f"delete from {table}" for table in self._tables))
            connection.execute(RESTART_SEQUENCES)
            for table, rows in self._seeds.items():
                connection.execute(
                    f"insert into {table} overriding system value "
                    f"select * from json_populate_recordset(null::{table}, %s)",
                    [rows],
                )


def _is_alone(connection: Connection[Any]) -> bool:
    deadline = time.monotonic() + LEAVING_SECONDS
    while others := _scalar(connection, OTHERS):
        if time.monotonic() > deadline:
            break
        time.sleep(0.005)
    return not others


def _rows(connection: Connection[Any], table: str) -> str | None:
    """A table's rows as JSON text, if it has any."""
    rows: str | None = _scalar(connection, f"select json_agg(t)::text from {table} t")
    return rows


def _scalar(connection: Connection[Any], query: str) -> Any:
    [(value,)] = connection.execute(query).fetchall()
    return value


@contextmanager
def borrowed(databases: Databases) -> Iterator[str]:
    """A database for as long as the block runs."""
    url = databases.take()
    yield url
    databases.give_back(url)
