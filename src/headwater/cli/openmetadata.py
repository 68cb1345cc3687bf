"""What `headwater connect openmetadata` does besides reading: its search, and lineage written back."""

from typing import Any

from headwater.cli.console import address, exit_on_error, stderr, stdout
from headwater.cli.running import connect
from headwater.connectors.openmetadata import OpenMetadataConnector
from headwater.connectors.openmetadata.write_back import MissingEdge, find_missing, write_edge
from headwater.documents.formats import printable

MOST_FOUND = 50


def print_found(connector: OpenMetadataConnector, text: str) -> None:
    """One line a table: its full name, as every command takes it, then tier and owners."""
    with exit_on_error(), connector.api() as api:
        for one in api.search(text, MOST_FOUND):
            tier, owners = one.get("tier"), one.get("owners")
            said = [
                str(one.get("fullyQualifiedName")),
                str(tier["tagFQN"]) if isinstance(tier, dict) and tier.get("tagFQN") else "",
                ", ".join(_names(owners)),
            ]
            _print("  ".join(filter(None, said)))


def _names(owners: Any) -> list[str]:
    listed = owners if isinstance(owners, list) else []
    return [str(one.get("name")) for one in listed if isinstance(one, dict)]


def write_missing(connector: OpenMetadataConnector, write: bool, url: str | None) -> None:
    """Each edge is listed before it is written, so that the list tells how far a run came."""
    edges = columns = 0
    with exit_on_error(), connect(address(url)) as server, connector.api() as api:
        for edge in find_missing(api, server):
            edges, columns = edges + edge.is_new, columns + len(edge.columns)
            _print(f"{_word(edge)} {edge}")
            if write:
                write_edge(api, edge)
    done = "written" if write else "to write; nothing was written, add --yes to do it"
    stderr.print(f"{edges} edges and {columns} pairs of columns {done}", markup=False, soft_wrap=True)


def _word(edge: MissingEdge) -> str:
    return "new" if edge.is_new else "columns of"


def _print(line: str) -> None:
    stdout.print(printable(line), markup=False, soft_wrap=True)
