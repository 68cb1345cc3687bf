"""What a start needs of the machine: a home folder of one's own, and a database that answers."""

import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from headwater.errors import SetupError
from headwater.settings import Settings

# Nobody else reads what is written from here on: the events are in the database, the lake and the logs.
PRIVATE_UMASK = 0o077
CONNECT_SECONDS = 5
# Version 15.0 as the server reports it: ten thousand times the major version, plus the minor.
OLDEST_POSTGRES = 150000
HOME_HINT = "make it writable, or choose another with --home or HEADWATER_HOME"


def prepare_home(home: Path) -> None:
    """Make it, readable for nobody else; what is in it from before as well."""
    os.umask(PRIVATE_UMASK)
    try:
        home.mkdir(parents=True, exist_ok=True)
        restrict(home)
        writable = can_write(home)
    except OSError as error:
        raise SetupError(
            f"the home folder {home.absolute()} can't be used: {error.strerror}", HOME_HINT
        ) from error
    if not writable:
        raise SetupError(f"the home folder {home.absolute()} can't be written", HOME_HINT)


def restrict(home: Path) -> None:
    """Take from others what they may read. PostgreSQL looks after its own folder, and its user passes by."""
    home.chmod(0o711 if os.geteuid() == 0 else 0o700)
    for entry in home.iterdir():
        if entry.name != "postgres":
            _restrict_tree(entry)


def _restrict_tree(top: Path) -> None:
    _restrict_one(top)
    for folder, folders, files in os.walk(top):
        for name in (*folders, *files):
            _restrict_one(Path(folder, name))


def _restrict_one(path: Path) -> None:
    # A process that runs already may delete it meanwhile.
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if mode & 0o077 and not path.is_symlink():
            path.chmod(mode & 0o700)


def can_write(folder: Path) -> bool:
    """By trying: permissions don't tell of a read-only disk, and mean nothing to root."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def check_database(database_url: str) -> int:
    """The version of the PostgreSQL at this address; why it can't be used else, never with the password."""
    hint = "check HEADWATER_DATABASE_URL: host, port, user, password; unset, an embedded one is started"
    try:
        with psycopg.connect(database_url, connect_timeout=CONNECT_SECONDS) as connection:
            version = connection.info.server_version
    except (psycopg.Error, OSError, ValueError) as error:
        reason = next(iter(without_password(str(error), database_url).splitlines()), type(error).__name__)
        # Without its cause, whose text may show the password in a traceback.
        raise SetupError(f"the database can't be reached: {reason}", hint) from None
    if version < OLDEST_POSTGRES:
        raise SetupError(f"PostgreSQL {version // 10000} is too old", "use PostgreSQL 15 or newer")
    return version


def without_password(text: str, database_url: str | None) -> str:
    """
    >>> without_password("no way to u:s3cret@db", "postgresql://u:s3cret@db/x")
    'no way to u:***@db'
    """
    for secret in _secrets(database_url or ""):
        text = text.replace(secret, "***")
    return text


def _secrets(database_url: str) -> list[str]:
    """The password as it stands in the URL and as it is meant; what can't be read is hidden as a whole."""
    # The last @ ends it, since the password may contain one that was not quoted.
    raw = database_url.rpartition("@")[0].partition("://")[2].partition(":")[2]
    try:
        meant = conninfo_to_dict(database_url).get("password")
    except psycopg.Error:
        meant = database_url.partition("://")[2]
    return [secret for secret in (str(meant or ""), raw) if secret]


def address_family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def check_port(settings: Settings) -> None:
    """Raises where somebody else listens there."""
    with socket.socket(address_family(settings.host)) as probe:
        # Connections of a server that just stopped linger for a while, and would make the port look taken.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise SetupError(
                f"port {settings.port} on {settings.host} is taken ({error.strerror})",
                "stop what uses it, or choose another: `make demo PORT=8001`, `headwater up --port 8001`",
            ) from error
