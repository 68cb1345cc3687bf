"""What an error text says: which sort of trouble it tells of, and which names occur in it."""

import re
from enum import StrEnum
from functools import lru_cache

MOST_WORDS = 400


class ErrorSort(StrEnum):
    MISSING_COLUMN = "missing_column"
    MISSING_TABLE = "missing_table"
    TYPE = "type"
    NULLS = "nulls"
    DUPLICATES = "duplicates"
    MISSING_INPUT = "missing_input"
    """A file, a partition or rows that should be there are not, or something upstream did not end."""
    RESOURCE = "resource"
    """Memory, disk, a lost machine, a broken connection, a time limit."""
    PERMISSION = "permission"
    CODE = "code"
    """The program itself is wrong."""
    OTHER = "other"
    """There is a text, and it tells of none of these."""
    SILENT = "silent"
    """There is no text."""


BY_ITSELF = (ErrorSort.RESOURCE, ErrorSort.PERMISSION)
"""Errors that nothing upstream brings about, and no change that somebody would have recorded."""
# In this order: the first that fits decides. Words of PostgreSQL, Spark, Snowflake, BigQuery, Redshift,
# Trino, DuckDB, MySQL, SQL Server, Oracle, pandas, dbt and orchestrators.
_PATTERNS: tuple[tuple[ErrorSort, tuple[str, ...]], ...] = (
    (
        ErrorSort.MISSING_INPUT,
        # Who gave up waiting for data lacks the data, not the time.
        (
            r"wait(ed|ing) (for|on) (?!.{0,30}(connect|lock|executor|worker|slot|resource|response|server"
            r"|pool|node|container|cluster|reply|heartbeat|memory|thread|socket|quota))",
            r"sensor .{0,80}time[d]?[ -]?out",
        ),
    ),
    (
        ErrorSort.RESOURCE,
        (
            r"out ?of ?(\w+ )?memory",
            r"ora-040(30|31)",
            r"(memory|disk|time)_limit",
            r"connection slots",
            r"communications? link failure",
            r"interrupt(ed|ion)",
            r"max retries",
            r"overloaded",
            r"could not serialize access",
            r"(cannot|unable to|failed to) (allocate|extend|malloc)",
            r"bad_alloc",
            r"insufficient (memory|disk|resources)",
            r"memory (limit|quota|budget)",
            r"memory\b.{0,40} exceed",
            r"exceed\w* .{0,40}(memory|max[_ ]?capacity|time limit)",
            r"oom",
            r"memory ?error",
            r"gc overhead",
            r"heap space",
            r"no space left",
            r"disk (is )?full",
            r"exit(ed)?( with)?( return)?( status| code)? (137|143)",
            r"sigkill",
            r"sigterm",
            r"killed",
            r"evicted",
            r"preempt",
            r"lost (task|executor|node|worker)",
            r"executor ?lost",
            r"heartbeat",
            r"time[d]?[ -]?out",
            r"deadline exceeded",
            r"connection .{0,30}(refused|reset|closed|aborted|timed|terminated|lost|dropped)",
            r"(reset|closed|terminated) (the )?connection",
            r"unexpected (eof|end of file)",
            r"eof (detected|occurred|reached)",
            r"bad gateway",
            r"broken pipe",
            r"could not connect",
            r"unreachable",
            r"too many (connections|requests)",
            r"rate limit",
            r"throttl",
            r"quota",
            r"service unavailable",
            r"\b50[234]\b",
            r"deadlock",
            r"lock wait",
            r"warehouse .*suspended",
            r"resources exceeded",
            r"name resolution",
        ),
    ),
    (
        ErrorSort.CODE,
        (r"attributeerror", r"unsupported operand"),
    ),
    (
        ErrorSort.TYPE,
        (r"data ?type[_ ]mismatch",),
    ),
    (
        ErrorSort.MISSING_TABLE,
        (
            r"table[_ ]or[_ ]view[_ ]not[_ ]found",
            r"(table|view|relation|object|dataset|topic) .{0,120}(does not exist|not found"
            r"|doesn'?t exist|cannot be found|is missing|was dropped)",
            r"no such (table|view|topic|object)",
            r"not found: (table|dataset)",
            r"invalid object name",
            r"ora-00942",
            r"unknown table",
            r"unknown_topic",
            r"nosuch(table|object|topic)",
            r"catalog error",
        ),
    ),
    (
        ErrorSort.PERMISSION,
        (
            r"permission denied",
            r"access ?denied",
            r"forbidden",
            r"not authori[sz]ed",
            r"insufficient privilege",
            r"unauthori[sz]ed",
            r"\b40[13]\b",
            r"credential",
            r"authentication",
            r"login failed",
            r"(permission|privilege|access) was denied",
            r"certificate",
            r"token (has )?expired",
        ),
    ),
    (
        ErrorSort.MISSING_COLUMN,
        (
            r"unresolved[_ ]column",
            r"(column|field|attribute)s? .{0,80}(does not exist|not found|cannot be (resolved|found)"
            r"|is missing|unknown|no longer)",
            r"cannot resolve",
            r"unknown (column|field|name)",
            r"unrecognized name",
            r"no such (column|field)",
            r"invalid (column|identifier)",
            r"column reference",
            r"(column|field|attribute)_?not_?found",
            r"(column|field|attribute)s? .{0,80}not (present|in (the )?(schema|record|index|input|source))",
            r"(missing|unexpected|undefined) (column|field)",
            r"keyerror",
            r"not in index",
            r"name .{0,60} not found inside",
            r"has no (column|field|attribute)",
            r"ora-00904",
            r"binder error.*column",
        ),
    ),
    (
        ErrorSort.TYPE,
        (
            r"type mismatch",
            r"(cannot|could not|can'?t|failed to|unable to) (be )?(cast|convert|parse|coerce)",
            r"invalid (input syntax|cast|literal)",
            r"invalid number",
            r"incorrect .{0,20}value",
            r"(safely|implicitly) cast",
            r"schema mismatch",
            r"cannot be matched",
            r"merge_incompatible",
            r"cast_invalid",
            r"is not recognized",
            r"incompatible types?",
            r"of type .{0,60} (but|expression)",
            r"operator does not exist",
            r"no matching signature",
            r"valueerror",
            r"typeerror",
            r"conversion",
            r"bad .{0,20}value for",
            r"numeric value",
            r"overflow",
            r"out of range",
        ),
    ),
    (
        ErrorSort.DUPLICATES,
        (
            r"duplicate",
            r"unique (constraint|violation|key)",
            r"not unique",
            r"already exists",
            r"multiple source rows",
            r"fan-?out",
            r"at most one source row",
            r"same row more than once",
        ),
    ),
    (
        ErrorSort.NULLS,
        (
            r"\bnulls?\b",
            r"not[_ -]null",
            r"none values",
            r"nan\b",
            r"missing values",
            r"empty values",
        ),
    ),
    (
        ErrorSort.MISSING_INPUT,
        (
            r"upstream",
            r"no such file",
            r"file ?not ?found",
            r"path does not exist",
            r"partition .{0,80}(not found|missing|does not exist|not available)",
            r"no (data|rows|new data|input|files)\b",
            r"at least (one|1) (row|record|file)",
            r"(_success|marker|manifest|partition|file) .{0,20}not present",
            r"0 rows",
            r"zero rows",
            r"empty",
            r"stale",
            r"not (been )?(updated|refreshed|arrived|landed|ready)",
            r"sensor",
            r"waiting for",
            r"freshness",
            r"is late",
            r"depend",
        ),
    ),
    (
        ErrorSort.CODE,
        (
            r"syntax ?error",
            r"parse ?error",
            r"parseexception",
            r"nameerror",
            r"nomethoderror",
            r"recursionerror",
            r"matcherror|match error",
            r"unbound variable",
            r"importerror",
            r"modulenotfound",
            r"indexerror",
            r"zerodivision",
            r"division by zero",
            r"divide by zero",
            r"nullpointer",
            r"illegalargument",
            r"undefined (function|variable)",
            r"compilation error",
            r"assertionerror",
            r"unexpected token",
            r"jinja",
            r"not defined",
            r"traceback",
        ),
    ),
)
_COMPILED = tuple((sort, re.compile("|".join(patterns), re.IGNORECASE)) for sort, patterns in _PATTERNS)
_WORD = re.compile(r"[A-Za-z_][\w$]*")
_VERSION = re.compile(r"(?<=.)[._-]v\d+$")


@lru_cache(maxsize=4096)
def error_sort(text: str) -> ErrorSort:
    """
    >>> error_sort('ERROR: column "amount_usd" does not exist').value
    'missing_column'
    >>> error_sort("java.lang.OutOfMemoryError: Java heap space").value
    'resource'
    """
    if not text.strip():
        return ErrorSort.SILENT
    return next((sort for sort, pattern in _COMPILED if pattern.search(text)), ErrorSort.OTHER)


_TROUBLE = re.compile(
    r"broken|outage|incident|wrong|fail|error|late\b|delay|down\b|maintenance|missing|corrupt|bad\b|odd|migrat"
    r"|(another|new|changed|different) (format|schema|layout|structure)"
    r"|issue|problem|incomplete|partial|hotfix|rollback|degraded|unavailable",
    re.IGNORECASE,
)


def mentions_a_failure(text: str) -> bool:
    """Whether what somebody said is about something that may break others."""
    return bool(_TROUBLE.search(text))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The names that a text may mention, in lower case; a bounded number of them.

    >>> sorted(words_of('relation "sales.orders" is gone'))
    ['gone', 'is', 'orders', 'relation', 'sales']
    """
    found = []
    for match in _WORD.finditer(text):
        found.append(match.group().lower())
        if len(found) == MOST_WORDS:
            break
    return frozenset(found)


def mentions(text: str, name: str) -> bool:
    """Whether a text has this name in it, as a whole; a name may have signs in it that part words.

    >>> mentions("Topic crm-orders not found", "crm-orders"), mentions("no column order_id", "order")
    (True, False)
    """
    return name.lower() in text.lower() and bool(words_of(name)) and words_of(name) <= words_of(text)


def last_name(name: str) -> str:
    """The last part of a dotted name or path, in lower case, which is what errors mention.

    Not a version, which many names have.

    >>> last_name("s3://lake/sales/Orders.parquet"), last_name("db.sales.orders"), last_name("crm.orders.v2")
    ('orders', 'orders', 'orders')
    """
    tail = name.rstrip("/").rsplit("/", 1)[-1].lower()
    for suffix in (".parquet", ".csv", ".json", ".avro", ".orc"):
        tail = tail.removesuffix(suffix)
    tail = _VERSION.sub("", tail)
    return tail.rsplit(".", 1)[-1].strip('"`[]')
