"""How we fetch: connectors read what a team already has, and send it as documents of the public ingest."""
