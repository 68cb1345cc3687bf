"""Several API processes on one port: each has a listening socket, and the kernel shares out connections.

The sockets stay open here, so that a process that is started again finds those who wait for it.
"""

import os
import signal
import socket
import time
from types import FrameType

from headwater.cli.machine import address_family, check_port
from headwater.cli.supervisor import Child, Supervisor, command
from headwater.errors import SetupError
from headwater.settings import Settings

BACKLOG = 2048
WATCH_SECONDS = 0.2


def serve_on_one_port(settings: Settings) -> None:
    """Until stopped, or until whoever started this process is gone."""
    # Sockets that share a port would also share it with another server of ours.
    check_port(settings)
    sockets = [_listening(settings) for _ in range(settings.api_processes)]
    supervisor = Supervisor([_child(number, one) for number, one in enumerate(sockets)])
    parent, stopping = os.getppid(), _Stopping()
    supervisor.start()
    try:
        while not stopping.asked and os.getppid() == parent:
            _keep_running(supervisor)
            time.sleep(WATCH_SECONDS)
    finally:
        for one in sockets:
            one.close()
        for child in supervisor.children:
            child.ask_to_stop()
        supervisor.stop()


class _Stopping:
    """Whether a signal asked this process to stop."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.asked = True


def _keep_running(supervisor: Supervisor) -> None:
    """One that was killed is started again; what one lacks that ended by itself, the others lack as well."""
    for child in supervisor.children:
        if not child.running and not child.was_killed:
            raise SetupError(f"the {child.name} ended by itself", "the lines above say why")
    supervisor.restart_ended()


def _listening(settings: Settings) -> socket.socket:
    address, family = (settings.host, settings.port), address_family(settings.host)
    return socket.create_server(address, family=family, backlog=BACKLOG, reuse_port=True)


def _child(number: int, listening: socket.socket) -> Child:
    place = listening.fileno()
    serving = command("api", "--listening-socket", str(place))
    return Child(f"API process {number + 1}", serving, None, os.environ, sockets=(place,))
