"""What error texts say, in the wordings of many engines."""

import pytest

from headwater.timemachine.error_text import ErrorSort, error_sort, last_name, words_of
from headwater.timemachine.generator.wordings import WORDINGS

CASES = [(sort, text) for sort, texts in WORDINGS.items() for text in texts]
# Words that no generated incident has.
FOREIGN = {
    "resource": (
        "ORA-04030: out of process memory when trying to allocate 16328 bytes",
        "terminate called after throwing an instance of 'std::bad_alloc'",
        "FATAL: remaining connection slots are reserved",
        "EXCEEDED_LOCAL_MEMORY_LIMIT: the query needs more",
        "Communications link failure",
        "Spot instance interruption notice",
        "Max retries exceeded with url: /v1/charges",
        "SSL SYSCALL error: EOF detected",
        "could not serialize access due to concurrent update",
        "server closed the connection unexpectedly",
        "HTTP Error 502: Bad Gateway",
    ),
    "permission": (
        "AuthenticationError: Invalid API key",
        "x509: certificate has expired",
        "Login failed for user 'svc'",
        "The SELECT permission was denied on the object 'Orders'",
    ),
    "missing_column": (
        "Error 10004: Invalid table alias or column reference 'x'",
        "polars.exceptions.ColumnNotFoundError: amount",
        "field 'gclid' not present in record",
        "DB::Exception: Missing columns: 'uid' while processing query",
    ),
    "missing_table": ("FAILED: NoSuchObjectException db.orders",),
    "type": (
        "Cannot safely cast 'a': string to int",
        "[CANNOT_MERGE_INCOMPATIBLE_DATA_TYPE] fields of the files differ",
        "ORA-01722: invalid number",
        "Incorrect integer value: 'x' for column 'a'",
        "Schema mismatch: expected long, found string",
        "UNION types text and integer cannot be matched",
    ),
    "missing_input": (
        "Timed out waiting for core.orders",
        "Sensor wait_for_orders timed out",
        "_SUCCESS not present for dt=2026-01-01",
        "expected at least one row",
    ),
    "code": (
        "RecursionError",
        "line 3: RUN_DAY: unbound variable",
        "NoMethodError: undefined method `day'",
        "TypeError: unsupported operand type(s) for -: 'str' and 'int'",
    ),
    "duplicates": ("MERGE statement attempted to UPDATE or DELETE the same row more than once",),
}


@pytest.mark.parametrize(
    ("sort", "text"), [(sort, text) for sort, texts in FOREIGN.items() for text in texts]
)
def test_an_error_in_words_of_another_engine_is_of_its_sort(sort: str, text: str) -> None:
    assert error_sort(text) is ErrorSort(sort)


@pytest.mark.parametrize(("sort", "text"), CASES)
def test_an_error_is_of_its_sort(sort: str, text: str) -> None:
    filled = text.format(
        table="daily", table_upper="DAILY", column="fee", column_upper="FEE", type="int", type_upper="INT"
    )
    assert error_sort(filled) is ErrorSort(sort)


def test_no_text_is_silent() -> None:
    assert error_sort("  \n") is ErrorSort.SILENT


def test_a_long_text_has_a_bounded_number_of_words() -> None:
    assert len(words_of(" ".join(f"w{number}" for number in range(5000)))) <= 400


def test_the_last_part_of_a_name_is_what_errors_mention() -> None:
    assert last_name('db."Sales"."Orders"') == "orders"


def test_a_version_is_not_what_errors_mention() -> None:
    assert [last_name(name) for name in ("crm.orders.v1", "crm-orders-v2", "v1")] == [
        "orders",
        "crm-orders",
        "v1",
    ]
