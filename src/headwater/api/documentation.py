"""`/docs` and `/scalar`: all OpenAPI documents, with files of our own only, so that both work offline.

`/scalar` is where Watcher has its documentation, so that Watcher's document stands first there.
"""

import html
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse

from headwater.api.web_app import BUILD, WebApp, page_headers, policy
from headwater.errors import NotFoundError

# Where fastapi-offline serves the files of Swagger UI from.
STATIC = "/static-offline-docs"
NATIVE = "headwater"
"""The name of the document of our own routes."""
WATCHER = "watcher"
# What `web/scalar.html` holds in the place of the documents.
SOURCES = "__SOURCES__"

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<link rel="stylesheet" href="$static/swagger-ui.css">
<link rel="shortcut icon" href="$static/favicon.png">
<style nonce="$nonce">
body { margin: 0 }
.swagger-ui .info li { line-height: 1.8 }
nav { font-family: sans-serif; padding: 12px 20px; background: #1b1b1b; color: #fff }
nav select { font-size: 1em; margin-left: 8px; padding: 4px 8px }
</style>
</head>
<body>
<nav><label>API <select id="document">$options</select></label></nav>
<div id="swagger-ui"></div>
<script src="$static/swagger-ui-bundle.js"></script>
<script nonce="$nonce">
document.getElementById("document").onchange = event => {
  location.search = "document=" + event.target.value
}
SwaggerUIBundle({
  url: $url,
  dom_id: "#swagger-ui",
  layout: "BaseLayout",
  deepLinking: true,
  showExtensions: true,
  showCommonExtensions: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset]
})
</script>
</body>
</html>
""")


@dataclass(frozen=True, slots=True)
class OpenApiDocument:
    """An OpenAPI document; the native one is served at `/openapi.json`, others at `/openapi/<name>.json`."""

    name: str
    title: str
    openapi: Callable[[], dict[str, Any]]

    @property
    def path(self) -> str:
        return "/openapi.json" if self.name == NATIVE else f"/openapi/{self.name}.json"


def install(app: FastAPI, dialects: Sequence[OpenApiDocument], web: WebApp = WebApp(BUILD)) -> None:
    """Serve the documents of the dialects, and the pages over them and the native one.

    Where the web app was not built there is no Scalar: its address shows what `/docs` shows.
    """
    native = OpenApiDocument(NATIVE, app.title, app.openapi)
    documents = {document.name: document for document in (native, *dialects)}

    @app.get("/openapi/{name}.json", include_in_schema=False)
    def openapi(name: str) -> JSONResponse:
        if name not in documents:
            raise NotFoundError(f"no document named `{name}`; there are {', '.join(documents)}")
        return JSONResponse(documents[name].openapi())

    @app.get("/docs", include_in_schema=False)
    def docs(request: Request, document: str = native.name) -> HTMLResponse:
        return _swagger(documents.get(document, native), tuple(documents.values()), _root(request))

    @app.get("/scalar", include_in_schema=False)
    def scalar(request: Request, document: str = WATCHER) -> HTMLResponse:
        shown = documents.get(document, native)
        if not web.built:
            return _swagger(shown, tuple(documents.values()), _root(request))
        return _scalar(web, shown, tuple(documents.values()), _root(request))


def _swagger(shown: OpenApiDocument, documents: Sequence[OpenApiDocument], root: str) -> HTMLResponse:
    nonce = secrets.token_urlsafe(16)
    return HTMLResponse(page(shown, documents, root, nonce), headers=page_headers(policy(nonce)))


def _scalar(
    web: WebApp, shown: OpenApiDocument, documents: Sequence[OpenApiDocument], root: str
) -> HTMLResponse:
    nonce = secrets.token_urlsafe(16)
    sources = [
        {
            "title": document.title,
            "slug": document.name,
            "url": f"{root}{document.path}",
            "default": document is shown,
        }
        for document in documents
    ]
    text = web.page("scalar.html", nonce, root).replace(SOURCES, json.dumps(sources).replace("<", "\\u003c"))
    # Scalar writes its theme and its layout as styles, at run time and without a nonce.
    return HTMLResponse(text, headers=page_headers(policy(nonce, style="'unsafe-inline'")))


def page(shown: OpenApiDocument, documents: Sequence[OpenApiDocument], root: str, nonce: str) -> str:
    options = "".join(
        f'<option value="{html.escape(document.name)}"{" selected" if document is shown else ""}>'
        f"{html.escape(document.title)}</option>"
        for document in documents
    )
    return PAGE.substitute(
        title=f"{html.escape(shown.title)} API",
        static=f"{html.escape(root)}{STATIC}",
        options=options,
        url=json.dumps(f"{root}{shown.path}"),
        nonce=nonce,
    )


def _root(request: Request) -> str:
    return str(request.scope.get("root_path", ""))
