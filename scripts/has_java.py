"""Exit 0 when Spark will find a Java here, 1 when the `java` extra has to bring one."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from headwater.errors import SetupError
from headwater.pipeline.java import java_home


def main() -> int:
    # Where a wheel brings Java, a wrapper is written into the home folder: here into one that goes again.
    with TemporaryDirectory() as home:
        try:
            java_home(Path(home))
        except SetupError as error:
            print(f"{error}; taking one from the package index", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
