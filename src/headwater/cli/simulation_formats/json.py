"""A simulation as JSON: of a server the answer as it came, offline the same words with places in files."""

from headwater.cli.formats import pretty_json
from headwater.cli.simulation_formats.parts import SimulationReport


def render(report: SimulationReport) -> str:
    return pretty_json(report.found)
