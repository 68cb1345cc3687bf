"""The shape of a text: what is left when names that nothing depends on are replaced.

Two texts of one shape get the same verdict, for the same reason, at the same word. Only names are replaced of
which that is certain: aliases that the text itself gives, and columns that the change leaves as they are.
"""

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise

from headwater.sql.binding.bind import dialect_named
from headwater.sql.binding.text import Fragment, Lines

PREFIX = "hwx"
"""Before every name that stands for another one."""
PLACEHOLDER = re.compile(rf"{PREFIX}\w+")
TOKENS = re.compile(
    r"\s+|[A-Za-z_]\w*|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|/\*.*?\*/|\d[\w.]*|.", re.DOTALL
)
COMMENTS = ("--", "/*")
# What a space or a comment begins with.
BETWEEN = frozenset(" \n\r\t\f\v-/\u00a0")
OPAQUE = frozenset("'\"`")
MASK = "'?'"
WORDS = re.compile(r"\w+")
# Escapes, code in strings and templates are read by each dialect in its own way.
UNSURE = re.compile(rf"\\|\$\w*\$|\{{|{PREFIX}", re.IGNORECASE)


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that mean something where they stand, beside those that the dialect lists itself.
CONTEXT_WORDS = _listed(
    """at zone nulls within preceding following unbounded materialized ordinality of only to by on as is in
    and or not select from where group order having limit offset join left right full inner outer cross using
    union year quarter month week day hour minute second millisecond microsecond dow doy isodow isoyear epoch
    decade century millennium years months weeks days hours minutes seconds value values excluded new old"""
)
CLAUSES = _listed(
    "select from where group order having qualify window limit offset fetch join on using and or by"
)
# Words of an expression that are never a name.
OPERATORS = _listed(
    "as is in not and or null like ilike between case when then else end asc desc distinct true false"
)
OTHER_QUERIES = _listed("union intersect except minus with values insert update delete merge create")


@dataclass(frozen=True, slots=True)
class Scan:
    """The words and signs of a text, and which of its words may be replaced."""

    text: str
    pieces: tuple[str, ...]
    """The whole text, piece by piece."""
    tokens: tuple[str, ...]
    """Without spaces and comments."""
    aliases: frozenset[str]
    """Names that the text gives itself."""
    fixed: frozenset[str]
    """Words that must stay, as they mean something else at some place; in lower case."""

    @property
    def is_one_query(self) -> bool:
        small = [token.lower() for token in self.tokens]
        return small.count("select") == 1 and OTHER_QUERIES.isdisjoint(small)


@dataclass(frozen=True, slots=True)
class TextShape:
    """A text with replaced names, and the way back from it."""

    text: str
    scan: Scan
    pieces: tuple[str, ...]
    original: Mapping[str, str]
    """By the name that stands for it."""

    def in_words(self, says: str) -> str:
        if PREFIX not in says:
            return says
        return PLACEHOLDER.sub(lambda match: self.original.get(match[0], match[0]), says)

    def fragment(self, place: Fragment | None) -> Fragment | None:
        """The piece of the text that a piece of the shape stands for."""
        if place is None or not self.original:
            return place
        start = 0
        for _ in range(place.line - 1):
            start = self.text.index("\n", start) + 1
        start += place.column - 1
        return Lines(self.scan.text).fragment(self._origin(start), self._origin(start + place.length) - 1)

    def _origin(self, place: int) -> int:
        """The place of the text that a place of the shape stands for."""
        ends = list(accumulate(map(len, self.pieces)))
        count = bisect_left(ends, place) + 1 if place else 0
        old = sum(map(len, self.scan.pieces[:count]))
        return place + old - (ends[count - 1] if count else 0)


@cache
def reserved_words(dialect: str | None) -> frozenset[str]:
    """Words that mean something to the dialect's parser."""
    known = dialect_named(dialect)
    keywords = (word for phrase in known.tokenizer_class.KEYWORDS for word in phrase.split())
    functions = known.parser_class.FUNCTIONS
    return CONTEXT_WORDS | {word.lower() for word in (*keywords, *functions)}


def scan(text: str, dialect: str | None) -> Scan | None:
    """None where a text's words can't be told apart for certain."""
    if UNSURE.search(text) is not None:
        return None
    pieces = TOKENS.findall(text)
    tokens = [piece for piece in pieces if piece[0] not in BETWEEN or not _is_between(piece)]
    return _with_aliases(text, pieces, tokens, reserved_words(dialect))


def _is_between(piece: str) -> bool:
    """A space or a comment."""
    return piece.isspace() or piece.startswith(COMMENTS)


def _is_word(token: str) -> bool:
    return token[0].isalpha() or token[0] == "_"


def _with_aliases(text: str, pieces: list[str], tokens: list[str], reserved: frozenset[str]) -> Scan:
    """Aliases stand behind `as`; or they qualify columns, and stand behind a name or bracket."""
    fixed: set[str] = set()
    aliases: set[str] = set()
    in_bracket: set[str] = set()
    qualifiers: set[str] = set()
    declared: set[str] = set()
    small = [token.lower() for token in tokens]
    before = ""
    for token, word, after in zip(tokens, small, [*tokens[1:], ""], strict=True):
        if _is_word(token):
            # Names with capitals are shown in small letters here and there.
            if after == "(" or token != word or word in reserved:
                fixed.add(word)
            elif before == "as":
                (in_bracket if after == ")" else aliases).add(token)
            elif after == "." != before:
                qualifiers.add(token)
            elif before == ")" or (before and _is_word(before) and before not in CONTEXT_WORDS):
                declared.add(token)
        elif token[0] in OPAQUE and token != MASK:
            fixed.update(WORDS.findall(word))
        before = word
    # `cast(x as money)` names a type.
    casts = any(word.endswith("cast") or word == "convert" for word in fixed)
    aliases |= (qualifiers & declared) | (set() if casts else in_bracket)
    return Scan(text, tuple(pieces), tuple(tokens), frozenset(aliases - fixed), frozenset(fixed))


def shape_of(scan: Scan, columns: Mapping[str, str], kept: Container[str]) -> TextShape:
    """`columns` are the classes of columns that may be replaced, by name; those of one class are alike.

    `kept` are names that no alias may have that is replaced.
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for token in scan.tokens:
        if token in names or token in scan.fixed:
            continue
        class_ = columns.get(token) or ("a" if token in scan.aliases and token not in kept else None)
        if class_ is not None:
            number = counts[class_] = counts.get(class_, 0) + 1
            names[token] = placeholder(class_, number)
    pieces = tuple(map(names.get, scan.pieces, scan.pieces))
    return TextShape("".join(pieces), scan, pieces, {new: old for old, new in names.items()})


def placeholder(class_: str, number: int) -> str:
    return f"{PREFIX}{class_}_{number}"


def beside(scan: Scan, words: Iterable[str]) -> frozenset[str]:
    """Every word that shares an expression with one of these, or with what is computed from them."""
    if not scan.is_one_query:
        return frozenset(scan.tokens)
    units = list(_units(scan.tokens))
    qualifiers = {token for token, after in pairwise(scan.tokens) if after == "."}
    reached = set(words)
    size = -1
    while size != len(reached):
        size = len(reached)
        for unit in units:
            if not reached.isdisjoint(unit):
                reached |= unit - qualifiers
    return frozenset(reached)


def _units(tokens: Sequence[str]) -> Iterator[set[str]]:
    """The words of each expression: split at clauses, commas, `and` and `or` outside of brackets."""
    unit: set[str] = set()
    depth, between = 0, False
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        small = token.lower()
        depth += (small in ("(", "case", "[")) - (small in (")", "end", "]"))
        # The `and` of a between is none of its own.
        if depth == 0 and (token == "," or (small in CLAUSES and not (between and small == "and"))):
            yield unit
            unit = set()
        elif after != "(" and _is_word(token) and small not in OPERATORS:
            unit.add(token)
        between = small == "between" or (between and small != "and")
    yield unit
