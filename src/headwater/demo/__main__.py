"""`python -m headwater.demo`: the history as NDJSON on standard output, one event a line."""

import json
import sys
from typing import TextIO

from headwater.demo.history import SEED, history


def write(out: TextIO, seed: int = SEED) -> None:
    for event in history(seed):
        out.write(json.dumps(event, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    write(sys.stdout, int(sys.argv[1]) if len(sys.argv) > 1 else SEED)
