"""`mentions`: one file's name stands as a token in the text of another file of its source task.

Policy. The whole name counts, its extension included, case as written; the stem alone is no
mention. It stands free: no part of a longer word, code or file name (`report.pdf` is not in
`my_report.pdf`, `old-report.pdf` or `report.pdf.docx`), nor of a longer name of the same task or
in quotation marks, nor of an address or another folder's path. Text without spaces may touch a
Latin name; before a Chinese one only words may stand that lead to a name. A name also counts in
either Unicode form, as written in a link (`%20`), and without its extension in 《》 if no other
file is called so. A name that has no extension counts where it cannot be a plain word: it has an
underscore, or letters and digits, or capitals only, and six characters; else in a link or in 《》.

Texts are scanned once for the few endings that names have, then the name is looked up backwards
from there, so that the work grows with the text and not with the number of names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from worksurface_pipeline.worksurface.surfaces.ids import split_name
from worksurface_pipeline.worksurface.surfaces.longer_names import longer_names
from worksurface_pipeline.worksurface.surfaces.name_context import (
    UNKNOWN_HOME,
    Home,
    is_elsewhere,
    is_quoted_end,
)
from worksurface_pipeline.worksurface.surfaces.name_forms import (
    is_distinct,
    is_free,
    is_set_off,
    written_forms,
)

_RUN = re.compile(r"\w+")
# A run of letters falls into its Latin and its other words.
_WORD = re.compile(r"[A-Za-z0-9_]+|[^\W\x00-\x7f]+")
_TITLED = re.compile(r"《([^《》\n]{1,120})》")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as found in a text: its first place [start, end), and how often it stands there."""

    name: str
    start: int
    end: int
    count: int


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    name: str


class NameFinder:
    """Finds the given file names in texts; `homes` tells where the files lie."""

    def __init__(self, names: Iterable[str], homes: Mapping[str, Home] | None = None) -> None:
        given = sorted(names, reverse=True)
        self._homes = homes or {}
        self._forms = {form: name for name in given for form in written_forms(name)}
        self._longer = longer_names(given)
        self._stems = _stems(given)
        self._lengths: dict[str, list[int]] = {}
        self._words: dict[str, list[tuple[int, int]]] = {}
        for form in self._forms:
            self._index(form)
        for lengths in self._lengths.values():
            lengths.sort(reverse=True)
        for places in self._words.values():
            places.sort(key=lambda place: -place[1])
        endings = sorted(self._lengths, key=lambda ending: (-len(ending), ending))
        self._sizes = sorted({len(ending) for ending in endings}, reverse=True)
        rest = "|".join(re.escape(ending[1:]) for ending in endings)
        self._dots = re.compile(rf"\.(?={rest})") if endings else None

    def find(self, text: str) -> tuple[Mention, ...]:
        """Names that stand free in `text`, each once, in order of their first place."""
        places: dict[str, list[_Hit]] = {}
        for hit in _outermost([*self._dotted(text), *self._bare(text), *self._titled(text)]):
            places.setdefault(hit.name, []).append(hit)
        return tuple(
            Mention(name, hits[0].start, hits[0].end, len(hits)) for name, hits in places.items()
        )

    def _index(self, form: str) -> None:
        """By dot and extension, or by the first word of a name that has none."""
        extension = split_name(form)[1]
        if extension:
            lengths = self._lengths.setdefault(f".{extension}", [])
            if len(form) not in lengths:
                lengths.append(len(form))
            return
        first = _WORD.search(form)
        if first:  # a name of signs alone cannot be told from punctuation
            self._words.setdefault(first[0], []).append((first.start(), len(form)))

    def _dotted(self, text: str) -> Iterator[_Hit]:
        for match in self._dots.finditer(text) if self._dots else ():
            for size in self._sizes:
                hit = self._ending_at(text, match.start(), match.start() + size)
                if hit is not None:
                    yield hit

    def _ending_at(self, text: str, dot: int, end: int) -> _Hit | None:
        """The longest free name whose extension is text[dot:end]."""
        for length in self._lengths.get(text[dot:end], ()) if end <= len(text) else ():
            begin = end - length
            name = self._forms.get(text[begin:end]) if begin >= 0 else None
            if name is not None and is_free(text, begin, end):
                hit = _Hit(begin, end, name)
                return hit if self._is_itself(text, hit) else None
        return None

    def _is_itself(self, text: str, hit: _Hit) -> bool:
        """Whether what stands around a free name leaves it the file's."""
        home = self._homes.get(hit.name, UNKNOWN_HOME)
        if text.endswith(self._longer.get(hit.name, ()), 0, hit.start):
            return False
        return not (
            is_elsewhere(text, hit.start, hit.end, home) or is_quoted_end(text, hit.start, hit.end)
        )

    def _titled(self, text: str) -> Iterator[_Hit]:
        """Files called in title marks by their names without extension."""
        for match in _TITLED.finditer(text) if self._stems and "《" in text else ():
            if match[1] in self._stems:
                yield _Hit(match.start(1), match.end(1), self._stems[match[1]])

    def _bare(self, text: str) -> Iterator[_Hit]:
        """Names without an extension: only words that some name begins with are looked at."""
        words = self._words.keys() & _words_of(text) if self._words else ()
        for word in sorted(words):
            at = text.find(word)
            while at >= 0:
                hit = self._named_at(text, word, at)
                if hit is not None:
                    yield hit
                at = text.find(word, at + len(word))

    def _named_at(self, text: str, word: str, at: int) -> _Hit | None:
        """The longest name without extension whose first word stands at `at`."""
        for lead, length in self._words[word]:
            begin, end = at - lead, at - lead + length
            form = text[begin:end] if begin >= 0 else ""
            if form in self._forms and _counts(text, begin, end, form):
                hit = _Hit(begin, end, self._forms[form])
                return hit if self._is_itself(text, hit) else None
        return None


def _stems(names: Iterable[str]) -> dict[str, str]:
    """Names by what they are without extension, where only one name is."""
    dotted = [(split_name(name)[0], name) for name in names if split_name(name)[1]]
    counts = Counter(stem for stem, _ in dotted)
    return {stem: name for stem, name in dotted if counts[stem] == 1}


def _words_of(text: str) -> set[str]:
    runs = set(_RUN.findall(" ".join(set(text.split()))))  # each repeated word is taken once
    mixed = [run for run in runs if not run.isascii()]
    return runs.union(*map(_WORD.findall, mixed))


def _counts(text: str, start: int, end: int, form: str) -> bool:
    return is_set_off(text, start, end) or (is_distinct(form) and is_free(text, start, end))


def _outermost(hits: list[_Hit]) -> Iterator[_Hit]:
    """Hits in order of their place, without those that lie within a longer one."""
    reach = -1
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end, hit.name)):
        if hit.end > reach:
            reach = hit.end
            yield hit
