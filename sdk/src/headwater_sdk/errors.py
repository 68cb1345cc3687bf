"""What the SDK raises: only from a client, and under `strict=True`.

HeadwaterSdkError
├── DeliveryError     the server did not take what was sent
└── SettingsError     a setting that can't be read
"""

from __future__ import annotations


class HeadwaterSdkError(Exception):
    """Base of all errors of this package."""


class DeliveryError(HeadwaterSdkError):
    """The server did not take what was sent; `status` is None if it did not answer."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class SettingsError(HeadwaterSdkError):
    """A setting that can't be read; `setting` names it."""

    def __init__(self, setting: str, problem: str) -> None:
        super().__init__(f"{setting}: {problem}")
        self.setting = setting
