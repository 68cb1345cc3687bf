"""The file that says who is notified of which incidents: channels, and routes to them."""

from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, model_validator

from headwater.errors import SetupError

MOST_BYTES = 1_000_000
PAGERDUTY = "https://events.pagerduty.com/v2/enqueue"
HINT = "see docs/guides/notifications.md for what the file holds"
Name = Annotated[str, Field(min_length=1, max_length=200)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class Channel(_Part):
    """Where messages go, and how; whatever is secret stands here or in a file of its own."""

    name: Name
    format: Literal["webhook", "slack", "pagerduty"] = "webhook"
    url: SecretStr | None = None
    url_file: Path | None = None
    secret: SecretStr | None = None
    secret_file: Path | None = None

    @model_validator(mode="after")
    def _is_complete(self) -> "Channel":
        for one, other in (("url", "url_file"), ("secret", "secret_file")):
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise ValueError(f"give `{one}` or `{other}`, not both")
        if self.format != "pagerduty" and self.url is None and self.url_file is None:
            raise ValueError("`url` is missing")
        if self.format in ("webhook", "pagerduty") and self.secret is None and self.secret_file is None:
            what = "the routing key" if self.format == "pagerduty" else "what messages are signed with"
            raise ValueError(f"`secret` is missing: {what}")
        if self.url is not None and not self.url.get_secret_value().startswith(("http://", "https://")):
            raise ValueError("`url` must begin with http:// or https://")
        return self

    def address(self) -> str:
        text = _text(self.url, self.url_file)
        return text or (PAGERDUTY if self.format == "pagerduty" else "")

    def key(self) -> str:
        return _text(self.secret, self.secret_file)


class Route(_Part):
    """Incidents that fit all of what is given go to these channels."""

    to: Annotated[tuple[Name, ...], Field(min_length=1)]
    owners: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    severities: tuple[Literal["warning", "error", "critical"], ...] = ()

    def fits(self, owners: tuple[str, ...], tier: str | None, severity: str) -> bool:
        return (
            (not self.owners or bool(set(self.owners) & set(owners)))
            and (not self.tiers or (tier is not None and tier.lower() in {one.lower() for one in self.tiers}))
            and (not self.severities or severity in self.severities)
        )


class RoutingFile(_Part):
    channels: tuple[Channel, ...] = ()
    routes: tuple[Route, ...] = ()

    @model_validator(mode="after")
    def _names_are_known(self) -> "RoutingFile":
        names = [one.name for one in self.channels]
        doubled = {name for name in names if names.count(name) > 1}
        if doubled:
            raise ValueError(f"two channels are called `{sorted(doubled)[0]}`")
        for place, route in enumerate(self.routes):
            for name in route.to:
                if name not in names:
                    raise ValueError(f"routes.{place}.to: no channel is called `{name}`")
        return self

    def channel(self, name: str) -> Channel | None:
        return next((one for one in self.channels if one.name == name), None)

    def channels_for(self, owners: tuple[str, ...], tier: str | None, severity: str) -> tuple[str, ...]:
        """In the order of the file, each once."""
        chosen = {name for route in self.routes if route.fits(owners, tier, severity) for name in route.to}
        return tuple(one.name for one in self.channels if one.name in chosen)


def read_routing_file(path: Path) -> RoutingFile:
    """What it says, or an error that names the place and never shows what stands there."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}", HINT) from None
    if len(content) > MOST_BYTES:
        raise SetupError(f"{path}: larger than {MOST_BYTES:,} bytes", HINT)
    try:
        held = yaml.safe_load(content)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        place = getattr(error, "problem_mark", None)
        where = f" at line {place.line + 1}" if place else ""
        raise SetupError(f"{path}: not YAML{where}", HINT) from None
    try:
        found = RoutingFile.model_validate(held or {})
    except ValidationError as error:
        raise SetupError(f"{path}: {_faults(error)}", HINT) from None
    for one in found.channels:
        for kept in (one.url_file, one.secret_file):
            if kept is not None and not kept.is_file():
                raise SetupError(f"{path}: channel {one.name}: {kept} is no file", HINT)
    return found


def _faults(error: ValidationError) -> str:
    faults = error.errors(include_input=False, include_url=False)[:5]
    return "; ".join(
        f"{'.'.join(map(str, one['loc']))}: {one['msg']}" if one["loc"] else one["msg"] for one in faults
    )


def _text(given: SecretStr | None, kept: Path | None) -> str:
    if given is not None:
        return given.get_secret_value().strip()
    return kept.read_text(encoding="utf-8").strip() if kept is not None else ""
