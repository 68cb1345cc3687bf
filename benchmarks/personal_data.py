"""How right the suggestions of personal data are, by a list of columns that people labelled, and how fast.

python -m benchmarks.personal_data
"""

import csv
import time
from pathlib import Path
from typing import NamedTuple

from headwater.personal_data.suggest import Suggester, read_rules

LABELLED = Path(__file__).parents[1] / "tests" / "cases" / "personal_data" / "labelled.csv"
ROUNDS = 20


class Accuracy(NamedTuple):
    columns: int
    precision: float
    recall: float
    wrong: tuple[str, ...]
    """Suggested, but not personal."""
    missed: tuple[str, ...]


def labelled() -> list[dict[str, str]]:
    with LABELLED.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def accuracy(rows: list[dict[str, str]], suggest: Suggester) -> Accuracy:
    suggested = [suggest(row["dataset"], row["column"], row["type"]) is not None for row in rows]
    names = [f"{row['dataset']}.{row['column']}" for row in rows]
    personal = [row["personal"] == "yes" for row in rows]
    right = sum(one and other for one, other in zip(suggested, personal, strict=True))
    judged = list(zip(names, suggested, personal, strict=True))
    return Accuracy(
        len(rows),
        right / max(sum(suggested), 1),
        right / max(sum(personal), 1),
        tuple(name for name, one, other in judged if one and not other),
        tuple(name for name, one, other in judged if other and not one),
    )


def main() -> None:
    suggest, rows = Suggester(read_rules(None)), labelled()
    for label, part in (
        ("names that the rules were written with", [row for row in rows if row["source"] == "own"]),
        ("tables of public schemas", [row for row in rows if row["source"] == "public"]),
        ("names of twelve languages", [row for row in rows if row["source"] == "languages"]),
    ):
        found = accuracy(part, suggest)
        print(f"{label}: {found.columns} columns, precision {found.precision:.3f}, recall {found.recall:.3f}")
    began = time.process_time()
    for _ in range(ROUNDS):
        accuracy(rows, suggest)
    print(f"{(time.process_time() - began) / ROUNDS / len(rows) * 1e6:.1f} µs a column")


if __name__ == "__main__":
    main()
