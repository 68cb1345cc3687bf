"""What changes between a dataset's columns now and the proposed ones, each change judged.

How each kind is judged, and why:

* removed, renamed: breaking, as whoever names the column fails; and also where nothing is known of readers.
  Risky when no reader is known to name it, but some read the dataset and don't say which columns.
  Compatible when lineage knows of no reader: dropping an unused column affects nothing, and calling each of
  them risky would bury the real ones. The reason then says that unknown readers are not ruled out.
* renamed in case only: risky, as databases differ in whether that is a new name.
* type: narrowing and incompatible are breaking; widening is compatible, unless values change their look or
  precision on the way (risky); a type we can't read is risky.
* nullability: risky both ways: loosened for readers, tightened for writers.
* whatever else happens to a column is never worse than its removal, from which its writers suffer as well.
* added: compatible; risky when it must not be null, as we can't see whether it has a default.
* reordered: risky, once for the dataset: positional reads and `insert … select *` now mix columns up. So they
  do when a column is added before others; one that is added at the end moves nothing.
* schema_unknown: instead of all others, where there is nothing to compare with; risky if anything is
  downstream.

A nested field comes with its dotted name and is treated like any other column.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from headwater.simulator.changes import Change, Field, RenameEvidence, Verdict
from headwater.simulator.column_order import moved, positions, structure
from headwater.simulator.renames import THRESHOLD, Candidate, Rename, match
from headwater.simulator.type_changes import NARROWING, WIDENING, Harm, type_change

__all__ = ["Change", "Field", "RenameEvidence", "Verdict", "compare", "schema_unknown"]

Pair = tuple[Field, Field]
# The table in the text above, as data.
VERDICT_OF_HARM = {
    Harm.WIDER: Verdict.COMPATIBLE,
    Harm.WIDER_BUT_DIFFERENT: Verdict.RISKY,
    Harm.UNCLEAR: Verdict.RISKY,
    Harm.NARROWER: Verdict.BREAKING,
    Harm.OTHER: Verdict.BREAKING,
}
MILDEST_LAST = (Verdict.BREAKING, Verdict.RISKY, Verdict.COMPATIBLE)
NOT_PROVEN = "as far as lineage knows; readers that send no lineage are not ruled out"
MOST_NAMED = 10


def _removal(old: Field) -> Verdict:
    """How bad it is if the column goes; nothing that happens to it is worse."""
    if old.used == 0:
        return Verdict.RISKY if old.silent else Verdict.COMPATIBLE
    return Verdict.BREAKING


def _capped(verdict: Verdict, old: Field) -> Verdict:
    return max(verdict, _removal(old), key=MILDEST_LAST.index)


def _unless_worse(reason: str, verdict: Verdict, old: Field) -> str:
    """The reason; where its verdict is milder than the change as such, why."""
    if _capped(verdict, old) is verdict:
        return f"{reason}."
    return f"{reason}; {_no_readers_in_words(old)}."


def _no_readers_in_words(old: Field) -> str:
    if not old.silent:
        return f"nothing reads it, {NOT_PROVEN}"
    readers = "1 that reads" if old.silent == 1 else f"{old.silent} that read"
    say = "does" if old.silent == 1 else "do"
    return f"no reader is known to use it, but {readers} the dataset {say} not say which columns"


def compare(
    before: Sequence[Field], after: Sequence[Field], *, ordered: bool = True, renames: bool = True
) -> tuple[Change, ...]:
    """All changes, in the order of the old columns; then what was added, then the order if it is known.

    Without `renames`, whose search costs a look at pairs of columns, each is one removed and one added.

    >>> [change.kind for change in compare([Field("id"), Field("email")], [Field("id")])]
    ['removed']
    """
    olds, news = _without_duplicates(before), _without_duplicates(after)
    stays = _kept_columns(olds, news)
    removed, added_ones = (
        _candidates(side, [pair[place] for pair in stays]) if renames else []
        for place, side in enumerate((olds, news))
    )
    found = match(removed, added_ones)
    renamed = {rename.old.name: rename for rename in found.renames}
    near_misses = {rename.old.name: rename for rename in found.near_misses}
    kept = {old.name: new for old, new in stays}
    changes: list[Change] = []
    for old in olds:
        if old.name in kept:
            changes += _same_name_changes(old, kept[old.name])
        elif old.name in renamed:
            changes += _renamed_changes(renamed[old.name])
        else:
            changes.append(_removed(old, near_misses.get(old.name)))
    known = {new.name for _, new in stays} | {rename.new.name for rename in found.renames}
    added = [new for new in news if new.name not in known]
    changes += map(_added, added)
    changes += _reordered(olds, news, stays, added) if ordered else ()
    return tuple(changes)


def schema_unknown(*, downstream: bool) -> Change:
    """The only change that is known of a dataset without known columns."""
    unknown = "No schema of this dataset is known, so there is nothing to compare the proposed columns with"
    if downstream:
        reason = f"{unknown}: anything downstream may read a column that is not among them."
        return Change("schema_unknown", "", Verdict.RISKY, reason)
    reason = f"{unknown}; nothing is downstream of it, {NOT_PROVEN}."
    return Change("schema_unknown", "", Verdict.COMPATIBLE, reason)


def _without_duplicates(fields: Sequence[Field]) -> list[Field]:
    """A name that is listed twice counts as it is listed first."""
    return list({field.name: field for field in reversed(fields)}.values())[::-1]


def _kept_columns(olds: Sequence[Field], news: Sequence[Field]) -> list[Pair]:
    """Columns that keep their name; the case may change where no other column has that name as well."""
    exact = {field.name: field for field in news}
    times = Counter(field.name.lower() for field in olds), Counter(field.name.lower() for field in news)
    folded = {field.name.lower(): field for field in news}

    def partner(old: Field) -> Field | None:
        name = old.name.lower()
        # Two columns that differ in case only can't be paired by it.
        alone = times[0][name] == times[1][name] == 1
        return exact.get(old.name) or (folded[name] if alone else None)

    return [(old, new) for old in olds if (new := partner(old))]


def _candidates(fields: Sequence[Field], staying: Sequence[Field]) -> list[Candidate]:
    """Those that don't stay, each with its nearest neighbours that do."""
    names = {field.name for field in staying}
    # In lower case, as a neighbour that stays may change its case.
    places = [field.name.lower() if field.name in names else None for field in fields]
    return [
        Candidate(
            field,
            next((name for name in reversed(places[:place]) if name), None),
            next((name for name in places[place + 1 :] if name), None),
        )
        for place, field in enumerate(fields)
        if field.name not in names
    ]


def _same_name_changes(old: Field, new: Field) -> Iterator[Change]:
    if old.name != new.name:
        yield Change(
            "renamed",
            old.name,
            _capped(Verdict.RISKY, old),
            _unless_worse(
                f"`{old.name}` is now spelled `{new.name}`: where case counts, that is another name",
                Verdict.RISKY,
                old,
            ),
            new_name=new.name,
            old_type=old.type,
            new_type=new.type,
            probability=1.0,
            evidence=(RenameEvidence("name", 1.0, "the names differ in upper and lower case only"),),
        )
    yield from _type_changed(old, new)
    yield from _nullability_changed(old, new)


def _renamed_changes(rename: Rename) -> Iterator[Change]:
    old, new = rename.old, rename.new
    renamed = f"`{old.name}` seems to have become `{new.name}` (probability {rename.probability:.2f})"
    yield Change(
        "renamed",
        old.name,
        _removal(old),
        f"{renamed}{_readers_in_words(old)}.",
        new_name=new.name,
        old_type=old.type,
        new_type=new.type,
        probability=rename.probability,
        evidence=rename.evidence,
    )
    yield from _type_changed(old, new)
    yield from _nullability_changed(old, new)


def _removed(old: Field, near_miss: Rename | None) -> Change:
    # Zero is known; None is not.
    reason = f"`{old.name}` is gone{_readers_in_words(old)}."
    if near_miss:
        reason += (
            f" It may have become `{near_miss.new.name}`, but with probability {near_miss.probability:.2f} "
            f"that is below the {THRESHOLD} from which we call it a rename."
        )
    return Change("removed", old.name, _removal(old), reason, old_type=old.type)


def _readers_in_words(old: Field) -> str:
    if old.used is None:
        return ": who reads it is not known, and whoever does fails"
    if not old.used:
        return f"; {_no_readers_in_words(old)}"
    return (
        ": the one that reads it directly fails"
        if old.used == 1
        else f": the {old.used} that read it directly fail"
    )


def _type_changed(old: Field, new: Field) -> Iterator[Change]:
    change = type_change(old.type, new.type)
    if change.harm is Harm.NONE:
        return
    verdict = VERDICT_OF_HARM[change.harm]
    word = {WIDENING: "widens", NARROWING: "narrows"}.get(change.how, "changes")
    yield Change(
        "type_changed",
        old.name,
        _capped(verdict, old),
        _unless_worse(
            f"The type of `{old.name}` {word} from {old.type} to {new.type}: {change.why}", verdict, old
        ),
        new_name=new.name if new.name != old.name else None,
        old_type=old.type,
        new_type=new.type,
        how=change.how,
    )


def _nullability_changed(old: Field, new: Field) -> Iterator[Change]:
    if old.nullable is None or new.nullable is None or old.nullable == new.nullable:
        return
    how, reason = (
        (
            "loosened",
            f"`{old.name}` may now be null: readers that never met a null may fail or count wrongly",
        )
        if new.nullable
        else ("tightened", f"`{old.name}` must no longer be null: writers that leave it out fail")
    )
    named = new.name if new.name != old.name else None
    verdict = _capped(Verdict.RISKY, old)
    said = _unless_worse(reason, Verdict.RISKY, old)
    yield Change("nullability_changed", old.name, verdict, said, new_name=named, how=how)


def _added(new: Field) -> Change:
    if new.nullable is False:
        reason = (
            f"`{new.name}` is new and must not be null: writers that leave it out fail without a default."
        )
        return Change("added", new.name, Verdict.RISKY, reason, new_type=new.type)
    reason = f"`{new.name}` is new; nothing can read it yet."
    return Change("added", new.name, Verdict.COMPATIBLE, reason, new_type=new.type)


def _reordered(
    olds: Sequence[Field], news: Sequence[Field], stays: Sequence[Pair], added: Sequence[Field]
) -> Iterator[Change]:
    rank = {field.name: number for number, field in enumerate(news, start=1)}
    gone = [stays[index] for index in moved([rank[new.name] for _, new in stays])]
    was, now = positions([field.name for field in olds]), positions([field.name for field in news])
    pushed = [(old, new) for old, new in stays if was[old.name] < now[new.name]]
    between = _added_before(pushed, added, now)
    if not gone and not between:
        return
    # A column that moved counts even where its number stayed: others moved around it.
    out_of_line = {old.name for old, _ in gone}
    displaced = tuple(
        old.name for old, new in stays if old.name in out_of_line or was[old.name] != now[new.name]
    )
    moves = [f"{_names_in_words([new for _, new in gone])} moved"] if gone else []
    moves += [f"{_names_in_words(between)} added before others"] if between else []
    yield Change(
        "reordered",
        (gone or pushed)[0][0].name,
        Verdict.RISKY,
        f"The order of the columns changes ({'; '.join(moves)}), which mixes up reads by position: "
        f"{_positions_in_words(len(displaced))}.",
        evidence=tuple(
            RenameEvidence("position", 1.0, f"`{field.name}` is now column {rank[field.name]}")
            for field in (*(new for _, new in gone), *between)
        ),
        displaced=displaced,
    )


def _added_before(pushed: Sequence[Pair], added: Sequence[Field], now: dict[str, int]) -> list[Field]:
    """The added columns that stand before a pushed one of the same structure."""
    known, last = set(now), dict[str, int]()
    for _, new in pushed:
        last[structure(new.name, known)] = max(now[new.name], last.get(structure(new.name, known), 0))
    return [field for field in added if now[field.name] < last.get(structure(field.name, known), 0)]


def _names_in_words(fields: Sequence[Field]) -> str:
    # A table can have thousands of columns, and a reason is read by people.
    names = [f"`{field.name}`" for field in fields[:MOST_NAMED]]
    more = len(fields) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def _positions_in_words(number: int) -> str:
    return "1 column is at another place" if number == 1 else f"{number} columns are at other places"
