"""Datasets, jobs and assets: what is known of them, and what people declare."""
