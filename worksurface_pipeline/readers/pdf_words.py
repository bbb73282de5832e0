"""Words that a line's end broke: when their hyphen goes, and when it belongs to the word."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN = re.compile(r"(\w+)-$")
_FIRST = re.compile(r"\w+")
# Words that are hardly ever joined to the next one without a hyphen.
_PREFIXES = frozenset({"self", "non", "well", "ex", "cross", "quasi", "all", "half"})
# After these a hyphen waits for a word to come: "in- and outputs".
_SUSPENDING = frozenset({"and", "or", "und", "oder", "bzw", "nor", "et", "ou"})
# Two words of at least so many letters that both stand alone elsewhere make a compound.
_LONG = 4
# The end of a text in which a broken word can stand.
_REACH = 60


class Words:
    """The words of a document, those at the edges of its lines left out, as evidence."""

    def __init__(self, lines: Iterable[str]) -> None:
        words: set[str] = set()
        compounds: set[str] = set()
        for line in lines:
            found = _WORD.findall(line.casefold())
            words.update(found[1:-1])
            compounds.update(word for word in found if "-" in word)
        self._words = words
        self._compounds = compounds

    def join(self, text: str, words: str) -> str | None:
        """`text` with `words` joined on, its broken word mended; None if it ends in none."""
        left, rest = broken_word(text), _FIRST.match(words)
        if not left or rest is None or rest[0].casefold() in _SUSPENDING:
            return None
        is_whole = self._is_one_word(left, rest[0])
        return (text[:-1] if is_whole else text) + words

    def _is_one_word(self, left: str, right: str) -> bool:
        one, other = left.casefold(), right.casefold()
        if one + other in self._words and f"{one}-{other}" not in self._compounds:
            return True
        is_plain = left.isalpha() and right[0].islower()
        return is_plain and not self._keeps_hyphen(one, other)

    def _keeps_hyphen(self, left: str, right: str) -> bool:
        if f"{left}-{right}" in self._compounds:
            return True
        is_pair = min(len(left), len(right)) >= _LONG and {left, right} <= self._words
        # No line breaks after the first letter of a word: "e-mail", "x-ray".
        return left in _PREFIXES or is_pair or len(left) == 1


def broken_word(text: str) -> str:
    """The first part of the word that breaks at the end of `text`, "" if none does."""
    match = _BROKEN.search(text[-_REACH:])
    return match[1] if match else ""


def goes_on(text: str, words: str) -> bool:
    """Whether the word, or the range of figures, that breaks at the end of `text` goes on."""
    left = broken_word(text)
    return bool(left) and (words[0].islower() or (left.isdecimal() and words[0].isdecimal()))
