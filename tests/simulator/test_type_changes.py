"""What a change from one type to another does."""

import pytest

from headwater.simulator.type_changes import Harm, type_change
from headwater.simulator.types import parse

SAME = """
int = integer
int4 = INTEGER
int8 = bigint
int64 = bigint
string = varchar
text = nvarchar(max)
character varying(12) = varchar(12)
NUMBER(10, 2) = decimal(10,2)
decimal(10) = numeric(10,0)
bool = boolean
timestamp with time zone = timestamptz
timestamp(3) without time zone = timestamp(3)
double precision = float8
bytes = bytea
int[] = array<int>
Nullable(Int32) = integer
struct<a:int,b:array<string>> = row(a integer, b array(varchar))
map<string,int> = map(varchar, integer)
bigint not null = bigint
tinyint(1) = tinyint
uniqueidentifier = uuid
varchar2(10 char) = varchar(10)
varchar(10) character set utf8mb4 = varchar(10)
Array(Nullable(Int8)) = array<tinyint>
Tuple(a Int32, b String) = struct<a:int,b:string>
row(int, text) = Tuple(Int32, String)
Decimal64(2) = decimal(18,2)
LowCardinality(String) = string
int[3] = array<int>
struct<`a b`:int> = struct<"a b" int>
struct<a int comment 'first'> = struct<a:int>
timestamp_ns = timestamp(9)
"""

WIDENING = """
smallint > int
int > bigint
tinyint > int64
int > decimal(10,0)
int > numeric
int unsigned > bigint
bigint > number(38,0)
decimal(4,0) > int
number(10,2) > number(*,2)
varchar(10) > varchar(20)
varchar(10) > text
char(10) > varchar(10)
decimal(10,2) > decimal(12,2)
real > double
date > timestamp
date > timestamptz
timestamp(3) > timestamp
binary(16) > bytes
array<int> > array<bigint>
map<string,int> > map<string,bigint>
struct<a int> > struct<a int, b text>
"""

DIFFERENT = """
int > float
bigint > double
decimal(10,2) > double
timestamp > timestamptz
uuid > text
json > jsonb
array<int> > array<double>
"""

NARROWING = """
bigint > int
int > int unsigned
int > decimal(10,2)
decimal(10,2) > int
numeric > bigint
decimal(10,2) > decimal(10,1)
decimal(12,2) > decimal(10,2)
decimal(12,2) > decimal(12,4)
varchar(20) > varchar(10)
text > varchar(255)
varchar(10) > char(10)
double > real
double > numeric(10,2)
timestamp > date
timestamp > time
timestamptz > timestamp
timestamp(6) > timestamp(3)
text > uuid
uuid > varchar(20)
bytes > binary(16)
array<bigint> > array<int>
struct<a int, b text> > struct<a int>
"""

INCOMPATIBLE = """
text > int
int > text
boolean > int
date > int
json > text
uuid > bigint
array<int> > int
array<int> > array<text>
struct<a int> > struct<a text>
timestamp > bigint
"""

UNKNOWN = """
geography > text
int > hllsketch
array<foo> > array<bar>
numeric > numeric(10,2)
numeric(10,2) > numeric
bigint > numeric
double > float
array > array<int>
struct > struct<a int>
int > int array
struct<a foo> > struct<a bar>
"""


def pairs(table: str, sign: str) -> list[tuple[str, str]]:
    return [tuple(line.split(f" {sign} ")) for line in table.strip().splitlines()]  # type: ignore[misc]


@pytest.mark.parametrize(("one", "other"), pairs(SAME, "="))
def test_two_spellings_of_a_type_are_no_change(one: str, other: str) -> None:
    assert parse(one) is not None
    assert (type_change(one, other).harm, type_change(other, one).harm) == (Harm.NONE, Harm.NONE)


@pytest.mark.parametrize(("old", "new"), pairs(WIDENING, ">"))
def test_a_type_that_holds_every_old_value_is_wider(old: str, new: str) -> None:
    assert (type_change(old, new).how, type_change(old, new).harm) == ("widening", Harm.WIDER)


@pytest.mark.parametrize(("old", "new"), pairs(DIFFERENT, ">"))
def test_a_wider_type_in_which_values_look_different_is_told_apart(old: str, new: str) -> None:
    assert (type_change(old, new).how, type_change(old, new).harm) == ("widening", Harm.WIDER_BUT_DIFFERENT)


@pytest.mark.parametrize(("old", "new"), pairs(NARROWING, ">"))
def test_a_type_into_which_some_values_do_not_fit_is_narrower(old: str, new: str) -> None:
    assert type_change(old, new).how == "narrowing"


@pytest.mark.parametrize(("old", "new"), pairs(INCOMPATIBLE, ">"))
def test_a_type_of_another_family_is_incompatible(old: str, new: str) -> None:
    assert type_change(old, new).how == "incompatible"


@pytest.mark.parametrize(("old", "new"), pairs(UNKNOWN, ">"))
def test_what_nobody_can_tell_is_unknown(old: str, new: str) -> None:
    assert type_change(old, new).how == "unknown"


def test_an_unknown_word_that_stays_is_no_change() -> None:
    assert type_change("Geography", "geography ").harm is Harm.NONE


def test_a_type_that_was_never_told_is_no_change() -> None:
    assert (type_change(None, "int").harm, type_change("int", "").harm) == (Harm.NONE, Harm.NONE)
