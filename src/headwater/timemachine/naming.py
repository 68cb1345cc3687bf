"""What an error names: the column, table or new piece of text that a suspect changed, or something else."""

from collections.abc import Collection, Iterable
from math import log

from headwater.model.ids import DatasetId
from headwater.timemachine.error_text import ErrorSort, error_sort, last_name, mentions, words_of
from headwater.timemachine.evidence import Entity, Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.units import Unit

NAMED, TABLE_NAMED, OTHER_NAMED = log(6), log(2), log(0.05)
# What is missing has a name that nothing around it has: it may be another name of the same.
NOT_NAMED = log(0.4)
_ABOUT_NAMES = (ErrorSort.MISSING_COLUMN, ErrorSort.MISSING_TABLE, ErrorSort.TYPE)
_KEYWORDS = words_of(
    """select from insert into where join left on as and or not null is in group order by having limit union
    all case when then else end with table view column field value values cast type int integer bigint string
    text double decimal date timestamp boolean true false sum count max min avg create replace update delete
    set line error name the a of at to for"""
)


def names_change(
    suspect: Suspect, first: Iterable[Unit], columns: Collection[str], tables: Collection[str]
) -> float:
    """Whether one of the first errors names what changed, or something else instead.

    `columns` and `tables` are the names of others that are known around the suspect.
    """
    return max((_names(suspect, unit, columns, tables) for unit in first), default=0.0, key=abs)


def names_written(written: Iterable[Entity], first: Iterable[Unit]) -> float:
    """Whether an error behind a bad observation names what its job should have written."""
    names = {last_name(one.name) for one in written}
    errors = [unit.first.message for unit in first if unit.first.sign is Sign.RUN_FAILED]
    named = [text for text in errors if any(mentions(text, name) for name in names)]
    if not named:
        return 0.0
    return NAMED if any(error_sort(text) is ErrorSort.MISSING_INPUT for text in named) else TABLE_NAMED


def _names(suspect: Suspect, unit: Unit, columns: Collection[str], tables: Collection[str]) -> float:
    text = unit.first.message
    words = words_of(text)
    if not words:
        return 0.0
    if suspect.kind is K.CODE_CHANGE:
        return _names_new_text(suspect, unit, words)
    sort = error_sort(text)
    table = any(mentions(text, last_name(name)) for name in (suspect.entity.name, *suspect.formerly))
    if suspect.column is not None:
        if mentions(text, suspect.column):
            return NAMED + (TABLE_NAMED if table else 0.0)
        # Who misses a column says which; who stumbles over a value often does not say whose.
        other = sort is ErrorSort.MISSING_COLUMN or (
            sort is ErrorSort.TYPE and any(mentions(text, column) for column in columns)
        )
        return OTHER_NAMED if other and suspect.kind is K.SCHEMA_CHANGE else 0.0
    if suspect.kind in (K.DATASET_DROPPED, K.DATASET_RENAMED) and sort is ErrorSort.MISSING_TABLE:
        if table:
            return NAMED
        return OTHER_NAMED if any(mentions(text, last_name(name)) for name in tables) else NOT_NAMED
    return TABLE_NAMED if table and isinstance(suspect.entity, DatasetId) else 0.0


def _names_new_text(suspect: Suspect, unit: Unit, words: frozenset[str]) -> float:
    """A name that only the new text has speaks for the change; one that the old text had, and that is not
    found any more, went away by other means."""
    if not (suspect.text and suspect.text_before) or unit.entity != suspect.entity:
        return 0.0
    new, old = words_of(suspect.text), words_of(suspect.text_before)
    named = words - _KEYWORDS
    if named & (new - old):
        return NAMED
    missing = error_sort(unit.first.message) in _ABOUT_NAMES and named & new & old
    return OTHER_NAMED if missing else 0.0
