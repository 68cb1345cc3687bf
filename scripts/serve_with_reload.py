"""Serves the API beside `make up`, and starts it anew whenever a file of the source changes.

    make api

It uses the database of the running system, or that of HEADWATER_DATABASE_URL.
"""

import os
from pathlib import Path

import uvicorn

from headwater.api.front_door import App
from headwater.api.server import build
from headwater.settings import Settings
from headwater.store.embedded import url_of

SOURCE = Path(__file__).parent.parent / "src"
DEFAULT_PORT = 8001


def create() -> App:
    """Called in a new process after every change."""
    settings = Settings()
    embedded = url_of(settings.home.absolute() / "postgres")
    return build(settings.model_copy(update={"database_url": settings.database_url or embedded}))


if __name__ == "__main__":
    uvicorn.run(
        "serve_with_reload:create",
        factory=True,
        app_dir=str(Path(__file__).parent),
        port=int(os.environ.get("PORT", DEFAULT_PORT)),
        reload=True,
        reload_dirs=[str(SOURCE)],
    )
