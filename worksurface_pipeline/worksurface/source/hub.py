"""A dataset of the Hugging Face Hub as a workspace folder.

A branch is resolved to a commit, the commit's files below `split` are listed, and each is fetched
once: an interrupted download continues, and what is there and intact is not fetched again. Use a
target folder of its own for each commit. Hidden files of the repository are left out, as the
loader leaves them out. See `hub_client` for why this does not use huggingface_hub.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from worksurface_pipeline.kernel.errors import HubError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.source.hub_client import HubAccess, HubClient, misunderstood
from worksurface_pipeline.worksurface.source.hub_files import HubFile, HubPlace, fetch
from worksurface_pipeline.worksurface.source.hub_listing import list_files
from worksurface_pipeline.worksurface.source.paths import locate, unsafe_reason

_COMMIT = re.compile(r"^[0-9a-f]{40}$")
_REPO = re.compile(r"^[A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)?$", re.ASCII)
OnFile = Callable[[str, int, int, int], None]


class HubSnapshot(Frozen):
    """A commit's files on disk: `root` is laid out as a workspace.

    `extra` names visible files below `root` that the commit does not hold.
    """

    repo: str
    commit: str
    split: str
    root: Path
    files: tuple[HubFile, ...]
    extra: tuple[str, ...] = ()


class _Revision(BaseModel):
    sha: str


def is_commit(revision: str) -> bool:
    """Whether a revision is a full commit id, which pins a source."""
    return _COMMIT.match(revision) is not None


def resolve_revision(repo: str, revision: str, access: HubAccess) -> str:
    """The commit (40 hex digits) of a branch or tag; a commit is returned as it is, unasked.

    Raises HubError.
    """
    _check_repo(repo)
    if is_commit(revision):
        return revision
    with HubClient(access) as client:
        path = f"/api/datasets/{repo}/revision/{quote(revision, safe='')}"
        answer = client.get(path)
    try:
        commit = _Revision.model_validate_json(answer.content).sha
    except ValidationError as error:
        raise misunderstood(answer) from error
    if not is_commit(commit):
        raise misunderstood(answer)
    return commit


def download(
    repo: str,
    commit: str,
    split: str,
    target: Path,
    access: HubAccess,
    *,
    workers: int = 4,
    on_file: OnFile | None = None,
) -> HubSnapshot:
    """Fetch the files of `commit` below the folder `split` ("" for all) into `target`.

    `on_file` is called from this thread after each file with its path, the bytes done, the bytes
    in all, and the number of files left. Raises HubError; what was fetched stays.
    """
    _check_repo(repo)
    folder = split.strip("/")
    with HubClient(access) as client:
        files = tuple(list_files(client, repo, commit, folder))
        places = [_place(target, repo, commit, folder, file) for file in files]
        _fetch_all(client, list(zip(files, places, strict=True)), workers, on_file)
    expected = {place.relative for place in places}
    return HubSnapshot(
        repo=repo,
        commit=commit,
        split=folder,
        root=target,
        files=files,
        extra=tuple(_extra(target, expected)),
    )


def _place(target: Path, repo: str, commit: str, folder: str, file: HubFile) -> HubPlace:
    """Where a file goes; a name that would leave the target is refused."""
    is_below = not folder or file.path.startswith(f"{folder}/")
    relative = file.path[len(folder) + 1 :] if folder else file.path
    reason = unsafe_reason(relative) if is_below else "it lies outside the folder asked for"
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", file.digest):
        reason = reason or "its digest is none"
    located = locate(target, relative)
    if located.status is FileStatus.UNSAFE_PATH:
        reason = reason or located.reason
    if reason:
        what = f"The hub lists a file that is refused: {reason}"
        remedy = "Do not use this dataset before its owner has corrected it"
        raise HubError(what, where=f"{repo}: {file.path!r}", remedy=remedy)
    return HubPlace(repo=repo, commit=commit, target=target, relative=relative)


def _fetch_all(
    client: HubClient,
    jobs: Sequence[tuple[HubFile, HubPlace]],
    workers: int,
    on_file: OnFile | None,
) -> None:
    """Fetch by several threads; the first failure stops those that have not begun."""
    total = sum(file.size for file, _ in jobs)
    done = 0
    with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
        running = {pool.submit(fetch, client, file, place): file for file, place in jobs}
        try:
            for count, future in enumerate(as_completed(running), start=1):
                future.result()
                done += running[future].size
                if on_file is not None:
                    on_file(running[future].path, done, total, len(jobs) - count)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _extra(target: Path, expected: set[str]) -> Iterator[str]:
    for path in sorted(target.rglob("*")):
        relative = path.relative_to(target)
        is_hidden = any(part.startswith(".") for part in relative.parts)
        if not is_hidden and path.is_file() and relative.as_posix() not in expected:
            yield relative.as_posix()


def _check_repo(repo: str) -> None:
    if not _REPO.match(repo):
        remedy = "Write source.hub as owner/dataset"
        raise HubError("The name is no dataset of a hub", where=repo, remedy=remedy)
