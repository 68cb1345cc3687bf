"""The web app for browsers: its page with a fresh nonce, and its files, kept by browsers for a year.

`scripts/build_web.py` builds it into a folder beside this file. Without that folder there is no app, and
everything else answers as before.
"""

import mimetypes
import secrets
from dataclasses import dataclass
from pathlib import Path

from headwater.dialects.contract import Reply

BUILD = Path(__file__).parent / "web_build"
# The first parts of the app's addresses, as `web/src/routes` has them.
PAGES = frozenset(
    {
        "",
        "access",
        "columns",
        "compliance",
        "connectors",
        "datasets",
        "events",
        "incidents",
        "lineage",
        "map",
        "names",
        "pipelines",
        "queries",
        "runs",
        "search",
        "simulator",
        "teams",
        "time-machine",
        "traces",
    }
)
ASSETS = "assets"
# What `web/index.html` holds in the place of what only the server knows.
NONCE, BASE = "__NONCE__", "__BASE__"
YEAR_SECONDS = 31_536_000


@dataclass(frozen=True, slots=True)
class WebApp:
    """A built app; what it has no answer to is left to others."""

    folder: Path

    @property
    def built(self) -> bool:
        return (self.folder / "index.html").is_file()

    def reply(self, path: str, accept: str, root_path: str, encodings: str = "") -> Reply | None:
        """The answer to a `GET`, if the app has one; clients that do not ask for HTML get no page.

        `encodings` is what `Accept-Encoding` says: files were packed when they were built.
        """
        if not self.built:
            return None
        first, _, rest = path.removeprefix("/").partition("/")
        if first == ASSETS:
            file = self.folder / ASSETS / rest
            # A plain name only: nothing that leads out of the folder.
            return self._file(file, encodings) if Path(rest).name == rest and file.is_file() else None
        return self._shell(root_path) if first in PAGES and "text/html" in accept else None

    def _file(self, file: Path, encodings: str) -> Reply:
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        headers = {
            "content-type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
            # Its name has a hash of its content: another content has another name.
            "cache-control": f"public, max-age={YEAR_SECONDS}, immutable",
            "x-content-type-options": "nosniff",
        }
        packed = file.with_name(f"{file.name}.gz")
        if not packed.is_file():
            return Reply(200, file.read_bytes(), headers)
        headers["vary"] = "accept-encoding"
        if not _takes_gzip(encodings):
            return Reply(200, file.read_bytes(), headers)
        return Reply(200, packed.read_bytes(), headers | {"content-encoding": "gzip"})

    def _shell(self, root_path: str) -> Reply:
        nonce = secrets.token_urlsafe(16)
        page = self.page("index.html", nonce, root_path)
        # The same address is Watcher's health for its clients.
        headers = {
            "content-type": "text/html; charset=utf-8",
            "vary": "accept",
            **page_headers(policy(nonce)),
        }
        return Reply(200, page.encode(), headers)

    def page(self, name: str, nonce: str, root_path: str) -> str:
        """A page as it was built, with what only the server knows."""
        text = (self.folder / name).read_text(encoding="utf-8")
        return text.replace(NONCE, nonce).replace(BASE, f"{root_path}/")


def _takes_gzip(encodings: str) -> bool:
    """Whether a client takes gzip, and did not list it to refuse it."""
    named = (part.replace(" ", "").partition(";q=") for part in encodings.lower().split(","))
    return any(name == "gzip" and weight not in ("0", "0.0", "0.00", "0.000") for name, _, weight in named)


def page_headers(policy: str) -> dict[str, str]:
    """What every page for browsers is sent with."""
    return {
        "cache-control": "no-store",
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
    }


def policy(nonce: str, style: str | None = None) -> str:
    """What the page may load: our own files, and of inline scripts and styles those with the nonce.

    `style` is for pages of others, whose code writes styles that it gives no nonce.
    """
    one_use = f"'nonce-{nonce}'"
    rules = {
        "default-src": "'none'",
        "script-src": f"'self' {one_use}",
        "style-src": f"'self' {style or one_use}",
        # Pictures that the page itself makes, to be saved.
        "img-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "worker-src": "'self'",
        "base-uri": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())
