"""What is left of procedural code: the statements, in their order."""

import pytest
from sqlglot.dialects.dialect import Dialect

from headwater.sql.blocks import without_blocks


def left(text: str, dialect: str) -> list[str]:
    chosen = Dialect.get_or_raise(dialect)
    found = without_blocks(list(chosen.tokenize(text)), text, chosen)
    statements = " ".join(token.text for token in found.tokens).split(";")
    return [statement.strip() for statement in statements if statement.strip()]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("tsql", "begin insert into o select 1; end"),
        ("tsql", "begin try insert into o select 1 end try begin catch end catch"),
        ("tsql", "create proc p @d int as insert into o select 1"),
        ("tsql", "if @x > 1 begin insert into o select 1 end"),
        ("snowflake", "begin insert into o select 1; end"),
        ("snowflake", "begin n := 2; let m := 3; insert into o select 1; return n; end"),
        ("snowflake", "declare n int; begin insert into o select 1; end"),
        ("bigquery", "begin insert into o select 1; exception when error then raise; end"),
        ("bigquery", "loop insert into o select 1; leave; end loop"),
        ("mysql", "create procedure p(in x int) begin declare n int; insert into o select 1; end"),
        ("oracle", "create procedure p is n int; begin insert into o select 1; end p;"),
        ("oracle", "begin for i in 1..3 loop insert into o select 1; end loop; end;"),
        ("postgres", "do $$ begin insert into o select 1; end $$"),
        ("postgres", "create procedure p() as $$ begin insert into o select 1; end $$ language plpgsql"),
        ("snowflake", "execute immediate 'insert into o select 1'"),
    ],
)
def test_the_statements_inside_are_left(dialect: str, text: str) -> None:
    assert left(text, dialect) == ["insert into o select 1"]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("postgres", "begin ; insert into o select 1 ; commit"),
        ("tsql", "begin transaction ; insert into o select 1 ; commit"),
        ("postgres", "select case when a then 1 end as begin_at from t"),
        ("postgres", "create table procedure_log as select a from t"),
    ],
)
def test_what_is_no_block_stays_as_it_is(dialect: str, text: str) -> None:
    assert " ; ".join(left(text, dialect)) == text


def test_the_end_of_a_case_ends_no_block() -> None:
    text = "begin insert into o select case when a then case b when 1 then 2 end end from t; end"
    assert left(text, "snowflake") == [
        "insert into o select case when a then case b when 1 then 2 end end from t"
    ]


def test_a_query_that_is_passed_over_is_a_problem() -> None:
    text = "begin\nif exists (select 1 from t) then insert into o select 1; end if;\nend"
    dialect = Dialect.get_or_raise("bigquery")
    found = without_blocks(list(dialect.tokenize(text)), text, dialect)
    assert [problem.partition(": ")[2] for problem in found.problems] == ["a query in IF"]


def test_statements_of_tsql_need_no_semicolon_between_them() -> None:
    text = "begin truncate table o insert into o select 1 update o set a = 2 print 'done' end"
    assert left(text, "tsql")[:3] == ["truncate table o", "insert into o select 1", "update o set a = 2"]
