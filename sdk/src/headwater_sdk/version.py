"""Who says so: version and producer, as they stand in every event."""

__version__ = "0.1.0"
PRODUCER = f"urn:headwater:sdk:{__version__}"
