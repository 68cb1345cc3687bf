"""A finding: one text that one change breaks in one way, under an id that stays the same."""

from collections.abc import Iterable

from headwater.model.ids import digest


def finding_id(asset: str, changes: Iterable[str], fingerprint: str, verdict: str) -> str:
    """The same for the same change of the same dataset, however often and by whichever judge it is simulated.

    >>> one = finding_id("dataset:w/t", ["drop t.a", "drop t.b"], "f1", "will_error")
    >>> one == finding_id("dataset:w/t", ["drop t.b", "DROP t.a"], "f1", "will_error")
    True
    >>> one == finding_id("dataset:w/t", ["drop t.a"], "f1", "will_error")
    False
    """
    return digest("finding", asset, *sorted(change.lower() for change in changes), fingerprint, verdict)
