"""A document on the terminal."""

import sys

from headwater.cli.tables import print_table
from headwater.documents.document import Document
from headwater.documents.formats import Grid, printable


def print_document(document: Document) -> None:
    """Each section under its heading, on stdout."""
    sys.stdout.write(f"{printable(document.title)}\n{printable(document.lead)}\n\n")
    print_table(Grid(("", ""), document.facts))
    for section in document.sections:
        sys.stdout.write(f"\n{printable(section.heading)}\n")
        sys.stdout.writelines(f"{printable(paragraph)}\n" for paragraph in section.paragraphs)
        if section.grid:
            print_table(section.grid)
