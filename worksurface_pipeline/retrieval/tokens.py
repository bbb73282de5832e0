"""How text is cut into search tokens: words, numbers, codes, and character pairs of CJK text.

One home for passages, queries and names, so that what is indexed and what is asked agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Han, Hiragana and Katakana, Hangul: scripts that are searched by pairs of characters.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_CODE = re.compile(rf"[^\W_{_CJK}]+(?:[.,\-/:_']+[^\W_{_CJK}]+)*|[{_CJK}]+")
_PART = re.compile(r"[^\W\d_]+|\d+")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+")
_JOINT = re.compile(r"[.,\-/:_']")
_IS_CJK = re.compile(f"[{_CJK}]")
# Words that ask rather than name: in a scope of few passages they would look rare, hence telling.
_ASKING = (
    "a an and are as at be by did do does for from had has have how if in is it its many much of"
    " on or that the their there these they this those to was were what when where which who"
    " whose why will with"
)
ASKING_WORDS = frozenset(_ASKING.split())


def search_tokens(text: str) -> list[str]:
    """Tokens of `text` in order: NFKC, case-folded, plural `s` off.

    A code (`FA-2023-001`, `report_q3.xlsx`) gives itself and its parts, a grouped number
    (`1,234.50`) itself without commas, CJK text its pairs of neighbouring characters.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return [token for match in _CODE.finditer(folded) for token in _tokens(match.group())]


def query_tokens(text: str) -> list[str]:
    """Distinct tokens of a query, without asking words unless it has no others."""
    tokens = list(dict.fromkeys(search_tokens(text)))
    return [token for token in tokens if token not in ASKING_WORDS] or tokens


def name_tokens(name: str) -> list[str]:
    """Distinct tokens of an id or a file name, letters and digits also apart (`t175`)."""
    tokens = search_tokens(name)
    for token in tuple(tokens):
        parts = _PART.findall(token)
        tokens += parts if len(parts) > 1 else []
    return list(dict.fromkeys(tokens))


def trigrams(name: str) -> frozenset[str]:
    """All runs of three characters of a name, padded: likeness in spite of a typing error."""
    folded = "  " + " ".join(_PART.findall(unicodedata.normalize("NFKC", name).casefold())) + " "
    return frozenset(folded[start : start + 3] for start in range(len(folded) - 2))


def _tokens(run: str) -> Iterator[str]:
    if _IS_CJK.match(run):
        yield from _pairs(run)
    elif _NUMBER.fullmatch(run):
        yield run.replace(",", "")
    elif _JOINT.search(run):
        yield run
        yield from (_singular(part) for part in _JOINT.split(run) if part)
    else:
        yield _singular(run)


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for start in range(len(run) - 1):
        yield run[start : start + 2]


def _singular(word: str) -> str:
    """The S-stemmer: `orders` is `order`, `companies` is `company`, `status` stays."""
    if len(word) < 4 or not word.endswith("s") or not word.isascii():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word if word.endswith(("ss", "us", "is")) else word[:-1]
