"""The files of one commit of a hub dataset, from the hub's tree listing, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from worksurface_pipeline.kernel.errors import HubError
from worksurface_pipeline.worksurface.source.hub_client import HubClient, misunderstood
from worksurface_pipeline.worksurface.source.hub_files import HubFile


class _Pointer(BaseModel):
    oid: str
    size: int


class _Entry(BaseModel):
    """One row of the hub's tree listing."""

    type: str
    path: str
    oid: str = ""
    size: int = 0
    lfs: _Pointer | None = None


_ENTRIES = TypeAdapter(list[_Entry])


def list_files(client: HubClient, repo: str, commit: str, folder: str) -> Iterator[HubFile]:
    """All visible files below `folder`, in order of their paths. Every page is read first."""
    below = f"/{quote(folder)}" if folder else ""
    entries: list[_Entry] = []
    path: str | None = f"/api/datasets/{repo}/tree/{commit}{below}?recursive=true"
    seen: set[str] = set()
    while path is not None:
        if path in seen:
            raise HubError("The hub's listing runs in a circle", where=path)
        seen.add(path)
        answer = client.get(path)
        entries += _entries(answer)
        path = _next_page(client, answer)
    files = {entry.path: _file(entry) for entry in entries if entry.type == "file"}
    if not files:
        remedy = "Check source.split: it names a folder of the dataset"
        raise HubError("The dataset holds no file here", where=f"{repo}/{folder}", remedy=remedy)
    for name in sorted(files):
        if not any(part.startswith(".") and part != ".." for part in name.split("/")):
            yield files[name]


def _entries(answer: httpx.Response) -> list[_Entry]:
    try:
        return _ENTRIES.validate_json(answer.content)
    except ValidationError as error:
        raise misunderstood(answer) from error


def _next_page(client: HubClient, answer: httpx.Response) -> str | None:
    """The next page's path and query, always asked of our own endpoint (mirrors, the token)."""
    url = answer.links.get("next", {}).get("url")
    if not url:
        return None
    parts = urlsplit(url)
    base = urlsplit(client.endpoint).path
    return parts.path.removeprefix(base) + (f"?{parts.query}" if parts.query else "")


def _file(entry: _Entry) -> HubFile:
    if entry.lfs is not None:
        digest = entry.lfs.oid.removeprefix("sha256:")
        return HubFile(path=entry.path, size=entry.lfs.size, sha256=digest)
    return HubFile(path=entry.path, size=entry.size, git_sha1=entry.oid)
