"""Whether requests need a key: where others can reach the server, unless somebody decides otherwise."""

from headwater.access.loopback import is_loopback
from headwater.errors import SetupError


def keys_required(host: str, access: str, insecure: bool) -> bool:
    """Whether requests need a key; refuses to leave an address that others reach open by mistake.

    >>> keys_required("127.0.0.1", "auto", False), keys_required("0.0.0.0", "auto", False)
    (False, True)
    """
    others = not is_loopback(host)
    if access == "off" and others and not insecure:
        raise SetupError(
            f"HEADWATER_ACCESS is off, and {host} can be reached by others",
            "leave HEADWATER_ACCESS unset to require API keys, or start with --insecure",
        )
    if access == "auto":
        return others and not insecure
    return access == "keys"
