"""Events without what must not be kept: cut before they are stored, so that nothing later has to be found."""

import logging
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import yaml

from headwater.access.redaction import KNOWN, RedactionRule, Redactor, rules_from
from headwater.errors import SetupError
from headwater.model.events import Event, content_id, event_keys

logger = logging.getLogger(__name__)

HINT = "write a list of `name` and `pattern`; docs/guides/redact.md has an example"


@dataclass(slots=True)
class RedactionCounts:
    """How many secrets each rule has cut and nobody has written down yet."""

    waiting: Counter[str] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)

    def add(self, cuts: Mapping[str, int]) -> None:
        # Events are prepared in threads.
        with self._lock:
            self.waiting.update(cuts)

    def take(self) -> Counter[str]:
        with self._lock:
            taken, self.waiting = self.waiting, Counter()
        return taken


@dataclass(frozen=True, slots=True)
class EventRedaction:
    redactor: Redactor
    counts: RedactionCounts = field(default_factory=RedactionCounts)

    def redacted(self, event: Event) -> Event:
        """The same event without secrets; its identity is that of what is stored."""
        found = self.redactor.redact(event.body)
        if not found.cuts:
            return event
        document = _decoded(found.text)
        if document is None:
            # Only a rule of a team's own can do this: it took a part of the JSON itself.
            return self._redacted_by_known_rules(event)
        self.counts.add(found.cuts)
        keys = event_keys(document) if event.keys != type(event.keys)() else event.keys
        return replace(event, event_id=content_id(document), body=found.text, keys=keys)

    def redacted_text(self, text: str) -> str | None:
        """A JSON text without secrets; None where there is nothing to cut."""
        found = self.redactor.redact(text)
        if not found.cuts:
            return None
        try:
            msgspec.json.decode(found.text)
        except msgspec.DecodeError:
            logger.error("a rule of HEADWATER_REDACT_FILE breaks the JSON of telemetry, and was not used")
            return replace(self, redactor=Redactor(KNOWN)).redacted_text(text)
        self.counts.add(found.cuts)
        return found.text

    def _redacted_by_known_rules(self, event: Event) -> Event:
        logger.error("a rule of HEADWATER_REDACT_FILE breaks the JSON of an event, and was not used")
        return replace(self, redactor=Redactor(KNOWN)).redacted(event)


def _decoded(text: str) -> dict[str, Any] | None:
    try:
        document = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None
    return document if isinstance(document, dict) else None


def build_redaction(wanted: bool, file: Path | None) -> EventRedaction | None:
    """None where nothing is to be cut. A file that can't be used stops the start: it would cut nothing."""
    if file is not None:
        return EventRedaction(Redactor((*KNOWN, *_own_rules(file))))
    return EventRedaction(Redactor(KNOWN)) if wanted else None


def _own_rules(file: Path) -> tuple[RedactionRule, ...]:
    try:
        entries = yaml.safe_load(file.read_text(encoding="utf-8"))
        return rules_from([(str(entry["name"]), str(entry["pattern"])) for entry in entries])
    except (OSError, UnicodeDecodeError, yaml.YAMLError, re.error, ValueError, TypeError, KeyError) as error:
        raise SetupError(f"HEADWATER_REDACT_FILE can't be used: {error}", HINT) from error
