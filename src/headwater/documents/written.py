"""A text with the name and the media type that a file of its format has."""

import re
from collections.abc import Mapping
from typing import Literal

from headwater.answers.documents import WrittenDocument

DocumentFormat = Literal["markdown", "html", "csv", "json"]
MEDIA_TYPES: Mapping[DocumentFormat, tuple[str, str]] = {
    "markdown": ("text/markdown", "md"),
    "html": ("text/html", "html"),
    "csv": ("text/csv", "csv"),
    "json": ("application/json", "json"),
}
LONGEST_NAME = 80


def written(title: str, form: DocumentFormat, text: str) -> WrittenDocument:
    """
    >>> written("What broke shop/orders", "html", "").file_name
    'what-broke-shop-orders.html'
    """
    media_type, ending = MEDIA_TYPES[form]
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:LONGEST_NAME]
    return WrittenDocument(title, form, media_type, f"{name}.{ending}", text)
