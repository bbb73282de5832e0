"""One file of a hub dataset: resumed, verified against its git or LFS digest, put in its place.

A download goes into a draft named after the content's own digest and its path, so that it can be
continued after any interruption and neither two versions nor two threads mix in it; only a verified
draft is moved into place.
"""

from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path
from urllib.parse import quote

import httpx

from worksurface_pipeline.kernel.errors import HubError
from worksurface_pipeline.kernel.hashing import digest_file, digest_text, short
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.source.hub_client import HubClient, TryAgainError

DRAFTS = ".incomplete"
_BLOCK = 1 << 20
_PARTIAL = httpx.codes.PARTIAL_CONTENT
_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class HubFile(Frozen):
    """A file of a commit. `sha256` is set for LFS files, else `git_sha1` identifies the content."""

    path: str
    size: int
    git_sha1: str = ""
    sha256: str = ""

    @property
    def digest(self) -> str:
        """The digest that identifies the content."""
        return self.sha256 or self.git_sha1


class HubPlace(Frozen):
    """Where a file comes from and goes to: dataset, commit, target folder, path below it."""

    repo: str
    commit: str
    target: Path
    relative: str


def is_intact(path: Path, file: HubFile) -> bool:
    """Whether `path` holds the content of `file`."""
    try:
        if not path.is_file() or path.stat().st_size != file.size:
            return False
        return (digest_file(path) if file.sha256 else _git_sha1(path, file.size)) == file.digest
    except OSError:
        return False  # unreadable counts as not there: it is fetched again


def fetch(client: HubClient, file: HubFile, place: HubPlace) -> None:
    """Fetch `file` unless it is there already. Raises HubError."""
    final = place.target / place.relative
    if is_intact(final, file):
        return
    draft = place.target / DRAFTS / f"{file.digest}_{short(digest_text(file.path))}"
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
        final.parent.mkdir(parents=True, exist_ok=True)
        client.persist(lambda: _attempt(client, file, place, draft))
        os.replace(draft, final)
    except OSError as error:
        raise _disk_error(error, final) from error


def _attempt(client: HubClient, file: HubFile, place: HubPlace, draft: Path) -> None:
    """Continue the draft to its end and verify it; a wrong one is dropped before another try."""
    have = draft.stat().st_size if draft.exists() else 0
    if have < file.size or not have:
        _append(client, file, place, draft, have)
    if is_intact(draft, file):
        return
    size = draft.stat().st_size
    what = f"The hub sent {size} of {file.size} bytes"
    if size >= file.size:
        what = "The hub sent other content than its listing promises"
        draft.unlink()
    remedy = "Run again: what was fetched is kept"
    raise TryAgainError(HubError(what, where=file.path, remedy=remedy))


def _append(client: HubClient, file: HubFile, place: HubPlace, draft: Path, have: int) -> None:
    headers = {"Range": f"bytes={have}-"} if have else {}
    path = f"/datasets/{place.repo}/resolve/{place.commit}/{quote(file.path)}"
    with client.stream(path, headers) as response:
        is_continued = response.status_code == _PARTIAL and _starts_at(response, have)
        left = file.size - (have if is_continued else 0)
        if response.status_code not in (httpx.codes.OK, _PARTIAL):
            left = 0  # the range was refused: the draft is emptied and the next try starts over
        with draft.open("ab" if is_continued else "wb") as stream:
            # Blocks as they come: a larger buffer would be lost when the connection ends.
            for block in response.iter_bytes():
                stream.write(block[: max(0, left)])
                left -= len(block)
                if left < 0:
                    break  # more than promised: the digest will not fit


def _starts_at(response: httpx.Response, offset: int) -> bool:
    """Whether a partial answer starts where the draft ends."""
    return str(response.headers.get("Content-Range", "")).startswith(f"bytes {offset}-")


def _git_sha1(path: Path, size: int) -> str:
    """The git blob id of a file: what the hub lists for files outside LFS (no security in it)."""
    state = hashlib.sha1(f"blob {size}\0".encode(), usedforsecurity=False)
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            state.update(block)
    return state.hexdigest()


def _disk_error(error: OSError, path: Path) -> HubError:
    if error.errno in _NO_SPACE:
        remedy = "Free some space and run again: what was fetched is kept"
        return HubError("The disk is full", where=str(path), remedy=remedy)
    what = f"The download cannot be written: {error.strerror}"
    return HubError(what, where=str(path), remedy="Choose a folder that can be written to")
