"""`mentions`: one file's name stands as a token in the text of another file of its source task.

Texts are scanned once for the few endings that names have, then the name is looked up backwards
from there, so that the work grows with the text and not with the number of names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from worksurface_pipeline.worksurface.surfaces.ids import split_name

# A dot or dash glues what stands before it to the name: `old-report.md` is not `report.md`.
_GLUE = frozenset(".-")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as found in a text: first offset, and how often it stands there."""

    name: str
    offset: int
    count: int


class NameFinder:
    """Finds the given file names in texts."""

    def __init__(self, names: Iterable[str]) -> None:
        self._forms = {form: name for name in sorted(names, reverse=True) for form in _forms(name)}
        self._lengths: dict[str, list[int]] = {}
        for form in self._forms:
            lengths = self._lengths.setdefault(_ending(form), [])
            if len(form) not in lengths:
                lengths.append(len(form))
        for lengths in self._lengths.values():
            lengths.sort(reverse=True)
        self._sizes = sorted({len(ending) for ending in self._lengths}, reverse=True)
        endings = sorted(self._lengths, key=lambda ending: (-len(ending), ending))
        self._pattern = re.compile(f"(?=({'|'.join(map(re.escape, endings))}))")

    def find(self, text: str) -> tuple[Mention, ...]:
        """Names that stand free in `text`, each once, in order of their first offset."""
        if not self._forms:
            return ()
        offsets: dict[str, list[int]] = {}
        for name, start in self._hits(text):
            offsets.setdefault(name, []).append(start)
        found = [Mention(name, min(starts), len(starts)) for name, starts in offsets.items()]
        return tuple(sorted(found, key=lambda mention: (mention.offset, mention.name)))

    def _hits(self, text: str) -> Iterator[tuple[str, int]]:
        for match in self._pattern.finditer(text):
            for size in self._sizes:
                hit = self._longest(text, match.start(), match.start() + size)
                if hit is not None:
                    yield hit

    def _longest(self, text: str, start: int, end: int) -> tuple[str, int] | None:
        """The longest name that ends at `end` and stands free, with its offset."""
        if end > len(text):
            return None
        for length in self._lengths.get(text[start:end], ()):
            begin = end - length
            name = self._forms.get(text[begin:end]) if begin >= 0 else None
            if name is not None and _is_free(text, begin, end):
                return name, begin
        return None


def _ending(name: str) -> str:
    """What of a name is searched for: dot and extension, or all of a name that has none."""
    extension = split_name(name)[1]
    return f".{extension}" if extension else name


def _forms(name: str) -> Iterator[str]:
    """A name as written and in both Unicode forms, so that offsets stay those of the text."""
    yield from {name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)}


def _is_free(text: str, start: int, end: int) -> bool:
    """Whether the stretch is no part of a longer word, code or file name."""
    if start and _continues(text[start - 1], text[start]):
        return False
    if start > 1 and text[start - 1] in _GLUE and text[start - 2].isalnum():
        return False
    if end == len(text):
        return True
    is_longer = text[end] == "." and end + 1 < len(text) and text[end + 1].isalnum()
    return not (is_longer or _continues(text[end - 1], text[end]))


def _continues(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word: both of the same kind of script.

    Text without spaces may stand directly before and after a Latin name.
    """
    return _is_word(left) and _is_word(right) and left.isascii() == right.isascii()


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
