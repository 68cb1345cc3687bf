"""Watcher's calls by what they are about; `routes.py` puts them together."""
