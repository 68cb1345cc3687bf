"""One spelling for one place: known variants of dataset namespaces are written one way."""

from functools import lru_cache

SCHEMES = {"s3a": "s3", "s3n": "s3", "postgresql": "postgres", "wasb": "wasbs"}


@lru_cache(maxsize=65536)
def normal_namespace(namespace: str) -> str:
    """The namespace as OpenLineage's naming rules would have it.

    >>> normal_namespace("s3a://lake/")
    's3://lake'
    """
    scheme, separator, rest = namespace.strip().partition("://")
    if not separator:
        return namespace.strip()
    known = SCHEMES.get(scheme.lower(), scheme)
    return f"{known}://{rest.removesuffix('/').removesuffix(':None')}"
