"""The boolean that an answer states: a word of yes or no, alone or before its reason."""

from __future__ import annotations

import re

from worksurface_pipeline.worksurface.scoring.matching import tidy
from worksurface_pipeline.worksurface.scoring.submitted import Value, as_text, unwrapped

_TRUE = frozenset({"true", "yes", "ja", "oui", "sí", "si", "да", "是", "是的", "はい"})
_FALSE = frozenset({"false", "no", "nein", "non", "нет", "否", "不是", "いいえ"})
_LONGEST = 400  # characters of an answer with its reason
_FIRST = re.compile(r"\A([^\W\d_]+)(?:\s*[,.;:!\n，。]|\s[\u2013\u2014-]\s)")
_IS = re.compile(r"\A(?:it|this|that|the (?:statement|claim|answer)) is ([a-z]+)\Z")
_HEDGES = (
    r"\b(?:but|however|or|unless|except|although|though|maybe|unsure|unknown|insufficient_evidence"
    r"|aber|oder|mais|pero|could not|cannot|unable)\b"
)
_AFTER_YES = re.compile(rf"{_HEDGES}|\b(?:no|not|false|nein|nicht|never)\b|n['\u2019]t\b")
_AFTER_NO = re.compile(rf"{_HEDGES}|\b(?:yes|true)\b")


def boolean_of(value: Value) -> bool | None:
    """The boolean an answer states (true, yes, "No, it does not."), else None."""
    text = tidy(as_text(unwrapped(value)).strip().replace("\n", " ; "))
    if text in _TRUE:
        return True
    return False if text in _FALSE else _in_sentence(text.replace("*", ""))


def _in_sentence(text: str) -> bool | None:
    if len(text) > _LONGEST:
        return None
    first = _IS.match(text) or _FIRST.match(text)
    if first is None:
        return None
    rest = text[first.end() :]
    if first[1] in _TRUE and not _AFTER_YES.search(rest):
        return True
    return False if first[1] in _FALSE and not _AFTER_NO.search(rest) else None
