"""What each route requires: one list for all of them, made from what questions and dialects declare.

Reads require `read` unless a route says otherwise. Whatever else has no entry requires `admin`, so that a
forgotten route is closed; a test compares the list with every OpenAPI document.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from headwater.access.scopes import AccessScope

READS = ("GET", "HEAD", "OPTIONS")
# No answer to these holds anything of the data: probes, pages of documentation, and how to sign in.
PUBLIC = frozenset(
    {
        "/",
        "/health",
        "/healthz",
        "/readyz",
        "/api/v1/health",
        "/api/v1/session",
        "/api/v1/session/oidc",
        "/api/v1/session/oidc/callback",
        "/docs",
        "/scalar",
        "/openapi.json",
    }
)
PUBLIC_BELOW = ("/openapi/", "/static-offline-docs/", "/docs/", "/scalar/")


@dataclass(frozen=True, slots=True)
class Policy:
    """By method and path; a part of a path in braces stands for any text, slashes included."""

    fixed: Mapping[tuple[str, str], AccessScope]
    patterns: tuple[tuple[str, re.Pattern[str], AccessScope], ...] = field(default=())

    @classmethod
    def of_routes(cls, routes: Iterable[tuple[str, str, AccessScope]]) -> "Policy":
        """From method, path and scope of each route.

        >>> routes = [("DELETE", "/jobs/{name}", AccessScope.MANAGE), ("POST", "/jobs", AccessScope.INGEST)]
        >>> policy = Policy.of_routes(routes)
        >>> policy.required("DELETE", "/jobs/a/b"), policy.required("POST", "/jobs/")
        (<AccessScope.MANAGE: 'manage'>, <AccessScope.INGEST: 'ingest'>)
        >>> policy.required("POST", "/forgotten"), policy.required("GET", "/health")
        (<AccessScope.ADMIN: 'admin'>, None)
        """
        fixed, patterns = {}, []
        for method, path, scope in routes:
            if "{" in path:
                # The longest first: a route may lie below one that takes any text.
                patterns.append((method, _pattern(path), scope))
            else:
                fixed[method, path] = scope
        patterns.sort(key=lambda entry: len(entry[1].pattern), reverse=True)
        return cls(fixed, tuple(patterns))

    def required(self, method: str, path: str) -> AccessScope | None:
        """What a caller needs for this; None where nobody has to say who they are."""
        path = path.rstrip("/") or "/"
        if path in PUBLIC or path.startswith(PUBLIC_BELOW):
            return None
        declared = self._declared("GET" if method == "HEAD" else method, path)
        if declared is not None:
            return declared
        return AccessScope.READ if method in READS else AccessScope.ADMIN

    def _declared(self, method: str, path: str) -> AccessScope | None:
        if (found := self.fixed.get((method, path))) is not None:
            return found
        return next(
            (scope for verb, form, scope in self.patterns if verb == method and form.fullmatch(path)), None
        )


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", path)
    return re.compile(".+".join(map(re.escape, parts)))
