"""How others speak: one folder a dialect, all with the same files.

`__init__.py` exposes `dialect(...)`, which gives a `contract.Dialect`; `wire.py` holds the dialect's words,
`translate.py` pure functions between them and ours, `routes.py` thin calls. No dialect imports another.
"""
