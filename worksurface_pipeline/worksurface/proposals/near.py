"""Near-duplicate questions: MinHash finds pairs, exact overlap decides.

Two questions of one phrasing about two files are no duplicates: what they name must be equal.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.text import normalise

# Sixteen bands of two rows find a pair of overlap 0.7 with probability 0.9999.
_BANDS = 16
_ROWS = 2
_SHINGLE = 2
_TOKEN = re.compile(r"\w+", re.UNICODE)
_NAMED = re.compile(r"“[^”]*”|\"[^\"]*\"|\S+\.\w{1,5}\b|\S*\d\S*")
_SEEDS = tuple(number.to_bytes(8, "big") for number in range(_BANDS * _ROWS))


def near_duplicates(
    questions: Mapping[str, str], least: float, golds: Mapping[str, str] | None = None
) -> dict[str, str]:
    """By id, the earlier id (in the mapping's order) that it nearly repeats.

    With `golds`, two of different answers are no duplicates: one word makes a mean of a total.
    """
    order = list(questions)
    shingles = {name: _shingles(questions[name]) for name in order}
    names = {name: _named(questions[name]) | {f"= {(golds or {}).get(name, '')}"} for name in order}
    buckets: dict[tuple[int, bytes, frozenset[str]], list[str]] = defaultdict(list)
    found: dict[str, str] = {}
    for name in order:
        keys = [(band, key, names[name]) for band, key in enumerate(_bands(shingles[name]))]
        known = dict.fromkeys(other for key in keys for other in buckets[key])
        same = [one for one in known if overlap(shingles[one], shingles[name]) >= least]
        if same:
            found[name] = same[0]
            continue
        for key in keys:
            buckets[key].append(name)
    return found


def overlap(some: frozenset[str], others: frozenset[str]) -> float:
    """Jaccard overlap of two sets; 1 for two empty ones."""
    union = len(some | others)
    return len(some & others) / union if union else 1.0


def _shingles(question: str) -> frozenset[str]:
    words = _TOKEN.findall(normalise(question))
    whole = [" ".join(words[at : at + _SHINGLE]) for at in range(len(words) - _SHINGLE + 1)]
    return frozenset(whole or words)


def _named(question: str) -> frozenset[str]:
    """What a question names: quotations, file names, anything with a digit."""
    return frozenset(match.rstrip(".,?!:;") for match in _NAMED.findall(normalise(question)))


def _bands(shingles: frozenset[str]) -> Sequence[bytes]:
    codes = [one.encode("utf-8", "surrogatepass") for one in shingles] or [b""]
    least = [
        min(hashlib.blake2b(code, digest_size=8, key=seed).digest() for code in codes)
        for seed in _SEEDS
    ]
    return [b"".join(least[band * _ROWS : (band + 1) * _ROWS]) for band in range(_BANDS)]
