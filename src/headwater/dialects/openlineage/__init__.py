"""OpenLineage over HTTP: one event, or a batch of them."""
