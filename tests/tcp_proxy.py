"""A proxy on this machine that can pass bytes on late: what is behind it then seems slow, or far away."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK_BYTES = 1 << 16


class TcpProxy:
    def __init__(self, port: int, target: int) -> None:
        self._port, self._target = port, target
        self.delay_seconds = 0.0
        """What each chunk of bytes waits, either way."""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._stopped = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="tcp-proxy", daemon=True)

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10), "the proxy did not start"

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(10)

    @contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        self.delay_seconds = seconds
        try:
            yield
        finally:
            self.delay_seconds = 0.0

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", self._port)
        self._ready.set()
        await self._stopped.wait()
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK_BYTES):
                if self.delay_seconds:
                    await asyncio.sleep(self.delay_seconds)
                writer.write(chunk)
                await writer.drain()
        writer.close()


@contextmanager
def tcp_proxy(port: int, target: int) -> Iterator[TcpProxy]:
    proxy = TcpProxy(port, target)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()
