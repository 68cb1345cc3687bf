"""What the arguments of functions have to be, as far as a change of type can break them."""

from sqlglot import exp

from headwater.simulator.types import Family

NUMBERS = frozenset({Family.INTEGER, Family.DECIMAL, Family.FLOAT})
TEXTS = frozenset({Family.TEXT})
CLOCKS = frozenset({Family.DATE, Family.TIMESTAMP, Family.TIME})


def _kinds(names: str, wanted: frozenset[Family]) -> dict[type[exp.Expr], frozenset[Family]]:
    return {getattr(exp, name): wanted for name in names.split() if hasattr(exp, name)}


# The first argument of each.
WANTED: dict[type[exp.Expr], frozenset[Family]] = {
    **_kinds(
        "Sum Avg Abs Round Ceil Floor Sqrt Ln Log Exp Pow Sign Stddev StddevPop StddevSamp Variance "
        "VariancePop Neg PercentileCont Corr CovarSamp CovarPop Trunc Cbrt Degrees Radians "
        "RegrAvgx RegrAvgy RegrCount RegrIntercept RegrR2 RegrSlope RegrSxx RegrSxy RegrSyy WidthBucket",
        NUMBERS,
    ),
    **_kinds(
        "Upper Lower Substring Trim Initcap Length RegexpReplace RegexpExtract RegexpLike Replace "
        "StrPosition Left Right Reverse Split SplitPart Lpad Rpad Pad StartsWith EndsWith Contains "
        "Levenshtein Translate Like ILike MD5 Repeat",
        TEXTS,
    ),
    **_kinds(
        "Extract DateTrunc TimestampTrunc DateAdd DateSub DateDiff TimestampDiff TimestampAdd TimestampSub "
        "Year Month Day Week Quarter DayOfWeek DayOfYear DayOfMonth Hour Minute Second LastDay TimeToStr "
        "TimeToUnix AddMonths DatetimeTrunc DatetimeAdd DatetimeSub DatetimeDiff TsOrDsAdd TsOrDsDiff",
        CLOCKS,
    ),
    **_kinds("TsOrDsToDate TsOrDsToTimestamp", CLOCKS | TEXTS),
    **_kinds("LogicalAnd LogicalOr CountIf", frozenset({Family.BOOLEAN})),
}
OF_TWO_NUMBERS: tuple[type[exp.Expr], ...] = (
    exp.Corr, exp.CovarSamp, exp.CovarPop, exp.RegrAvgx, exp.RegrAvgy, exp.RegrCount, exp.RegrIntercept,
    exp.RegrR2, exp.RegrSlope, exp.RegrSxx, exp.RegrSxy, exp.RegrSyy, exp.Pow,
)  # fmt: skip
# Whatever they are given, their value says the same of it.
INDIFFERENT: tuple[type[exp.Expr], ...] = (exp.Count, exp.Exists)
# They look at the order of values.
ORDERING: tuple[type[exp.Expr], ...] = (exp.Max, exp.Min, exp.Greatest, exp.Least, exp.ArgMax, exp.ArgMin)
BRANCHES: tuple[type[exp.Expr], ...] = (exp.Coalesce, exp.Greatest, exp.Least, exp.Nullif)
COMPARISONS: tuple[type[exp.Expr], ...] = (
    exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ,
)  # fmt: skip
ARITHMETIC: tuple[type[exp.Expr], ...] = (exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod, exp.IntDiv)


def subject_of(node: exp.Expr) -> exp.Expr | None:
    """The argument that a function works on."""
    value = node.args.get("expression") if isinstance(node, exp.Extract) else node.this
    if isinstance(value, exp.Distinct):
        value = value.expressions[0] if value.expressions else value.this
    return value if isinstance(value, exp.Expr) else None


def adapts(node: exp.Expr) -> bool:
    """A quoted literal takes the type of what it stands beside."""
    bare = node.unnest()
    return (isinstance(bare, exp.Literal) and bare.is_string) or isinstance(bare, (exp.Null, exp.Placeholder))


def wanted_by(node: exp.Expr, dialect: str) -> frozenset[Family]:
    """The families that a function takes; a few databases take more, or less, than the others."""
    wanted = WANTED[type(node)]
    if dialect == "duckdb" and isinstance(node, exp.Sum):
        return wanted | {Family.BOOLEAN}
    if dialect in ("spark", "databricks") and isinstance(node, (exp.Sum, exp.Avg)):
        return wanted | {Family.TIMESTAMP}
    if dialect == "duckdb" and isinstance(node, (exp.Avg, exp.PercentileCont)):
        return wanted | CLOCKS
    if dialect == "postgres" and isinstance(node, exp.TimeToStr):
        return wanted | NUMBERS
    if dialect in ("postgres", "redshift") and isinstance(node, exp.Round) and node.args.get("decimals"):
        return wanted - {Family.FLOAT}
    return wanted
