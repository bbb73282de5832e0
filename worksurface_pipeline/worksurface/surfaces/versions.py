"""`version_of`: files of one source task whose stems are equal once version marks are taken off.

Both are texts (slides too), both are sheets, or both have one extension: `model_v2.py` is no
version of `model.csv`. Equal or similar names alone never make a version.
Version marks are `v2`, `ver. 2`, `version 2.1`, `rev3`, `revision 3` anywhere in the stem, and
`draft` or `final` (also 初稿, 草稿, 终稿, 定稿, 最终版) as its first or last word. A bare number
(`plan_2`), a date and the mark of a copy (`(1)`, `copy`, 副本) are no version marks: copies are
looked through, but do not make a version. Order, oldest first: draft without a number, no mark,
numbers by value, final without a number; within one number draft, no word, final. An edge runs
from the newer file to the older one; files of equal rank get none.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.worksurface.surfaces.ids import split_name

# Above this many versions of one stem each is linked to the next older one only.
_MOST_PAIRED = 50
_NUMBERED = re.compile(
    r"(?<![a-z])(?:version|ver|v|revision|rev)[ ._-]{0,2}(\d+(?:\.\d+)*)(?![a-z0-9])"
)
_COPY = re.compile(r"[ _-]*(?:\(\d+\)|\bcopy(?: \d+)?|副本(?:\d+)?)\s*$")
_DRAFT_WORDS = "draft|初稿|草稿"
_FINAL_WORDS = "final|终稿|定稿|最终版"
_STAGE = re.compile(
    rf"^(?P<first>{_DRAFT_WORDS}|{_FINAL_WORDS})(?=[ ._-])"
    rf"|(?:(?<=[ ._-])|(?=[初草终定最]))(?P<last>{_DRAFT_WORDS}|{_FINAL_WORDS})$"
)
_DRAFTS = frozenset(_DRAFT_WORDS.split("|"))
_DRAFT, _PLAIN, _NUMBER, _FINAL = range(4)
_TEXTS = frozenset(
    ["doc", "docx", "htm", "html", "md", "odp", "odt", "pdf", "ppt", "pptx", "rtf", "tex", "txt"]
)
_SHEETS = frozenset(["csv", "ods", "tsv", "xls", "xlsm", "xlsx"])

Rank = tuple[int, tuple[int, ...], int]
"""Class of the file (draft, plain, number, final), its number, and its stage within that."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A file name, its stem without marks, the marks as they stand in it, and its rank.

    `family` is text, sheet, or the extension of any other file.
    """

    name: str
    family: str
    stem: str
    marks: tuple[str, ...]
    rank: Rank


@dataclass(frozen=True, slots=True)
class VersionPair:
    """Two files of one stem, of different rank."""

    newer: Marked
    older: Marked


def read_marks(filename: str) -> Marked:
    """Take the version marks off a file name."""
    stem, extension = split_name(filename)
    rest = unicodedata.normalize("NFKC", stem).casefold().strip()
    rest = _without_copies(rest)
    rest, stages = _without_stages(rest)
    numbers = tuple(match[1] for match in _NUMBERED.finditer(rest))
    marks = (*(match[0] for match in _NUMBERED.finditer(rest)), *stages)
    bare = identifier(_NUMBERED.sub(" ", rest))
    return Marked(filename, _family(extension), bare, marks, _rank(numbers, stages))


def version_pairs(filenames: Iterable[str]) -> Iterator[VersionPair]:
    """Newer and older versions among the names of one source task, in a fixed order."""
    groups: dict[tuple[str, str], list[Marked]] = defaultdict(list)
    for name in sorted(set(filenames)):
        marked = read_marks(name)
        if marked.stem:
            groups[marked.stem, marked.family].append(marked)
    for _, group in sorted(groups.items()):
        yield from _pairs(sorted(group, key=lambda marked: (marked.rank, marked.name)))


def _pairs(group: Sequence[Marked]) -> Iterator[VersionPair]:
    couples = pairwise(group) if len(group) > _MOST_PAIRED else combinations(group, 2)
    for older, newer in couples:
        if older.rank != newer.rank:
            yield VersionPair(newer=newer, older=older)


def _family(extension: str) -> str:
    folded = extension.casefold()
    if folded in _TEXTS:
        return "text"
    return "sheet" if folded in _SHEETS else folded


def _without_copies(stem: str) -> str:
    while stem != (rest := _COPY.sub("", stem)):
        stem = rest
    return stem


def _without_stages(stem: str) -> tuple[str, tuple[str, ...]]:
    stages = tuple(match["first"] or match["last"] for match in _STAGE.finditer(stem))
    return _STAGE.sub(" ", stem).strip(" ._-"), stages


def _rank(numbers: Sequence[str], stages: Sequence[str]) -> Rank:
    stage = _stage(stages)
    parts = [int(part) for number in numbers for part in number.split(".")]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return (_NUMBER, tuple(parts), stage) if parts else (stage, (), stage)


def _stage(stages: Sequence[str]) -> int:
    if any(stage in _DRAFTS for stage in stages):
        return _DRAFT
    return _FINAL if stages else _PLAIN
