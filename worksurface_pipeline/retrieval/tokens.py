"""How text is cut into search tokens: words, numbers, codes, and character pairs of CJK text.

One home for passages, queries and names, so that what is indexed and what is asked agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from worksurface_pipeline.retrieval.scripts import MARKS, UNSPACED
from worksurface_pipeline.retrieval.stop_words import ASKING_PAIRS, ASKING_WORDS

TOKENS_VERSION = 2
"""Raise with any change of what a text's tokens are: stored indexes of another one are unused."""

_LETTERS = rf"[^\W_{UNSPACED}](?:[^\W_{UNSPACED}]|[{MARKS}])*"
_RUN = re.compile(rf"{_LETTERS}(?:[.,\-/:_'’]+{_LETTERS})*|[{UNSPACED}]+")
_ASCII_RUN = re.compile(r"[A-Za-z0-9]+(?:[.,\-/:_']+[A-Za-z0-9]+)*")
_PART = re.compile(r"[^\W\d_]+|\d+")
# Words within a compound: `timeoutMs`, `HTTPServer`.
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_GLUED = re.compile(r"[^\W\d_]+\d+|\d+[^\W\d_]+")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+")
_JOINT = re.compile(r"[.,\-/:_'’]+")
_IS_UNSPACED = re.compile(f"[{UNSPACED}]")
_ACCENT = re.compile("[\u0300-\u036f]")
# Tokens of the runs met last; a persona's texts repeat most of their words.
_REMEMBERED = 1 << 16


def search_tokens(text: str) -> list[str]:
    """Tokens of `text` in order: NFKC, case-folded, plural `s` off.

    A code (`FA-2023-001`, `report_q3.xlsx`, `timeoutMs`) gives itself and its parts, a figure with
    its unit (`450ms`) both apart too, a grouped number (`1,234.50`) itself without commas, CJK
    text its pairs of neighbouring characters and the characters.
    """
    return [token for run in token_runs(text) for token in run_tokens(run)]


def token_runs(text: str) -> list[str]:
    """The stretches of `text` that give tokens, normalised, in their case."""
    if text.isascii():
        return _ASCII_RUN.findall(text)
    return _RUN.findall(unicodedata.normalize("NFKC", text))


def found_tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and token of the stretches of `text` as it stands, each normalised by itself."""
    for match in _RUN.finditer(text):
        start, raw = match.start(), match.group()
        if _IS_UNSPACED.match(raw):
            for place in range(len(raw)):
                yield start + place, start + place + 1, raw[place]
                if place + 1 < len(raw):
                    yield start + place, start + place + 2, raw[place : place + 2]
        else:
            for token in run_tokens(unicodedata.normalize("NFKC", raw)):
                yield start, match.end(), token


@lru_cache(maxsize=_REMEMBERED)
def run_tokens(run: str) -> tuple[str, ...]:
    """The tokens of one of `token_runs`."""
    if _IS_UNSPACED.match(run):
        pairs = tuple(run[start : start + 2] for start in range(len(run) - 1))
        return pairs + tuple(run)
    if _NUMBER.fullmatch(run):
        return (run.replace(",", ""),)
    return tuple(_words(run))


def run_length(run: str) -> float:
    """How many words a run counts for in the length of a text: two characters of CJK for one."""
    return max(1.0, len(run) / 2) if _IS_UNSPACED.match(run) else 1.0


def query_tokens(text: str) -> list[str]:
    """Distinct tokens of a query, without asking words unless it has no others.

    Of CJK text only the pairs are asked for, and a character only where it stands alone.
    """
    runs = token_runs(text)
    tokens = list(dict.fromkeys(token for run in runs for token in _asked(run)))
    telling = [token for token in tokens if token not in ASKING_WORDS | ASKING_PAIRS]
    return telling or tokens


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


def _asked(run: str) -> tuple[str, ...]:
    tokens = run_tokens(run)
    return tokens[: len(run) - 1] if len(run) > 1 and _IS_UNSPACED.match(run) else tokens


def _words(run: str) -> Iterator[str]:
    """A run as a whole if it is compound, then its words, and those of compound words."""
    parts = [part for part in _JOINT.split(run) if part]
    if len(parts) > 1:
        yield _folded(run)
    for part in parts:
        yield _singular(_folded(part))
        yield from (_singular(_folded(piece)) for piece in _pieces(part))


def _pieces(part: str) -> list[str]:
    """Words of a compound in humps, or a figure and its unit; [] for a plain word."""
    if _GLUED.fullmatch(part):
        return _PART.findall(part)
    humps = _HUMP.split(part)
    return humps if len(humps) > 1 else []


def _folded(word: str) -> str:
    """Case folded, Latin letters without accents: `Équipe` is found as `equipe`."""
    folded = word.casefold().replace("’", "'")
    if folded.isascii():
        return folded
    plain = _ACCENT.sub("", unicodedata.normalize("NFD", folded))
    return plain if plain.isascii() else folded


def _singular(word: str) -> str:
    """The S-stemmer: `orders` is `order`, `companies` is `company`, `status` stays."""
    if len(word) < 4 or not word.endswith("s") or not word.isascii():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word if word.endswith(("ss", "us", "is")) else word[:-1]
