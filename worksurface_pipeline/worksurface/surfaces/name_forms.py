"""How a file name is written in a text, and whether it stands there as a token of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from urllib.parse import quote

from worksurface_pipeline.worksurface.surfaces.lead_ins import LONGEST_RUN, is_led_in
from worksurface_pipeline.worksurface.surfaces.name_context import ENCLOSING

# Before a name these make it the tail of a longer one: always, or after a letter or digit.
_GLUE = frozenset(".~$")
_GLUE_AFTER_WORD = frozenset("-+")
# A shorter name without extension could be a word or an abbreviation.
_SHORTEST_DISTINCT = 6


def written_forms(name: str) -> Iterator[str]:
    """A name as written, in both Unicode forms, and as in a link; offsets stay the text's own."""
    plain = {name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)}
    # What a name cannot encode (a lone surrogate) no link holds either.
    links = {quote(form, safe="()!'*", errors="replace") for form in plain}
    spaces = {form.replace(" ", "%20") for form in plain}
    yield from sorted(plain | links | spaces)


def is_distinct(name: str) -> bool:
    """Whether a name without extension can be no plain word, number or phrase."""
    if len(name) < _SHORTEST_DISTINCT or any(char.isspace() for char in name):
        return False
    has_letter = any(char.isalpha() for char in name)
    is_code = "_" in name or any(char.isdigit() for char in name)
    return has_letter and (is_code or name.isupper())


def is_set_off(text: str, start: int, end: int) -> bool:
    """Whether the stretch is enclosed as only a name is."""
    return any(
        text.endswith(left, 0, start) and text.startswith(right, end) for left, right in ENCLOSING
    )


def is_free(text: str, start: int, end: int) -> bool:
    """Whether the stretch is no part of a longer word, code or file name."""
    return not (_continues_before(text, start) or _continues_after(text, end))


def _continues_before(text: str, start: int) -> bool:
    if not start:
        return False
    before = text[start - 1]
    if before in _GLUE:
        return True
    if before in _GLUE_AFTER_WORD:
        return start > 1 and _is_word(text[start - 2])
    return _is_one_word(before, text[start]) and not is_led_in(_run_before(text, start))


def _run_before(text: str, start: int) -> str:
    """The letters of scripts without spaces that touch the place from the left."""
    at = start
    while (
        at and start - at <= LONGEST_RUN and _is_spaceless(text[at - 1]) and _is_word(text[at - 1])
    ):
        at -= 1
    return text[at:start]


def _continues_after(text: str, end: int) -> bool:
    if end == len(text):
        return False
    after = text[end]
    if after == "~":
        return True
    if after in ".-":
        return end + 1 < len(text) and text[end + 1].isalnum()
    return _is_one_word(text[end - 1], after)


def _is_one_word(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word: both of a script with spaces, or both of none."""
    return _is_word(left) and _is_word(right) and _is_spaceless(left) == _is_spaceless(right)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_" or unicodedata.combining(char) > 0


def _is_spaceless(char: str) -> bool:
    """Chinese and Japanese letters, and Korean ones, whose particles touch a Latin name."""
    return "\u2e80" <= char <= "\ud7ff" or "\uf900" <= char <= "\uffdc" or char >= "\U00020000"
