"""FastAPI assembly and the native routes."""
