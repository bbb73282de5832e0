"""The legacy encodings that are tried, and how well a text reads in one.

Everyday characters of its language speak for a candidate; rare ones, symbols inside words and odd
case against it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from worksurface_pipeline.readers import scripts

# What a character says for its candidate.
_COMMON, _FAIR, _LISTED, _RARE, _WRONG = 1.0, 0.6, 0.35, -0.6, -2.0
# A set for texts of several languages loses to the language of a text.
_ANY_LANGUAGE = 0.8
_SYMBOLS = frozenset("€£°§–—‘’“”„•…®©™«»·º±µ×½\u00a0")


@dataclass(frozen=True, slots=True)
class Wide:
    """An encoding of two bytes a character, and the lead bytes of its frequent characters."""

    encoding: str
    common: frozenset[str]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Narrow:
    """An encoding of one byte a character; `frequent` letters make words without plain ones.

    `final` letters end a word and never stand within one. `weight` is below one for a set that
    holds the letters of several languages, and so fits more than any of them.
    """

    encoding: str
    common: frozenset[str]
    frequent: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()
    weight: float = 1.0

    @property
    def is_script(self) -> bool:
        """Whether its letters stand together, and never beside plain ones."""
        return bool(self.frequent)


# Lead bytes of what each national standard lists first: the frequent part of its characters.
_WIDE = (
    Wide("gb18030", scripts.SIMPLIFIED, 0xB0, 0xD7),
    Wide("cp932", scripts.JAPANESE, 0x88, 0x97),
    Wide("big5", scripts.TRADITIONAL, 0xA4, 0xC6),
    Wide("cp949", scripts.KOREAN, 0xB0, 0xC8),
    Wide("euc_jp", scripts.JAPANESE, 0xB0, 0xCF),
)
# Of equal candidates the first wins.
_NARROW = (
    Narrow("cp1252", scripts.FRENCH, final=scripts.FRENCH_FINAL),
    Narrow("cp1252", scripts.ITALIAN, final=scripts.ITALIAN_FINAL),
    Narrow("cp1252", scripts.SPANISH),
    Narrow("cp1252", scripts.PORTUGUESE),
    Narrow("cp1252", scripts.GERMAN),
    Narrow("cp1252", scripts.SWEDISH),
    Narrow("cp1252", scripts.DANISH),
    Narrow("cp1252", scripts.ROMANCE, weight=_ANY_LANGUAGE),
    *(Narrow("cp1250", common) for common in scripts.CENTRAL),
    *(Narrow("iso-8859-2", common) for common in scripts.CENTRAL),
    Narrow("cp1254", scripts.TURKISH),
    Narrow("cp1251", scripts.CYRILLIC, scripts.CYRILLIC_FREQUENT),
    Narrow("koi8-r", scripts.CYRILLIC, scripts.CYRILLIC_FREQUENT),
    Narrow("cp866", scripts.CYRILLIC, scripts.CYRILLIC_FREQUENT),
    Narrow("cp1253", scripts.GREEK, scripts.GREEK_FREQUENT),
)
NARROW = frozenset(candidate.encoding for candidate in _NARROW)
"""Encodings of one byte a character."""
CANDIDATES: tuple[Wide | Narrow, ...] = (*_WIDE, *_NARROW)


def score(text: str, candidate: Wide | Narrow) -> float:
    """Mean verdict of the characters beyond ASCII, from -2 (wrong) to 1 (everyday)."""
    return _wide(text, candidate) if isinstance(candidate, Wide) else _narrow(text, candidate)


def _wide(text: str, candidate: Wide) -> float:
    counts = Counter(char for char in text if char > "\x7f")
    total = sum(counts.values())
    verdicts = (_wide_verdict(char, candidate) * count for char, count in counts.items())
    return sum(verdicts) / total if total else 0.0


def _wide_verdict(char: str, candidate: Wide) -> float:
    if char in candidate.common:
        return _COMMON
    if "\u3000" <= char <= "\u3017" or "\uff01" <= char <= "\uff5e" or char in _SYMBOLS:
        return _FAIR
    if "\ue000" <= char <= "\uf8ff" or char in "\ufffd" or "\x80" <= char <= "\x9f":
        return _WRONG
    code = char.encode(candidate.encoding, "replace")
    is_listed = len(code) == 2 and candidate.first <= code[0] <= candidate.last
    # Where the older two-byte sets end, trail bytes below 0xA1 are later additions.
    if is_listed and candidate.encoding in ("gb18030", "cp949", "euc_jp"):
        is_listed = code[1] >= 0xA1
    return _LISTED if is_listed else _RARE


def _narrow(text: str, candidate: Narrow) -> float:
    """Each character is seen with its neighbours."""
    found = _in_context(text)
    total = found.total()
    verdicts = (_narrow_verdict(*triple, candidate) * count for triple, count in found.items())
    return candidate.weight * sum(verdicts) / total if total else 0.0


@lru_cache(maxsize=4)
def _in_context(text: str) -> Counter[tuple[str, str, str]]:
    """Characters beyond ASCII with their neighbours; the languages of an encoding share them."""
    padded = f" {text} "
    triples = zip(padded, text, padded[2:], strict=False)
    return Counter(triple for triple in triples if triple[1] > "\x7f")


def _narrow_verdict(before: str, char: str, after: str, candidate: Narrow) -> float:
    if not char.isalpha():
        is_inside = before.isalpha() and after.isalpha() and char not in "’"
        return _FAIR / 2 if char in _SYMBOLS and not is_inside else _RARE
    is_common = char in candidate.common or char.lower() in candidate.common
    is_inside = char in candidate.final and after.isalpha()
    if not is_common or is_inside or (char.isupper() and before.islower()):
        return _RARE
    neighbours = [other for other in (before, after) if other.isalpha()]
    is_foreign = [other < "\x7f" for other in neighbours]
    if candidate.is_script:
        verdict = _RARE if any(is_foreign) else _letter_verdict(before, char, candidate)
        return verdict if neighbours else _LISTED / 2
    # An accented letter leans on plain ones.
    return _COMMON * 0.8 if any(is_foreign) else _LISTED / 2 if not neighbours else _RARE / 2


def _letter_verdict(before: str, char: str, candidate: Narrow) -> float:
    """Frequent letters say more; capitals after capitals are read from the wrong case at times."""
    verdict = 0.9 if char.lower() in candidate.frequent else _LISTED
    return verdict * 0.9 if char.isupper() and before.isupper() else verdict
