"""One POST to an address that we were given: within a time, never to a private place, never following it.

The name is looked up when the connection is made, each address is checked, and the connection goes to one of
those: a name that means another address a moment later leads nowhere else.
"""

import socket
import time
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

import httpcore

from headwater.worker.notifications.errors import DeliveryFailedError, PrivateAddressError

SECONDS = 10.0
MOST_ANSWER = 64 * 1024
# Addresses of the sixth version that lead to one of the fourth, whichever that is.
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("2002::/16"))


def post(
    url: str, body: bytes, headers: Mapping[str, str], *, private: bool, seconds: float = SECONDS
) -> None:
    """Return once the receiver has taken it; else an error that shows neither address nor secret."""
    backend = _CheckedBackend(time.monotonic() + seconds, private)
    try:
        with httpcore.ConnectionPool(network_backend=backend, retries=0) as pool:
            status = _status(pool, url, body, headers, seconds, backend)
    except PrivateAddressError as error:
        raise DeliveryFailedError(str(error), final=True) from None
    except (httpcore.UnsupportedProtocol, httpcore.LocalProtocolError, UnicodeError, ValueError):
        raise DeliveryFailedError("the address can't be used", final=True) from None
    except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError) as error:
        # What these errors say may quote the address.
        raise DeliveryFailedError(_words(error)) from None
    if 200 <= status < 300:
        return
    again = status in (408, 425, 429) or status >= 500
    raise DeliveryFailedError(f"the receiver answered {status}", final=not again)


def _status(
    pool: httpcore.ConnectionPool,
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float,
    backend: "_CheckedBackend",
) -> int:
    timeout = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
    sent = {"Content-Type": "application/json", "User-Agent": "headwater", **headers}
    with pool.stream(
        "POST", url, headers=list(sent.items()), content=body, extensions={"timeout": timeout}
    ) as response:
        read = 0
        for part in response.iter_stream():
            read += len(part)
            # The status says it all: what else is sent need not be read.
            if read > MOST_ANSWER or backend.left() <= 0:
                break
        return response.status


def _words(error: Exception) -> str:
    words = {
        httpcore.ConnectTimeout: "no connection in time",
        httpcore.ReadTimeout: "no answer in time",
        httpcore.WriteTimeout: "not taken in time",
        httpcore.ConnectError: "no connection",
        httpcore.RemoteProtocolError: "the answer is not HTTP, or was cut off",
    }
    return next((text for kind, text in words.items() if isinstance(error, kind)), "the connection broke")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """
    >>> is_public(ip_address("93.184.216.34")), is_public(ip_address("::ffff:127.0.0.1"))
    (True, False)
    >>> [is_public(ip_address(one)) for one in ("10.0.0.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0")]
    [False, False, False, False, False]
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


class _CheckedBackend(httpcore.NetworkBackend):
    def __init__(self, end: float, private: bool) -> None:
        self._end, self._private = end, private
        self._plain = httpcore.SyncBackend()

    def left(self) -> float:
        return self._end - time.monotonic()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        found = _looked_up(host, port)
        allowed = [one for one in found if self._private or is_public(ip_address(one.partition("%")[0]))]
        if not allowed:
            raise PrivateAddressError("the name leads to a private address")
        stream = self._plain.connect_tcp(
            allowed[0], port, max(self.left(), 0.001), local_address, socket_options
        )
        return _TimedStream(stream, self)

    def connect_unix_socket(self, *_arguments: Any, **_options: Any) -> httpcore.NetworkStream:
        raise PrivateAddressError("a socket of this machine is no receiver")


def _looked_up(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise httpcore.ConnectError from None
    return list(dict.fromkeys(str(one[4][0]) for one in found))


class _TimedStream(httpcore.NetworkStream):
    """All of its reads and writes together have the time of one message: a receiver can't drip for ever."""

    def __init__(self, stream: httpcore.NetworkStream, backend: _CheckedBackend) -> None:
        self._stream, self._backend = stream, backend

    def _left(self) -> float:
        left = self._backend.left()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, self._left()), self._backend)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
