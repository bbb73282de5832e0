"""How text is cut into search tokens: words, numbers, codes, and character pairs of CJK text.

One home for passages, queries and names, so that what is indexed and what is asked agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, pairwise

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
    """The tokens of one of `token_runs`: itself if it is compound, and its words."""
    if _IS_UNSPACED.match(run):
        pairs = tuple(run[start : start + 2] for start in range(len(run) - 1))
        return pairs + tuple(run)
    if _NUMBER.fullmatch(run):
        return (run.replace(",", ""),)
    parts = [part for part in _JOINT.split(run) if part]
    words = chain.from_iterable(map(_part_words, parts))
    return (_folded(run), *words) if len(parts) > 1 else tuple(words)


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
    return list(dict.fromkeys(chain(tokens, *map(_apart, tokens))))


def trigrams(name: str) -> frozenset[str]:
    """All runs of three characters of a name, padded: likeness in spite of a typing error."""
    parts = _PART.findall(unicodedata.normalize("NFKC", name).casefold())
    first = f"  {parts[0][0]}" if parts else "   "
    between = (f"{left[-1]} {right[0]}" for left, right in pairwise(parts))
    return frozenset((first, *between)).union(*map(_part_trigrams, parts))


@lru_cache(maxsize=_REMEMBERED)
def _apart(token: str) -> tuple[str, ...]:
    """Letters and digits of a token that has several stretches of them, () of any other."""
    parts = tuple(_PART.findall(token))
    return parts if len(parts) > 1 else ()


@lru_cache(maxsize=_REMEMBERED)
def _part_trigrams(part: str) -> frozenset[str]:
    """Those of a word or figure with a space on either side; names repeat most of theirs."""
    padded = f" {part} "
    return frozenset(padded[start : start + 3] for start in range(len(padded) - 2))


def _asked(run: str) -> tuple[str, ...]:
    tokens = run_tokens(run)
    return tokens[: len(run) - 1] if len(run) > 1 and _IS_UNSPACED.match(run) else tokens


@lru_cache(maxsize=_REMEMBERED)
def _part_words(part: str) -> tuple[str, ...]:
    """A word, and those that it is made of; codes and names share most of theirs."""
    return tuple(_singular(_folded(piece)) for piece in (part, *_pieces(part)))


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
