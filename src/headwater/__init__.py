"""Headwater: where data comes from and goes to, what broke, what a change will break."""

__version__ = "0.1.0"
