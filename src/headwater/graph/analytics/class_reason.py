"""Why a column has its class, as a sentence."""

from headwater.model.classification import Effect, Level

LOWERED = {1 << Effect.LOWERS: "aggregation", 1 << Effect.HASHES: "hashing"}


def reason(
    level: int,
    pii: bool,
    declared: tuple[int | None, bool | None],
    source: tuple[str, int, int] | None,
    pii_source: tuple[str, int] | None,
) -> str:
    """`source` is where a level comes from, over how many hops, and what lowered it; so is `pii_source`.

    >>> reason(2, False, (None, None), ("crm/customers#email", 3, 2), None)
    'confidential inherited from crm/customers#email over 3 hops, lowered by aggregation'
    >>> reason(2, True, (2, True), None, None)
    'declared confidential and personal'
    """
    own, own_pii = declared
    higher = source is not None and level > (own or 0)
    parts = [_declared(0 if higher else level, bool(own_pii))]
    flag = pii_source if pii and not own_pii else None
    if source is not None and higher:
        together = flag == source[:2]
        what = f"{Level(level).word}{' and personal data' if together else ''}"
        parts.append(f"{what} inherited from {_path(*source[:2])}{_lowering(source[2])}")
        flag = None if together else flag
    if flag is not None:
        parts.append(f"personal data inherited from {_path(*flag)}")
    return "; ".join(part for part in parts if part)


def _declared(level: int, pii: bool) -> str:
    words = [Level(level).word] * bool(level) + ["personal"] * pii
    return f"declared {' and '.join(words)}" if words else ""


def _path(name: str, depth: int) -> str:
    return f"{name} over {depth} hop{'s' if depth != 1 else ''}"


def _lowering(by: int) -> str:
    words = [word for bit, word in LOWERED.items() if by & bit]
    return f", lowered by {' and '.join(words)}" if words else ""
