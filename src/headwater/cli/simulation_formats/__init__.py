"""A simulation as text, JSON, Markdown, SARIF, annotations of a workflow, or a page: one module a format."""

from collections.abc import Callable
from enum import StrEnum
from importlib import import_module

from headwater.cli.simulation_formats.parts import SimulationReport


class SimulationFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    SARIF = "sarif"
    GITHUB = "github"
    HTML = "html"


def render(report: SimulationReport, form: SimulationFormat) -> str:
    # Only the one that is asked for is imported: the command's start is part of its time.
    written: Callable[[SimulationReport], str] = import_module(f"{__name__}.{form.value}").render
    return written(report)
