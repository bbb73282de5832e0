"""What a foreign release must not do to who reads it: lead out of its folder, or end in a crash."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.worksurface.source.ids import safe_id

_LONGEST = 200  # characters of an id: with an ending it is a file name everywhere
_SHOWN = 60  # of an id that is refused


def refuse_links(root: Path, inside: str = "") -> None:
    """Raises PackageError when `root`, or `inside` it alone, holds what is no file and no folder.

    A link may lead anywhere, and reading a pipe may never end.
    """
    for path in _paths(root, inside):
        if path.is_symlink():
            raise PackageError(
                "The release holds a link, and links are not followed",
                where=path.relative_to(root).as_posix(),
                remedy="Put the file itself in its place",
            )
        if path.exists() and not path.is_file() and not path.is_dir():
            raise PackageError(
                "The release holds a pipe or a device",
                where=path.relative_to(root).as_posix(),
                remedy="Remove it",
            )


def require_plain(kind: str, name: str, where: str) -> None:
    """Raises PackageError for an id that is no plain name: it names partitions and files."""
    if name == safe_id(name) and 0 < len(name) <= _LONGEST:
        return
    raise PackageError(
        f"The {kind} {name[:_SHOWN]!r} is no plain name",
        where=where,
        remedy="Ids are letters, digits, '_', '-' and '.', and begin and end with none of '_.'",
    )


def require_distinct(kind: str, names: Iterable[str], where: str) -> None:
    """Raises DuplicateIdError for the first name that stands twice in a file."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise DuplicateIdError(
                f"Two {kind} share the id {name[:_SHOWN]!r}",
                where=where,
                remedy="Fetch the release again, or remove one of the two",
            )
        seen.add(name)


def _paths(root: Path, inside: str) -> Iterator[Path]:
    """The folders on the way to `inside`, and all that it holds; no link is entered."""
    top = root / inside
    yield from reversed([path for path in (top, *top.parents) if root in path.parents])
    for folder, folders, files in os.walk(top):
        yield from (Path(folder) / name for name in sorted([*folders, *files]))


@contextmanager
def in_form(where: Path) -> Iterator[None]:
    """Map what records of another form raise to a PackageError that names the folder."""
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole record"
        raise _misformed(where, f"{place}: {first['msg']}") from error
    except (TypeError, KeyError, AttributeError, ValueError, RecursionError) as error:
        raise _misformed(where, f"{type(error).__name__}: {error}") from error


def _misformed(where: Path, detail: str) -> PackageError:
    return PackageError(
        f"The release's surfaces are not in the form that is read: {detail}",
        where=str(where),
        remedy="Check registry.json, kb_docs.jsonl and surface_graph.json of this folder",
    )
