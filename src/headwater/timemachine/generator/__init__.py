"""Labelled incidents on random warehouses: what happened is simulated, what was recorded of it is known."""
