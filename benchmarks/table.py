"""Tables in Markdown, and percentiles."""

from collections.abc import Sequence

import numpy as np


def percentiles(seconds: Sequence[float]) -> tuple[float, float]:
    """p50 and p95 in milliseconds."""
    p50, p95 = np.percentile(seconds, [50, 95]) * 1000
    return float(p50), float(p95)


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
