"""Who may speak to a server on loopback: no web page of another site, whatever name it came by.

A browser sends a page's requests to any address, also to this machine's own. With a name that its owner
points at 127.0.0.1 (DNS rebinding) the page may even read the answers; `Host` then holds that name. `Origin`
says which page writes.
"""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from headwater.access.loopback import is_loopback
from headwater.errors import ForeignHostError, ForeignOriginError, HeadwaterError
from headwater.settings import split_names

READS = ("GET", "HEAD", "OPTIONS")
HEADERS = (b"host", b"origin")


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """Names beside those of loopback. A server that others reach answers to any, unless it is given some."""

    checked: bool
    names: frozenset[str]
    origins: frozenset[str] = frozenset()
    """Of pages elsewhere that may write."""

    @classmethod
    def from_settings(cls, host: str, allowed_hosts: str, cors_origins: str = "") -> "AllowedHosts":
        names = frozenset(map(str.lower, split_names(allowed_hosts)))
        return cls(is_loopback(host) or bool(names), names, frozenset(split_names(cors_origins)))

    def refusal(self, scope: MutableMapping[str, Any]) -> HeadwaterError | None:
        """Why this request is not answered. One without `Host` or `Origin` comes from no web page."""
        if not self.checked:
            return None
        named = {name: value.decode("latin-1") for name, value in scope["headers"] if name in HEADERS}
        host, origin = named.get(b"host"), named.get(b"origin")
        # `Host` has no scheme: without the slashes, its name would be taken for one.
        if host and not self._allows(host_of(f"//{host}")):
            return ForeignHostError(host)
        # Not for reads: the browser itself keeps the answers from pages of other sites.
        if origin and scope["method"] not in READS and not self._allows_origin(origin):
            return ForeignOriginError(origin)
        return None

    def _allows_origin(self, origin: str) -> bool:
        return origin in self.origins or self._allows(host_of(origin))

    def _allows(self, host: str) -> bool:
        return is_loopback(host) or host in self.names


def host_of(address: str) -> str:
    """
    >>> [host_of(address) for address in ("//Shop.example:80", "http://[::1]:8000", "null", "//[")]
    ['shop.example', '::1', '', '']
    """
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
