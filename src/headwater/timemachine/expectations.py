"""What each kind of cause is expected to do: which signs it shows first, and what the errors say.

Each table holds shares; a term of the score is the logarithm of a share against that of a cause
that nobody recorded.
"""

from math import log

from headwater.simulator.changes import Verdict
from headwater.timemachine.error_text import BY_ITSELF, error_sort, mentions_a_failure
from headwater.timemachine.error_text import ErrorSort as E
from headwater.timemachine.evidence import Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K

RARE = 0.025
"""The share of whatever a table leaves out: nothing is impossible."""
RARE_BY_ITSELF = 0.004
"""The same of a full disk or a lost right, which a change of data hardly ever brings about."""
_OF_DATA = (K.SCHEMA_CHANGE, K.DATASET_DROPPED, K.DATASET_RENAMED, K.LINEAGE_CHANGE, K.WATERMARK_MOVE)

_UNRECORDED_SIGNS = {
    Sign.RUN_FAILED: 0.4,
    Sign.RUN_LATE: 0.1,
    Sign.RUN_MISSING: 0.07,
    Sign.RUN_EMPTY: 0.08,
    Sign.RUN_LONG: 0.05,
    Sign.RUN_UNUSUAL: 0.12,
    Sign.PROFILE_UNUSUAL: 0.08,
    Sign.ASSERTION_FAILED: 0.1,
}
_SIGNS: dict[str, dict[Sign, float]] = {
    K.SCHEMA_CHANGE: {
        Sign.RUN_FAILED: 0.7,
        Sign.RUN_UNUSUAL: 0.06,
        Sign.PROFILE_UNUSUAL: 0.08,
        Sign.ASSERTION_FAILED: 0.12,
        Sign.RUN_EMPTY: 0.03,
    },
    K.CODE_CHANGE: {
        Sign.RUN_FAILED: 0.4,
        Sign.RUN_UNUSUAL: 0.15,
        Sign.PROFILE_UNUSUAL: 0.12,
        Sign.ASSERTION_FAILED: 0.15,
        Sign.RUN_EMPTY: 0.08,
        Sign.RUN_LONG: 0.07,
        Sign.RUN_LATE: 0.03,
    },
    K.DATASET_DROPPED: {
        Sign.RUN_FAILED: 0.72,
        Sign.ASSERTION_FAILED: 0.1,
        Sign.RUN_EMPTY: 0.08,
        Sign.RUN_MISSING: 0.04,
        Sign.RUN_LATE: 0.04,
    },
    K.LINEAGE_CHANGE: {
        Sign.RUN_FAILED: 0.15,
        Sign.RUN_UNUSUAL: 0.27,
        Sign.PROFILE_UNUSUAL: 0.18,
        Sign.ASSERTION_FAILED: 0.25,
        Sign.RUN_EMPTY: 0.1,
        Sign.RUN_LONG: 0.04,
    },
    K.WATERMARK_MOVE: {
        Sign.RUN_UNUSUAL: 0.35,
        Sign.RUN_EMPTY: 0.25,
        Sign.ASSERTION_FAILED: 0.22,
        Sign.PROFILE_UNUSUAL: 0.08,
        Sign.RUN_FAILED: 0.06,
        Sign.RUN_LATE: 0.04,
    },
    K.SIGNAL: _UNRECORDED_SIGNS,
}
_SIGNS[K.DATASET_RENAMED] = _SIGNS[K.DATASET_DROPPED]
# Of bad observations: what comes next, behind them.
_STOPPED = {
    Sign.RUN_FAILED: 0.25,
    Sign.RUN_LATE: 0.25,
    Sign.RUN_MISSING: 0.1,
    Sign.RUN_EMPTY: 0.2,
    Sign.ASSERTION_FAILED: 0.12,
    Sign.RUN_UNUSUAL: 0.05,
}
_SIGNS |= {K.RUN_FAILED: _STOPPED, K.RUN_LATE: _STOPPED, K.RUN_LONG: _STOPPED}
_SIGNS[K.RUN_UNUSUAL] = {
    Sign.RUN_UNUSUAL: 0.35,
    Sign.RUN_EMPTY: 0.25,
    Sign.ASSERTION_FAILED: 0.2,
    Sign.PROFILE_UNUSUAL: 0.08,
    Sign.RUN_FAILED: 0.1,
}
_SIGNS[K.PROFILE_UNUSUAL] = {
    Sign.PROFILE_UNUSUAL: 0.35,
    Sign.ASSERTION_FAILED: 0.35,
    Sign.RUN_FAILED: 0.15,
    Sign.RUN_UNUSUAL: 0.1,
}
_SIGNS[K.ASSERTION_FAILED] = _SIGNS[K.PROFILE_UNUSUAL]
# What a run that went on without something leaves behind.
_SIGNS[K.SPAN_ERROR] = {
    Sign.RUN_UNUSUAL: 0.3,
    Sign.RUN_EMPTY: 0.2,
    Sign.ASSERTION_FAILED: 0.22,
    Sign.PROFILE_UNUSUAL: 0.15,
    Sign.RUN_FAILED: 0.08,
}

_UNRECORDED_ERRORS = {
    E.MISSING_COLUMN: 0.17,
    E.MISSING_TABLE: 0.1,
    E.TYPE: 0.12,
    E.NULLS: 0.07,
    E.DUPLICATES: 0.05,
    E.MISSING_INPUT: 0.14,
    E.RESOURCE: 0.06,
    E.PERMISSION: 0.04,
    E.CODE: 0.1,
    E.OTHER: 0.15,
}
_ERRORS: dict[str, dict[E, float]] = {
    "removed": {E.MISSING_COLUMN: 0.8, E.OTHER: 0.06, E.NULLS: 0.05, E.CODE: 0.03, E.TYPE: 0.02},
    "type_changed": {E.TYPE: 0.72, E.OTHER: 0.08, E.NULLS: 0.06, E.CODE: 0.04, E.MISSING_COLUMN: 0.02},
    "nullability_changed": {E.NULLS: 0.75, E.OTHER: 0.08, E.TYPE: 0.08},
    K.SCHEMA_CHANGE: {E.MISSING_COLUMN: 0.4, E.TYPE: 0.3, E.NULLS: 0.1, E.OTHER: 0.1},
    K.DATASET_DROPPED: {E.MISSING_TABLE: 0.8, E.MISSING_INPUT: 0.1, E.OTHER: 0.05},
    K.CODE_CHANGE: {
        E.CODE: 0.26,
        E.MISSING_COLUMN: 0.13,
        E.MISSING_TABLE: 0.06,
        E.TYPE: 0.12,
        E.NULLS: 0.07,
        E.DUPLICATES: 0.06,
        E.RESOURCE: 0.06,
        E.MISSING_INPUT: 0.06,
        E.OTHER: 0.15,
        E.PERMISSION: 0.03,
    },
    K.LINEAGE_CHANGE: {
        E.NULLS: 0.2,
        E.DUPLICATES: 0.2,
        E.MISSING_INPUT: 0.2,
        E.MISSING_TABLE: 0.1,
        E.OTHER: 0.2,
    },
    K.WATERMARK_MOVE: {E.DUPLICATES: 0.35, E.MISSING_INPUT: 0.35, E.OTHER: 0.2, E.NULLS: 0.04},
    K.SIGNAL: _UNRECORDED_ERRORS,
    K.RUN_FAILED: {E.RESOURCE: 0.6, E.PERMISSION: 0.15, E.OTHER: 0.12, E.CODE: 0.04, E.MISSING_INPUT: 0.03},
}
_ERRORS["renamed"] = _ERRORS["removed"]
_ERRORS[K.SPAN_ERROR] = {E.MISSING_INPUT: 0.4, E.NULLS: 0.2, E.OTHER: 0.2, E.DUPLICATES: 0.08}
# What the jobs behind a bad observation say.
_BEHIND: dict[str, dict[E, float]] = {
    K.RUN_FAILED: {E.MISSING_INPUT: 0.75, E.OTHER: 0.12, E.MISSING_TABLE: 0.05},
    K.RUN_UNUSUAL: {E.MISSING_INPUT: 0.4, E.DUPLICATES: 0.35, E.OTHER: 0.12, E.NULLS: 0.05},
    K.PROFILE_UNUSUAL: {E.NULLS: 0.6, E.TYPE: 0.15, E.OTHER: 0.12, E.DUPLICATES: 0.05},
}
_BEHIND[K.RUN_LATE] = _BEHIND[K.RUN_LONG] = _BEHIND[K.RUN_FAILED]
_BEHIND[K.ASSERTION_FAILED] = _BEHIND[K.PROFILE_UNUSUAL]
_ERRORS[K.DATASET_RENAMED] = _ERRORS[K.DATASET_DROPPED]

# How surely something that a cause reaches shows it: (runs of jobs, assertions and profiles).
_SHOWS: dict[str, tuple[float, float]] = {
    K.SCHEMA_CHANGE: (0.75, 0.6),
    K.CODE_CHANGE: (0.6, 0.5),
    K.DATASET_DROPPED: (0.85, 0.6),
    K.DATASET_RENAMED: (0.85, 0.6),
    K.LINEAGE_CHANGE: (0.5, 0.5),
    K.WATERMARK_MOVE: (0.6, 0.5),
    K.SIGNAL: (0.5, 0.5),
    K.SPAN_ERROR: (0.45, 0.45),
    K.RUN_FAILED: (0.7, 0.45),
    K.RUN_LATE: (0.7, 0.35),
    K.RUN_LONG: (0.6, 0.25),
    K.RUN_UNUSUAL: (0.55, 0.5),
    K.PROFILE_UNUSUAL: (0.5, 0.6),
    K.ASSERTION_FAILED: (0.5, 0.6),
}
# A span says where in its run it was: that the run failed or took long is expected to do the same as ever.
_OF_RUN = {K.SPAN_FAILED: K.RUN_FAILED, K.SPAN_SLOW: K.RUN_LONG}


# How surely a run that has the change in it does not end well; else it may write something wrong in silence.
_STOPS = {"removed": 0.9, "renamed": 0.9, "type_changed": 0.55, "nullability_changed": 0.1, "added": 0.1}
_STOPS |= {K.DATASET_DROPPED: 0.9, K.DATASET_RENAMED: 0.9, K.CODE_CHANGE: 0.7, K.SIGNAL: 0.4}
_STOPS[K.SPAN_ERROR] = 0.05
USUALLY_STOPS = 0.5
UNFITTED = {K.SPAN_ERROR.value: -1.2}
"""Priors of what generated incidents have none of: spans fail and are tried again, as calm signals go."""


def stops(suspect: Suspect) -> float:
    name: str = suspect.schema.kind if suspect.schema else suspect.kind
    return _STOPS.get(name, USUALLY_STOPS)


def sign_weight(kind: K, sign: Sign) -> float:
    """How much better the first sign fits this kind than a cause that nobody recorded."""
    kind = as_run(kind)
    if kind not in _SIGNS or sign is Sign.ALERTED:
        return 0.0
    return log(_SIGNS[kind].get(sign, RARE) / _UNRECORDED_SIGNS.get(sign, RARE))


def error_weight(suspect: Suspect, sort: E, behind: bool = False) -> float:
    """The same of the first error; of a bad observation, also of the first error behind it."""
    table = _ERRORS.get(suspect.schema.kind) if suspect.schema else None
    table = table or (_BEHIND if behind else _ERRORS).get(as_run(suspect.kind))
    if table is None or sort is E.SILENT:
        return 0.0
    rare = RARE_BY_ITSELF if sort in BY_ITSELF and suspect.kind in _OF_DATA else RARE
    return log(table.get(sort, rare) / _UNRECORDED_ERRORS.get(sort, RARE))


def error_behind(sort: E) -> float:
    """How well an error fits a job that others stopped."""
    if sort is E.SILENT:
        return 0.0
    return log(_BEHIND[K.RUN_FAILED].get(sort, RARE) / _UNRECORDED_ERRORS.get(sort, RARE))


def as_run(kind: K) -> K:
    """The kind whose expectations hold: what a span says of a run is that it failed or took long."""
    return _OF_RUN.get(kind, kind)


def shows(kind: K) -> tuple[float, float]:
    return _SHOWS[as_run(kind)]


def prior_name(suspect: Suspect) -> str:
    """The name of the weight that says how often such a change is a cause at all."""
    if suspect.kind is K.SIGNAL:
        failed = mentions_a_failure(f"{suspect.says} {suspect.message}")
        return f"{suspect.kind.value}.{'trouble' if failed else 'calm'}"
    kind = as_run(suspect.kind)
    if kind is K.RUN_FAILED:
        sort = error_sort(suspect.message)
        said = "silent" if sort is E.SILENT else "by_itself" if sort in BY_ITSELF else "other"
        return f"{kind.value}.{said}"
    if suspect.schema is None:
        return kind.value
    harm = "harmless" if suspect.schema.verdict is Verdict.COMPATIBLE else suspect.schema.verdict.value
    return f"{suspect.kind.value}.{harm}"
