"""Who does what: every kind of work that can be requested or scheduled, and the function that does it."""

from collections.abc import Mapping

from headwater.worker.handlers.analytics import analytics
from headwater.worker.handlers.baselines import baselines
from headwater.worker.handlers.classify import classify
from headwater.worker.handlers.closure import closure, closure_estimate
from headwater.worker.handlers.handler import Handler
from headwater.worker.handlers.incidents import incidents
from headwater.worker.handlers.proofs import proofs
from headwater.worker.handlers.query_index import query_index
from headwater.worker.handlers.reach import reach
from headwater.worker.handlers.rebuild import rebuild
from headwater.worker.handlers.replay import replay
from headwater.worker.handlers.retention import retention
from headwater.worker.handlers.suggest import suggest
from headwater.worker.handlers.telemetry import telemetry
from headwater.worker.handlers.timeliness import timeliness

HANDLERS: Mapping[str, Handler] = {
    # Only a rebuild publishes over the stream's own connection; the others open one for themselves.
    # It takes smaller steps each time, where the last one ended, until it has found the event to blame.
    "rebuild": Handler(rebuild, pauses_stream=True, tries=100),
    "replay": Handler(replay),
    "analytics": Handler(analytics),
    "classify": Handler(classify),
    "reach": Handler(reach),
    "suggest": Handler(suggest),
    "baselines": Handler(baselines),
    "query_index": Handler(query_index),
    "closure": Handler(closure),
    "closure_estimate": Handler(closure_estimate),
    "timeliness": Handler(timeliness),
    "proofs": Handler(proofs),
    "incidents": Handler(incidents),
    "telemetry": Handler(telemetry),
    "retention": Handler(retention),
}

__all__ = ["HANDLERS", "Handler"]
