"""The judges of an offline simulation: ours, and DuckDB's binder where it is installed."""

import time

from headwater.simulator.engine_judge import EngineJudge
from headwater.simulator.judges import Judges

# Of processor time, for all texts together; what is beyond has our word alone.
PROOF_SECONDS = 0.6


def judges_at_hand(seconds: float = PROOF_SECONDS) -> Judges:
    try:
        from headwater.simulator.duckdb_engine import DuckDbEngine
    except ImportError:
        return Judges()
    return Judges([EngineJudge(DuckDbEngine())], seconds, clock=time.process_time)
