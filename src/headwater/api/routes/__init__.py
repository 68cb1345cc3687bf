"""The native routes, below /api/v1; each file gives one router."""
