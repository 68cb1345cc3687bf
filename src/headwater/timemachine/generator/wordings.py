"""How engines word an error: several wordings of each sort, to be filled with names."""

from random import Random

WORDINGS: dict[str, tuple[str, ...]] = {
    "missing_column": (
        'UndefinedColumn: column "{column}" does not exist\nLINE 1: select {column} from {table}',
        "[UNRESOLVED_COLUMN] A column or function parameter with name `{column}` cannot be resolved.",
        "SQL compilation error: error line 3 at position 7 invalid identifier '{column_upper}'",
        "Unrecognized name: {column} at [4:12]",
        "AnalysisException: cannot resolve '{table}.{column}' given input columns",
        "KeyError: '{column}'",
        'Binder Error: Referenced column "{column}" not found in FROM clause!',
        "line 2:9: Column '{column}' cannot be resolved",
        'ORA-00904: "{column_upper}": invalid identifier',
        "Unknown column '{column}' in 'field list'",
        "Invalid column name '{column}'.",
    ),
    "missing_table": (
        'relation "{table}" does not exist',
        "[TABLE_OR_VIEW_NOT_FOUND] The table or view `{table}` cannot be found.",
        "SQL compilation error: Object '{table_upper}' does not exist or not authorized.",
        "404 Not found: Table prod:{table} was not found in location EU",
        "Catalog Error: Table with name {table} does not exist!",
        "Table 'shop.{table}' doesn't exist",
        "Invalid object name 'dbo.{table}'.",
    ),
    "type": (
        'invalid input syntax for type {type}: "n/a" in column {column}',
        '[CAST_INVALID_INPUT] The value of `{column}` of the type "STRING" cannot be cast to "{type_upper}"',
        '[DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES] Cannot resolve "({column} + 1)" due to data type mismatch',
        "Numeric value 'abc' is not recognized in {column}",
        "No matching signature for operator = for argument types: STRING, INT64 ({column})",
        "ValueError: could not convert string to float: 'x'",
        "Conversion failed when converting the varchar value 'EUR' to data type {type}.",
        "operator does not exist: text = integer",
    ),
    "nulls": (
        'null value in column "{column}" of relation "{table}" violates not-null constraint',
        "NULL result in a non-nullable column {column}",
        "[NOT_NULL_CONSTRAINT_VIOLATION] NULL value appeared in non-nullable field {column}",
        "Cannot insert the value NULL into column '{column}'",
    ),
    "duplicates": (
        'duplicate key value violates unique constraint "{table}_pkey"',
        "MERGE failed: multiple source rows matched the same target row in {table}",
        "UPDATE/MERGE must match at most one source row for each target row",
    ),
    "missing_input": (
        "Path does not exist: s3://lake/{table}/dt=2026-03-02",
        "Upstream task failed for {table}",
        "No data found for partition 2026-03-02 of {table}",
        "ExternalTaskSensor: upstream has not been updated, waiting for {table}",
        "FileNotFoundError: [Errno 2] No such file or directory: '/data/{table}.csv'",
        "expected at least 1 row, got 0 rows",
    ),
    "resource": (
        "java.lang.OutOfMemoryError: Java heap space",
        "Container killed by YARN for exceeding memory limits. 5.5 GB of 5.5 GB used",
        "Task exited with return code 137",
        "could not connect to server: Connection refused",
        "Query exceeded the time limit and timed out after 3600 s",
        "No space left on device",
        "Job aborted due to stage failure: ExecutorLostFailure (executor 4 exited)",
        "Quota exceeded: too many concurrent queries",
        "HTTP 503 Service Unavailable",
        "deadlock detected",
    ),
    "permission": (
        "permission denied for schema {table}",
        "403 Forbidden: Access Denied",
        "Insufficient privileges to operate on warehouse",
        "token has expired",
    ),
    "code": (
        "SyntaxError: invalid syntax (transform.py, line 41)",
        'ERROR: syntax error at or near "form"',
        "ZeroDivisionError: division by zero",
        "AttributeError: 'NoneType' object has no attribute 'split'",
        "Compilation Error in model {table}: 'ref_date' is undefined",
        "NameError: name 'rates' is not defined",
        "java.lang.NullPointerException at Transform.scala:88",
    ),
    "other": (
        "Task failed",
        "Job finished with state FAILED",
        "Process returned a non-zero exit status 1",
        "An error occurred while calling o112.save",
        "Run failed, see the log for details",
    ),
}


def error_text(random: Random, sort: str, table: str, column: str | None, type_: str = "integer") -> str:
    column = column or "value"
    return random.choice(WORDINGS[sort]).format(
        table=table, table_upper=table.upper(), column=column, column_upper=column.upper(), type=type_,
        type_upper=type_.upper(),
    )  # fmt: skip
