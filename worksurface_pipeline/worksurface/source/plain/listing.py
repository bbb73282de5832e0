"""Every file of a plain tree by its path, in a fixed order, and what is passed over with why.

Nothing is opened and nothing is written. Links to folders are not followed, so that no loop is
walked; a link to a file is listed, and whether it may be read is decided where it is hashed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from re import Pattern
from unicodedata import category

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.plain.patterns import name_rule

# More than this is a disk, not a workspace: the whole benchmark behind the paper has 20,476 files.
MOST_FILES = 200_000
_NAMED = 3  # paths named for each reason; the rest are counted

# Control characters, ends of lines and paragraphs, and what is no UTF-8.
_UNFIT = frozenset({"Cc", "Zl", "Zp", "Cs"})

ON_LIST = "name on the list `skip`"
LINKED = "link to a folder, which is not followed"
SPECIAL = "pipe, socket or device"


@dataclass(frozen=True, slots=True)
class Passed:
    """A file or folder that is not read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths of files (POSIX, relative to the root, sorted), and what was passed over."""

    files: tuple[str, ...]
    passed: tuple[Passed, ...]

    def remarks(self) -> tuple[str, ...]:
        """One sentence for each reason, with the first paths."""
        counts = Counter(item.reason for item in self.passed)
        return tuple(self._remark(reason, count) for reason, count in sorted(counts.items()))

    def _remark(self, reason: str, count: int) -> str:
        paths = [item.path for item in self.passed if item.reason == reason]
        return f"{count} passed over ({reason}): {named(paths)}"


def named(paths: Sequence[str]) -> str:
    """The first few paths, made printable, and how many more there are."""
    return shortened([printable(path) for path in paths])


def shortened(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def printable(path: str) -> str:
    """A path with what no name may hold written out, so that no two paths become alike."""
    return "".join(ascii(char)[1:-1] if _is_unfit(char) else char for char in path)


def _is_unfit(char: str) -> bool:
    return char == "\\" or category(char) in _UNFIT


def list_tree(root: Path, skip: Sequence[str], largest: int, most: int = MOST_FILES) -> Listing:
    """List `root`; names that fit `skip` and files of more than `largest` bytes are passed over.

    Raises SourceError when `root` cannot be listed or holds more than `most` files.
    """
    walk = _Walk(root, name_rule(skip), largest)
    files: list[str] = []
    for path in walk.files():
        files.append(path)
        if len(files) > most:
            what = f"The folder holds more than {most:,} files"
            remedy = "Name a smaller folder, or put names to pass over on the list `skip`"
            raise SourceError(what, where=str(root), remedy=remedy)
    passed = sorted(walk.passed, key=lambda item: (item.path, item.reason))
    return Listing(tuple(sorted(files)), tuple(passed))


class _Walk:
    """One walk over a tree."""

    def __init__(self, root: Path, skip: Pattern[str], largest: int) -> None:
        self._root = root
        self._skip = skip
        self._largest = largest
        self.passed: list[Passed] = []

    def files(self) -> Iterator[str]:
        """All files that are kept, in no particular order."""
        folders = [""]
        while folders:
            folder = folders.pop()
            for entry in self._entries(folder):
                path = f"{folder}/{entry.name}" if folder else entry.name
                if self._is_folder(entry):
                    folders.append(path)
                elif not self._is_passed(entry, path):
                    yield path

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self._root / folder) as entries:
                return list(entries)
        except OSError as error:
            if not folder:
                raise _unlisted(self._root, error) from error
            self._pass(folder, f"cannot be listed, {error.strerror}: give this user access")
            return []

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        """Whether to go into it."""
        is_folder = entry.is_dir(follow_symlinks=False)
        return is_folder and self._skip.fullmatch(entry.name) is None

    def _is_passed(self, entry: os.DirEntry[str], path: str) -> bool:
        reason = self._reason(entry)
        if reason:
            self._pass(path, reason)
        return bool(reason)

    def _reason(self, entry: os.DirEntry[str]) -> str:
        if self._skip.fullmatch(entry.name) is not None:
            return ON_LIST
        if entry.is_symlink():
            return LINKED if entry.is_dir() else ""
        try:
            is_file, size = entry.is_file(), entry.stat().st_size
        except OSError as error:
            return f"cannot be looked at, {error.strerror}: give this user access"
        if not is_file:
            return SPECIAL
        return f"larger than {self._largest >> 20} MiB" if size > self._largest else ""

    def _pass(self, path: str, reason: str) -> None:
        self.passed.append(Passed(whole_text(path), reason))


def _unlisted(root: Path, error: OSError) -> SourceError:
    if isinstance(error, FileNotFoundError):
        what, remedy = "The folder of files is missing", "Name a folder that exists"
    elif isinstance(error, NotADirectoryError):
        what, remedy = "This is no folder of files", "Name the folder, not a file"
    else:
        what = f"The folder of files cannot be listed: {error.strerror}"
        remedy = "Give this user the right to read it"
    return SourceError(what, where=str(root), remedy=remedy)
