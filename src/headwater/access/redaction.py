"""What must not be kept: secrets in the text of an event, cut before it is stored.

Rules are tried on the JSON text as it came, inside its strings: none of them can match a quotation mark that
ends a string, so that what is left is the same JSON with other texts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

CUT = "[redacted]"
SECRET = "secret"
"""The group that is cut; a pattern without it is cut as a whole."""

# Of a name, what says that its value is a secret. Case-insensitive.
WORDS = ("pass", "pwd", "secret", "token", "credential", "key")
NAMED = (
    r"(?:password|passwd|passphrase|(?<![a-z])pass(?![a-z])|pwd|secret|token|credential"
    r"|(?:api|access|account|private|shared)[_.-]?key)"
)
# Of these, what is followed by a colon and its value in a sentence; a parser speaks of a token in this way.
SPOKEN = r"(?:password|passwd|passphrase|pwd|secret|api[ _-]?key)"
# Forms of the keys of services, by which they are known at sight.
SERVICES = (
    r"AIza[\w-]{35}",
    r"[rs]k_(?:live|test)_\w{10,}",
    r"sk-[\w-]{20,}",
    r"glpat-[\w-]{20,}",
    r"npm_\w{36}",
    r"pypi-[\w-]{30,}",
    r"dapi[0-9a-f]{32}",
    r"SG\.[\w-]{16,40}\.[\w-]{16,80}",
)
SERVICE_HINTS = ("aiza", "k_live_", "k_test_", "sk-", "glpat-", "npm_", "pypi-", "dapi", "sg.")
# Before and after such a word. With a limit, as all below: no text may take longer than its length.
MORE = r'[^"\\]{0,80}'
# A text in JSON: anything but a quotation mark, unless it is escaped.
TEXT = r'(?:[^"\\]|\\.)'
SPACE = r"\s{0,20}"
OWNER = r"[A-Z ]{0,30}PRIVATE KEY-----"
# Up to the next line that begins or ends a block: whatever follows a beginning is looked at once.
BLOCK = r'(?:[^"\\-]|\\.|-(?!----(?:BEGIN|END)))*+'


@dataclass(frozen=True, slots=True)
class RedactionRule:
    """`pattern` is tried on the text of an event; its group `secret` is cut, else the whole match."""

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ("",)
    """In lower case: a text with none of these can't match, and need not be tried."""


def _known(name: str, pattern: str, *hints: str) -> RedactionRule:
    return RedactionRule(name, re.compile(pattern, re.IGNORECASE), hints)


KNOWN: tuple[RedactionRule, ...] = (
    # postgresql://user:password@host
    _known("uri-password", rf'://[^\s"/@:\\]{{0,200}}:(?P<{SECRET}>[^\s"/@\\]{{1,500}})@', "://"),
    # The same inside of another address
    _known("uri-password", rf'%3A%2F%2F[^\s"%]{{0,200}}%3A(?P<{SECRET}>[^\s"%]{{1,500}})%40', "%2f%2f"),
    # https://token@host
    _known("uri-password", rf'https?://(?P<{SECRET}>[^\s"/@:\\]{{20,500}})@', "http"),
    # jdbc:oracle:thin:user/password@host
    _known("uri-password", rf':thin:[^\s"/@\\]{{1,200}}/(?P<{SECRET}>[^\s"@\\]{{1,500}})@', ":thin:"),
    # ...?token=abc, --password=abc, password='abc'
    _known("parameter", rf"{NAMED}[\w-]{{0,40}}(?:=|%3D)(?:'|\\\")?(?P<{SECRET}>[^\s\"&;,'\\]+)", *WORDS),
    # ...?X-Amz-Signature=abc
    _known("parameter", rf"[?&;](?:sig|(?:x-\w{{1,9}}-)?signature)=(?P<{SECRET}>[^\s\"&;,'\\]+)", "sig"),
    # --password abc, curl -u user:abc
    _known(
        "command", rf"--[\w-]{{0,40}}{NAMED}[\w-]{{0,40}} {{1,8}}(?P<{SECRET}>[^\s\"'\\-][^\s\"'\\]*)", "--"
    ),
    _known(
        "command", rf"curl\b[^\"\\]{{0,200}} -u {{0,4}}[^\s:\"\\]{{1,200}}:(?P<{SECRET}>[^\s\"'\\]+)", "curl"
    ),
    # create user ann with password 'abc'
    _known(
        "sql",
        rf"(?:password|identified\s{{1,8}}by)\s{{1,8}}'(?P<{SECRET}>[^\"'\\]+)'",
        "password",
        "identified",
    ),
    # wrong password: abc
    _known("sentence", rf"{SPOKEN}\s{{0,4}}:\s{{1,4}}(?P<{SECRET}>[^\s\"',;\\]+)", *WORDS),
    # {"name": "DB_PASSWORD", "value": "abc"}, as the facet of environment variables has it
    _known(
        "environment-variable",
        rf'"name"{SPACE}:{SPACE}"{MORE}{NAMED}{MORE}"{SPACE},{SPACE}"value"{SPACE}:{SPACE}'
        rf'"(?P<{SECRET}>{TEXT}++)"',
        *WORDS,
    ),
    _known(
        "environment-variable",
        rf'"value"{SPACE}:{SPACE}"(?P<{SECRET}>{TEXT}++)"{SPACE},{SPACE}"name"{SPACE}:{SPACE}'
        rf'"{MORE}{NAMED}{MORE}"',
        *WORDS,
    ),
    # The same in JSON that stands in a text
    _known(
        "member",
        rf'\\{{1,9}}"{MORE}{NAMED}{MORE}\\{{1,9}}"{SPACE}:{SPACE}\\{{1,9}}"(?P<{SECRET}>[^"\\]++)',
        *WORDS,
    ),
    # {"db_password": "abc"}
    _known("member", rf'"{MORE}{NAMED}{MORE}"{SPACE}:{SPACE}"(?P<{SECRET}>{TEXT}++)"', *WORDS),
    _known("authorization", rf"\b(?:bearer|basic)\s{{1,8}}(?P<{SECRET}>[\w.~+/=-]{{8,}})", "bearer", "basic"),
    _known("aws-key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b", "akia", "asia"),
    _known("github-token", r"\b(?:gh[pousr]|github_pat)_\w{20,}", "gh", "github_pat"),
    _known("slack-hook", rf"hooks\.slack\.com/services/(?P<{SECRET}>[\w/]+)", "hooks.slack"),
    _known("service-token", rf"\b(?:{'|'.join(SERVICES)})", *SERVICE_HINTS),
    _known("slack-token", r"\bxox[abeprs]-[\w-]{10,}", "xox"),
    _known("jwt", r"\beyJ[\w-]{8,400}+\.eyJ[\w-]{8,4000}+\.[\w-]*", "eyj"),
    _known("headwater-key", r"\bhw_[0-9a-f]{16}_[0-9a-f]{64}\b", "hw_"),
    _known("private-key", rf"-----BEGIN {OWNER}{BLOCK}-----END {OWNER}", "private key"),
)


@dataclass(frozen=True, slots=True)
class Redactor:
    """
    >>> Redactor(KNOWN).redact('{"name": "postgresql://me:hunter2@db/shop"}').text
    '{"name": "postgresql://me:[redacted]@db/shop"}'
    """

    rules: Sequence[RedactionRule] = field(default=KNOWN)

    def redact(self, text: str) -> "Redacted":
        """The text without secrets, and how many each rule has cut."""
        cuts: Counter[str] = Counter()
        lowered = text.lower()
        for rule in self.rules:
            if any(hint in lowered for hint in rule.hints):
                text = rule.pattern.sub(partial(_cut, rule=rule, cuts=cuts), text)
        return Redacted(text, cuts)


@dataclass(frozen=True, slots=True)
class Redacted:
    text: str
    cuts: Counter[str]


def _cut(found: re.Match[str], rule: RedactionRule, cuts: Counter[str]) -> str:
    group = SECRET if SECRET in rule.pattern.groupindex else 0
    if found[group] == CUT:
        # What an earlier rule, or an earlier time, has cut.
        return found[0]
    cuts[rule.name] += 1
    begin, end = (place - found.start() for place in found.span(group))
    return f"{found[0][:begin]}{CUT}{found[0][end:]}"


def rules_from(entries: Iterable[tuple[str, str]]) -> tuple[RedactionRule, ...]:
    """Rules by name and pattern; raises `re.error` for what is no pattern."""
    return tuple(RedactionRule(name, re.compile(pattern)) for name, pattern in entries)
