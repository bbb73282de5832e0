"""A server on 127.0.0.1 that is shaped like the Hugging Face Hub, with faults to order.

Tree listing in pages with a Link header, LFS files redirected to another host and path, Range
requests, and per path a list of faults that are used up one by one.
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

COMMIT = "60b08b1cc2e8054afbc3ca2160d37876b4f0765c"
REPO = "owner/data"
RESOLVE = f"/datasets/{REPO}/resolve/{COMMIT}/"


@dataclass(frozen=True)
class Fault:
    """What to do instead of the right answer: a status, or a body cut after `cut` bytes."""

    status: int = 0
    retry_after: str = ""
    cut: int = -1
    body: bytes | None = None
    close: bool = False


@dataclass(frozen=True)
class Request:
    path: str
    range: str
    authorization: str
    host: str


@dataclass
class Hub:
    """The dataset served, the faults still to come, and the requests seen."""

    files: dict[str, bytes]
    lfs: frozenset[str] = frozenset()
    page: int = 2
    token: str = ""
    has_ranges: bool = True
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    listing: list[dict[str, Any]] | None = None
    seen: list[Request] = field(default_factory=list)
    endpoint: str = ""
    storage: str = ""
    commit: str = COMMIT  # where the branch stands; it may move while the hub is served

    @property
    def resolve(self) -> str:
        """The path below which the files of the branch's commit lie."""
        return f"/datasets/{REPO}/resolve/{self.commit}/"

    def asked(self, path: str) -> list[Request]:
        """The requests for one path."""
        return [request for request in self.seen if request.path == path]

    def rows(self, folder: str) -> list[dict[str, Any]]:
        if self.listing is not None:
            return self.listing
        names = [name for name in self.files if name.startswith(folder)]
        folders = [{"type": "directory", "path": folder or "x", "oid": "0" * 40, "size": 0}]
        return [*folders, *(self.row(name) for name in names)]

    def row(self, name: str) -> dict[str, Any]:
        data = self.files[name]
        row = {"type": "file", "path": name, "size": len(data), "oid": git_sha1(data)}
        if name in self.lfs:
            digest = hashlib.sha256(data).hexdigest()
            row["lfs"] = {"oid": digest, "size": len(data), "pointerSize": 130}
        return row


def git_sha1(data: bytes) -> str:
    return hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()


@contextmanager
def serve(hub: Hub) -> Iterator[Hub]:
    """Serve `hub` on two ports: the hub itself and the storage that LFS files redirect to."""
    servers = [_Server(hub) for _ in range(2)]
    threads = [
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        for server in servers
    ]
    hub.endpoint, hub.storage = (f"http://127.0.0.1:{item.server_address[1]}" for item in servers)
    try:
        for thread in threads:
            thread.start()
        yield hub
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


class _Server(ThreadingHTTPServer):
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what some tests are about; all else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def hub(self) -> Hub:
        assert isinstance(self.server, _Server)
        return self.server.hub

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = unquote(parts.path)
        headers = self.headers
        self.hub.seen.append(
            Request(
                path=path,
                range=headers.get("Range", ""),
                authorization=headers.get("Authorization", ""),
                host=headers.get("Host", ""),
            )
        )
        faults = self.hub.faults.get(path)
        if faults:
            self._fail(faults.pop(0), path)
        else:
            self._answer(path, parse_qs(parts.query))

    def _fail(self, fault: Fault, path: str) -> None:
        if fault.close:
            self.close_connection = True
            return
        if fault.body is not None:
            self._send(fault.status or 200, fault.body)
            return
        if fault.cut >= 0:
            self._content(path, fault.cut)
            return
        extra = {"Retry-After": fault.retry_after} if fault.retry_after else {}
        self._send(fault.status, b"{}", extra)

    def _answer(self, path: str, query: dict[str, list[str]]) -> None:
        is_storage = self.headers["Host"] in self.hub.storage
        is_known = self.headers.get("Authorization") == f"Bearer {self.hub.token}"
        if self.hub.token and not is_storage and not is_known:
            self._send(401, b"{}")
            return
        if path.startswith(f"/api/datasets/{REPO}/revision/"):
            self._revision(path)
        elif path.startswith(f"/api/datasets/{REPO}/tree/{self.hub.commit}"):
            folder = path.removeprefix(f"/api/datasets/{REPO}/tree/{self.hub.commit}").strip("/")
            self._tree(path, folder, int(query.get("cursor", ["0"])[0]))
        elif path.startswith((self.hub.resolve, "/storage/")):
            self._file(path)
        else:
            self._send(404, b"{}")

    def _revision(self, path: str) -> None:
        known = path.endswith(("/main", "/refs/pr/1"))
        body = json.dumps({"sha": self.hub.commit, "siblings": []}).encode()
        self._send(200 if known else 404, body if known else b"{}")

    def _tree(self, path: str, folder: str, cursor: int) -> None:
        rows = self.hub.rows(folder)
        after = cursor + self.hub.page
        link = f"<https://elsewhere.invalid{path}?recursive=true&cursor={after}>"
        extra = {"Link": f'{link}; rel="next"'} if after < len(rows) else {}
        self._send(200, json.dumps(rows[cursor:after]).encode(), extra)

    def _file(self, path: str) -> None:
        name = path.removeprefix(self.hub.resolve).removeprefix("/storage/")
        if name not in self.hub.files:
            self._send(404, b"{}")
        elif name in self.hub.lfs and path.startswith(self.hub.resolve):
            self._send(302, b"", {"Location": f"{self.hub.storage}/storage/{name}"})
        else:
            self._content(path)

    def _content(self, path: str, cut: int | None = None) -> None:
        """The file, from where a Range asks; with `cut`, the connection ends after so many."""
        data = self.hub.files[path.removeprefix(self.hub.resolve).removeprefix("/storage/")]
        start = int(self.headers.get("Range", "bytes=0-")[len("bytes=") : -1])
        is_partial = self.hub.has_ranges and start > 0
        body = data[start:] if is_partial else data
        self.send_response(206 if is_partial else 200)
        if is_partial:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if cut is None else body[:cut])
        self.close_connection = self.close_connection or cut is not None

    def _send(self, status: int, body: bytes, extra: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (extra or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
