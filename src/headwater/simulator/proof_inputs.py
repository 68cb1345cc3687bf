"""What a proof needs that is made later: the schemas on both sides, and what was said of each text."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from headwater.simulator.judge import JudgedQuery, QueryVerdict, SchemaPair
from headwater.sql.schemas import ColumnSchema, TableSchema

Columns = list[tuple[str, str | None, bool | None, bool | None]] | None
"""Name, type, whether it may be null, whether it has a default; None where no columns are known."""


class UnprovedText(msgspec.Struct, frozen=True):
    """A text whose engine has not spoken yet; what it says is found by its fingerprint."""

    fingerprint: str
    dialect: str | None
    namespace: tuple[str, ...]
    is_query: bool
    verdict: QueryVerdict
    reason: str
    users: tuple[str, ...]
    """Who runs it: what is counted for them follows the proof."""
    findings: dict[str, str]
    """The id of what would be found, by verdict."""

    def query(self, text: str) -> JudgedQuery:
        return JudgedQuery(text, self.dialect, self.namespace)


class ProofInputs(msgspec.Struct, frozen=True):
    before: dict[str, Columns]
    after: dict[str, Columns]
    texts: tuple[UnprovedText, ...]

    def pair(self) -> SchemaPair:
        return SchemaPair(_tables(self.before), _tables(self.after))


def proof_inputs(
    before: Mapping[str, TableSchema], after: Mapping[str, TableSchema], texts: Iterable[UnprovedText]
) -> ProofInputs:
    return ProofInputs(_columns(before), _columns(after), tuple(texts))


def _columns(tables: Mapping[str, TableSchema]) -> dict[str, Columns]:
    return {
        name: None
        if table.columns is None
        else [(one.name, one.type, one.nullable, one.default) for one in table.columns]
        for name, table in tables.items()
    }


def _tables(kept: Mapping[str, Any]) -> dict[str, TableSchema]:
    return {
        name: TableSchema(name, None if columns is None else tuple(ColumnSchema(*one) for one in columns))
        for name, columns in kept.items()
    }
