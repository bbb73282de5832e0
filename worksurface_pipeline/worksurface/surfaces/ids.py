"""Ids of documents, views and pictures, and the rules that keep them apart.

Documents are `t<task>__<stem>.md` with the stem as it is, views are SQL names in lower case. Two
ids collide when they are equal after NFC and case folding, so that ids stay apart on any file
system and in any SQL engine. Colliding files get their extension, then eight digits of the digest
of their stored name; sheets or blocks of one file that still collide are numbered in file order.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.text import identifier

# Plain name, name with extension, name with extension and digest of the stored name.
_LAST_LEVEL = 2
# Characters that cannot stand in a file name: separators, controls and lone surrogates.
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cs"})
_UNSAFE_CHARACTERS = frozenset("/\\")


@dataclass(frozen=True, slots=True)
class IdRequest:
    """One artifact in want of an id. `sheet` "" and `block` 0 mean that the id has no such part."""

    task_id: str
    filename: str
    stored_relpath: str
    sheet: str = ""
    block: int = 0

    @property
    def source(self) -> tuple[str, str, str]:
        """Key of the file that the artifact comes from."""
        return self.task_id, self.stored_relpath, self.filename


@dataclass(frozen=True, slots=True)
class _Name:
    """An id in the making: a number goes between `base` and `ending`."""

    base: str
    ending: str

    def numbered(self, number: int) -> str:
        return f"{self.base}_{number}{self.ending}" if number else f"{self.base}{self.ending}"


_Style = Callable[[IdRequest, int], _Name]
_Source = tuple[str, str, str]


def document_ids(requests: Sequence[IdRequest]) -> tuple[str, ...]:
    """Document ids, one per request and in its order; all documents of a task belong together."""
    return _resolve(requests, _document_name)


def view_ids(requests: Sequence[IdRequest]) -> tuple[str, ...]:
    """View ids, one per request and in its order; also the ids of tables below the gate."""
    return _resolve(requests, _view_name)


def picture_ids(requests: Sequence[IdRequest]) -> tuple[str, ...]:
    """Picture ids `t<task>__<file name>`, one per request and in its order."""
    return _resolve(requests, _picture_name)


def fold(name: str) -> str:
    """The form in which two ids are compared: NFC, case-folded."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def split_name(filename: str) -> tuple[str, str]:
    """Stem and extension (without its dot, "" when there is none) of a file name."""
    suffix = PurePosixPath(filename).suffix
    return (filename.removesuffix(suffix), suffix[1:]) if suffix else (filename, "")


def _document_name(request: IdRequest, level: int) -> _Name:
    stem, extension = split_name(request.filename)
    parts = [_joined(stem, extension, request, level), request.sheet, _block(request)]
    body = "__".join(part for part in parts if part)
    return _Name(_safe(f"t{request.task_id}__{body}"), ".md")


def _view_name(request: IdRequest, level: int) -> _Name:
    stem, extension = split_name(request.filename)
    file_part = identifier(_joined(stem, extension, request, level)) or "file"
    if file_part[0].isdigit():
        file_part = f"t_{file_part}"
    sheet = (identifier(request.sheet) or "sheet") if request.sheet else ""
    parts = [f"t{identifier(request.task_id)}", file_part, sheet, _block(request)]
    return _Name("__".join(part for part in parts if part), "")


def _picture_name(request: IdRequest, level: int) -> _Name:
    stem, extension = split_name(request.filename)
    mark = f"_{_stored_digest(request)}" if level == _LAST_LEVEL else ""
    ending = f".{extension}" if extension else ""
    return _Name(_safe(f"t{request.task_id}__{stem}{mark}"), _safe(ending))


def _joined(stem: str, extension: str, request: IdRequest, level: int) -> str:
    pieces = [stem]
    if level and extension:
        pieces.append(extension)
    if level == _LAST_LEVEL:
        pieces.append(_stored_digest(request))
    return "_".join(pieces)


def _block(request: IdRequest) -> str:
    return str(request.block) if request.block else ""


def _stored_digest(request: IdRequest) -> str:
    return short(digest_text(PurePosixPath(request.stored_relpath).name))


def _safe(name: str) -> str:
    return "".join("_" if _is_unsafe(char) else char for char in name)


def _is_unsafe(char: str) -> bool:
    return char in _UNSAFE_CHARACTERS or unicodedata.category(char) in _UNSAFE_CATEGORIES


def _resolve(requests: Sequence[IdRequest], style: _Style) -> tuple[str, ...]:
    levels = {request.source: 0 for request in requests}
    names = _named(requests, levels, style)
    while clashing := _clashing(requests, names, levels):
        for source in clashing:
            levels[source] += 1
        names = _named(requests, levels, style)
    # Only files with equal stored names are still alike; they too are numbered.
    return _numbered([_Name(*_split_ending(name)) for name in names])


def _clashing(
    requests: Sequence[IdRequest], names: Sequence[str], levels: dict[_Source, int]
) -> set[_Source]:
    """Files that share an id with another file and can still be told apart further."""
    holders: dict[str, set[_Source]] = defaultdict(set)
    for request, name in zip(requests, names, strict=True):
        holders[fold(name)].add(request.source)
    shared = {source for group in holders.values() if len(group) > 1 for source in group}
    return {source for source in shared if levels[source] < _LAST_LEVEL}


def _named(
    requests: Sequence[IdRequest], levels: dict[_Source, int], style: _Style
) -> tuple[str, ...]:
    """Ids at the given levels; artifacts of one file are already apart from each other."""
    positions: dict[_Source, list[int]] = defaultdict(list)
    for position, request in enumerate(requests):
        positions[request.source].append(position)
    names = [""] * len(requests)
    for source, members in positions.items():
        own = _numbered([style(requests[position], levels[source]) for position in members])
        for position, name in zip(members, own, strict=True):
            names[position] = name
    return tuple(names)


def _numbered(names: Iterable[_Name]) -> tuple[str, ...]:
    """The first holder of an id keeps it; later ones get the next free number from 2 on."""
    wanted = tuple(names)
    taken = {fold(name.numbered(0)) for name in wanted}
    seen: set[str] = set()
    result = []
    for name in wanted:
        plain = name.numbered(0)
        if fold(plain) in seen:
            plain = _next_free(name, taken)
            taken.add(fold(plain))
        seen.add(fold(plain))
        result.append(plain)
    return tuple(result)


def _next_free(name: _Name, taken: set[str]) -> str:
    number = 2
    while fold(name.numbered(number)) in taken:
        number += 1
    return name.numbered(number)


def _split_ending(name: str) -> tuple[str, str]:
    suffix = PurePosixPath(name).suffix
    return name.removesuffix(suffix), suffix
