"""What Watcher's SQL users read, under the names and columns that they know."""

from typing import Any

import pytest
from psycopg import Connection

# As Watcher's own schema has them.
COLUMNS = {
    "pipeline": {
        *("id", "name", "pipeline_type_id", "watermark", "next_watermark", "pipeline_args"),
        *("last_target_insert", "last_target_update", "last_target_soft_delete", "timely_number"),
        *("timely_datepart", "mute_timely_check", "load_lineage", "active", "created_at", "updated_at"),
    },
    "pipeline_type": {"id", "name", "timely_number", "timely_datepart", "mute_timely_check", "created_at"},
    "pipeline_execution": {
        *("id", "parent_id", "pipeline_id", "start_date", "end_date", "duration_seconds", "inserts"),
        *("updates", "soft_deletes", "total_rows", "completed_successfully", "full_load", "watermark"),
        *("next_watermark", "execution_metadata"),
    },
    "address": {
        *("id", "name", "address_type_id", "database_name", "schema_name", "table_name", "primary_key"),
        *("deprecated", "created_at", "updated_at"),
    },
    "address_type": {"id", "name", "group_name", "created_at", "updated_at"},
    "address_lineage": {"id", "pipeline_id", "source_address_id", "target_address_id"},
    "address_lineage_closure": {"source_address_id", "target_address_id", "depth"},
    "timeliness_pipeline_execution_log": {
        *("id", "pipeline_execution_id", "pipeline_id", "duration_seconds", "seconds_threshold"),
        "created_at",
    },
}


@pytest.mark.parametrize("table", COLUMNS)
def test_a_table_has_the_columns_that_watcher_has(connection: Connection, table: str) -> None:
    query = "select column_name from information_schema.columns where table_name = %s"
    assert {name for (name,) in connection.execute(query, [table])} >= COLUMNS[table]


@pytest.fixture
def pipelines(connection: Connection) -> Connection:
    """Two pipelines over five addresses: a diamond 1 to 4, from there back to 1, and 5 on its own."""
    connection.execute(
        """
        insert into pipeline_type (name) values ('tests');
        insert into pipeline (name, pipeline_type_id, job_namespace, job_name, job_key)
            select name, 1, 'watcher', name, gen_random_uuid() from unnest(array['one', 'two']) as name;
        insert into address_type (name) values ('postgresql');
        insert into address (name, address_type_id, dataset_namespace, dataset_name)
            select 'a' || number, 1, 'postgresql', 'a' || number from generate_series(1, 5) as number;
        insert into pipeline_lineage (pipeline_id, source_address_id, target_address_id)
            values (1, 1, 2), (1, 1, 3), (1, 2, 4), (2, 3, 4), (2, 4, 1), (2, 1, 2);
        """
    )
    return connection


def rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return connection.execute(query).fetchall()


def test_lineage_is_listed_as_each_pipeline_declares_it(pipelines: Connection) -> None:
    query = """
        select pipeline_id, source_address_id, target_address_id from address_lineage
        where target_address_id = 2 order by pipeline_id
    """
    assert rows(pipelines, query) == [(1, 1, 2), (2, 1, 2)]
    assert rows(pipelines, "select count(distinct id) from address_lineage") == [(6,)]


def test_the_closure_has_the_fewest_edges_of_a_diamond_and_ends_on_a_cycle(pipelines: Connection) -> None:
    query = """
        select target_address_id, depth from address_lineage_closure
        where source_address_id = 1 order by target_address_id
    """
    assert rows(pipelines, query) == [(1, 0), (2, 1), (3, 1), (4, 2)]
    upstream = """
        select source_address_id, depth from address_lineage_closure
        where target_address_id = 1 order by depth, source_address_id
    """
    assert rows(pipelines, upstream) == [(1, 0), (4, 1), (2, 2), (3, 2)]
    assert rows(pipelines, "select * from address_lineage_closure where source_address_id = 5") == [(5, 5, 0)]


def test_a_question_about_one_source_walks_from_that_source_alone(pipelines: Connection) -> None:
    explain = (
        "explain (analyze, timing off) select * from address_lineage_closure where source_address_id = 1"
    )
    plan = "\n".join(line for (line,) in pipelines.execute(explain))
    assert "Function Scan on addresses_downstream" in plan
    assert "loops=4" not in plan
    assert "loops=5" not in plan


def test_the_log_of_timeliness_names_executions_with_their_limit(pipelines: Connection) -> None:
    pipelines.execute(
        """
        insert into pipeline_execution (run_id, pipeline_id, start_date)
            values ('00000000-0000-0000-0000-00000000000a', 2, '2026-04-20T00:00:00Z');
        insert into timeliness_breach
            (pipeline_id, job_key, kind, since, run_id, duration_seconds, limit_seconds, rule)
        select 2, gen_random_uuid(), kind, now(), run_id, seconds, 60, 'rule'
        from (
            values ('execution', '00000000-0000-0000-0000-00000000000a'::uuid, 90), ('data_age', null, null)
        )
            as found (kind, run_id, seconds);
        """
    )
    query = """
        select pipeline_execution_id, pipeline_id, duration_seconds, seconds_threshold
        from timeliness_pipeline_execution_log
    """
    assert rows(pipelines, query) == [(1, 2, 90, 60)]
