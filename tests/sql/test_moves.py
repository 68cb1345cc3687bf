"""Which text moves a whole table to where."""

import pytest

from headwater.sql.moves import Kind, moves_in_text


@pytest.mark.parametrize(
    ("text", "kind", "source", "target"),
    [
        ("ALTER TABLE s.o APPEND FROM s.t", Kind.COPY, "s.t", "s.o"),
        ("alter table t switch to o", Kind.COPY, "t", "o"),
        ("alter table [t] switch partition 2 to [dbo].[o] partition 3", Kind.COPY, "t", "dbo.o"),
        ("alter table o exchange partition (ds = '1') with table t", Kind.COPY, "t", "o"),
        ("alter table o exchange partition p1 with table t", Kind.SWAP, "t", "o"),
        ("alter table o replace partition 202601 from t", Kind.COPY, "t", "o"),
        ("alter table t move partition '1' to table o", Kind.COPY, "t", "o"),
        ("exchange tables a and b", Kind.SWAP, "a", "b"),
        ("rename table `a` to db.b", Kind.RENAME, "a", "db.b"),
    ],
)
def test_each_form_names_source_and_target(text: str, kind: Kind, source: str, target: str) -> None:
    (move,) = moves_in_text(text)
    assert (move.kind, ".".join(move.source), ".".join(move.target)) == (kind, source, target)


def test_several_renames_come_in_their_order() -> None:
    assert [move.source[0] for move in moves_in_text("rename table a to b, c to d")] == ["a", "c"]


@pytest.mark.parametrize("text", ["alter table t add column a int", "rename user a to b", "call swap(t, o)"])
def test_other_statements_move_nothing(text: str) -> None:
    assert list(moves_in_text(text)) == []
