"""Why a message to people was not sent, or did not arrive."""

from headwater.errors import HeadwaterError


class PrivateAddressError(HeadwaterError):
    code = "private-address"
    hint = "set HEADWATER_NOTIFY_PRIVATE_ADDRESSES=true if messages may go there"


class DeliveryFailedError(HeadwaterError):
    code = "delivery-failed"
    hint = "see GET /api/v1/notifications for what waits and why"

    def __init__(self, reason: str, *, final: bool = False) -> None:
        super().__init__(reason)
        # Whether another try would not help.
        self.final = final
