"""Everything that can be set: by argument, else by an environment variable, else a default."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from headwater_sdk.complaints import Complaints
from headwater_sdk.errors import SettingsError

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True)
class SdkSettings:
    """Without a `url` and without `dry_run`, nothing is done at all."""

    url: str | None = None
    api_key: str | None = None
    namespace: str = "default"
    service_name: str = "python"
    timeout: float = 5.0
    """Seconds that a request may wait for the server, in the background."""
    batch_size: int = 100
    flush_interval: float = 0.5
    """Seconds for which events are gathered before they are sent together."""
    queue_size: int = 10_000
    """Events that wait in memory at the most; beyond it they are dropped, and counted."""
    spool: str | None = None
    """Folder for what could not be sent yet; by default in the user's folder for state. `off` keeps none."""
    spool_bytes: int = 64 * 1024 * 1024
    exit_seconds: float = 3.0
    """Seconds that the end of the program may wait for what is not sent yet; the rest goes to the spool."""
    enable_lineage: bool = True
    enable_telemetry: bool = True
    disabled: bool = False
    dry_run: bool = False
    """Print events instead of sending them."""
    strict: bool = False
    """Send each event at once and raise what goes wrong. For tests."""
    parent: str | None = None
    """The run that this program is part of, as `namespace/job/run id`."""

    @property
    def is_active(self) -> bool:
        return not self.disabled and (self.dry_run or self.url is not None)

    @property
    def spool_folder(self) -> Path | None:
        if self.spool is None:
            return default_spool(os.environ)
        return None if self.spool.lower() in FALSE else Path(self.spool)


VARIABLES: Mapping[str, tuple[str, ...]] = {
    "url": ("HEADWATER_URL", "LINEAGE_HUB_HUB_ENDPOINT", "LINEAGE_HUB_ENDPOINT", "OPENLINEAGE_URL"),
    "api_key": ("HEADWATER_API_KEY", "LINEAGE_HUB_API_KEY", "OPENLINEAGE_API_KEY"),
    "namespace": ("HEADWATER_NAMESPACE", "LINEAGE_HUB_NAMESPACE", "OPENLINEAGE_NAMESPACE"),
    "service_name": ("HEADWATER_SERVICE_NAME", "OTEL_SERVICE_NAME"),
    "timeout": ("HEADWATER_SDK_TIMEOUT", "LINEAGE_HUB_TIMEOUT"),
    "batch_size": ("HEADWATER_SDK_BATCH_SIZE", "LINEAGE_HUB_BATCH_SIZE"),
    "flush_interval": ("HEADWATER_SDK_FLUSH_INTERVAL", "LINEAGE_HUB_FLUSH_INTERVAL"),
    "queue_size": ("HEADWATER_SDK_QUEUE_SIZE",),
    "spool": ("HEADWATER_SDK_SPOOL",),
    "spool_bytes": ("HEADWATER_SDK_SPOOL_BYTES",),
    "exit_seconds": ("HEADWATER_SDK_EXIT_SECONDS",),
    "enable_lineage": ("HEADWATER_SDK_ENABLE_LINEAGE", "LINEAGE_HUB_ENABLE_LINEAGE"),
    "enable_telemetry": ("HEADWATER_SDK_ENABLE_TELEMETRY", "LINEAGE_HUB_ENABLE_TELEMETRY"),
    "disabled": ("HEADWATER_SDK_DISABLED", "OPENLINEAGE_DISABLED"),
    "dry_run": ("HEADWATER_SDK_DRY_RUN", "LINEAGE_HUB_DRY_RUN"),
    "strict": ("HEADWATER_SDK_STRICT",),
    "parent": ("OPENLINEAGE_PARENT_ID",),
}
"""The variables of each setting, the first that is set wins."""

LEAST: Mapping[str, float] = {
    "timeout": 0.01,
    "batch_size": 1,
    "flush_interval": 0,
    "queue_size": 1,
    "spool_bytes": 0,
    "exit_seconds": 0,
}


def read_settings(
    environment: Mapping[str, str], arguments: Mapping[str, Any], complaints: Complaints
) -> SdkSettings:
    """Arguments first, then the environment. A variable that can't be read is left out, and said once.

    >>> read_settings({"OPENLINEAGE_URL": "http://h:1/"}, {"timeout": 2}, Complaints()).url
    'http://h:1'
    """
    given = {name: _checked(name, name, value) for name, value in arguments.items() if value is not None}
    for name, variables in VARIABLES.items():
        variable = next((one for one in variables if environment.get(one, "").strip()), None)
        if name in given or variable is None:
            continue
        try:
            given[name] = _checked(name, variable, environment[variable].strip())
        except SettingsError as error:
            complaints.complain(f"setting {variable}", f"{error}; it is ignored")
    return SdkSettings(**given)


def _checked(name: str, called: str, value: Any) -> Any:
    if name not in TYPES:
        raise TypeError(f"no setting is called {name!r}; there are {', '.join(sorted(TYPES))}")
    read = _read(TYPES[name], called, value)
    if name in LEAST and not read >= LEAST[name]:
        raise SettingsError(called, f"must be at least {LEAST[name]:g}")
    if name == "url":
        read = read.rstrip("/")
        if not read.startswith(("http://", "https://")):
            raise SettingsError(called, "must begin with http:// or https://")
    return read


def _read(kind: str, called: str, value: Any) -> Any:
    if kind.startswith("bool"):
        if isinstance(value, bool):
            return value
        if str(value).lower() in TRUE + FALSE:
            return str(value).lower() in TRUE
        raise SettingsError(called, "must be true or false")
    if kind.startswith("str"):
        return str(value)
    try:
        return int(value) if kind == "int" else float(value)
    except (TypeError, ValueError):
        raise SettingsError(called, "must be a number") from None


TYPES: Mapping[str, str] = {field.name: str(field.type) for field in fields(SdkSettings)}


def default_spool(environment: Mapping[str, str]) -> Path:
    """The user's folder for state, or a temporary one of this user where there is none."""
    state = environment.get("XDG_STATE_HOME") or environment.get("LOCALAPPDATA")
    if state:
        return Path(state) / "headwater-sdk"
    try:
        home = Path.home()
    except RuntimeError:
        home = Path("/nowhere")
    if os.access(home, os.W_OK):
        return home / ".local" / "state" / "headwater-sdk"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"headwater-sdk-{user}"
