"""Kinds of edges in SQL: the words and numbers are those of the model."""

import psycopg
import pytest
from psycopg import Connection

from headwater.model.edges import EdgeKind


def test_sql_names_each_kind_of_edge_by_the_models_word(connection: Connection) -> None:
    for kind in EdgeKind:
        assert connection.execute("select edge_kind(%s)", [kind.name.lower()]).fetchone() == (int(kind),)


def test_a_word_that_is_no_kind_of_edge_is_an_error(connection: Connection) -> None:
    with pytest.raises(psycopg.errors.CaseNotFound):
        connection.execute("select edge_kind('raeds')")
