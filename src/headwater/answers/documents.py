"""An answer written out as a file to hand over."""

from typing import Any, ClassVar, Literal

from headwater.answers.base import Answer


class WrittenDocument(Answer, frozen=True):
    """A report as text, in the format that was asked for."""

    title: str
    format: Literal["markdown", "html", "csv", "json"]
    media_type: str
    file_name: str
    text: str

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "title": "Where data of columns tagged pii flows",
        "format": "markdown",
        "media_type": "text/markdown",
        "file_name": "flows-of-columns-tagged-pii.md",
        "text": "# Where data of columns tagged pii flows\n\nAs of 2026-04-20T04:12:00Z, ...\n",
    }
