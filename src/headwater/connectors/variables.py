"""Variables of the environment within the texts of settings files."""

import os
import re

from headwater.errors import BadInputError

VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def with_environment(text: str, place: str, default: str | None = None) -> str:
    """The text with the values of the environment variables that it names as `${NAME}`.

    >>> with_environment("no variable", "url")
    'no variable'
    """

    def value(match: re.Match[str]) -> str:
        found = os.environ.get(match[1], default)
        if found is None:
            raise BadInputError(place, f"the environment variable {match[1]} is not set")
        return found

    return VARIABLE.sub(value, text)
