"""A simulation as JSON: of a server the answer as it came, offline the same words with places in files."""

from headwater.cli.simulation_formats.parts import SimulationReport
from headwater.documents.formats import pretty_json


def render(report: SimulationReport) -> str:
    return pretty_json(report.found)
