"""Likeness of names: the index gives what its rule says, counted name by name."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.retrieval.stop_words import ASKING_WORDS
from worksurface_pipeline.retrieval.tokens import name_tokens, trigrams
from worksurface_pipeline.worksurface.tools.entities import NameIndex

PIECES = ("report", "reports", "q3", "2024", "stock", "库存", "t7", ".xlsx", "_", " ", "which", "É")
names = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
texts = st.text("aBz09_ .:/éßﬁ发½Ⅳ٣\u0301\ud800", max_size=14)
entries = st.lists(st.tuples(st.sampled_from(("a", "b", "c", "d")), names), max_size=12)


def likeness(listed: list[tuple[str, str]], query: str) -> dict[str, float]:
    """The best score of each key, by the rule's own words."""
    held = Counter(token for _, name in listed for token in name_tokens(name))
    best: dict[str, float] = {}
    for key, name in listed:
        found = words(len(listed), held, name, query)
        common = len(trigrams(name) & trigrams(query))
        letters = common / max(1, min(len(trigrams(name)), len(trigrams(query))))
        score = (found if found >= 0.2 else 0.0) + (0.5 * letters if letters >= 0.5 else 0.0)
        score += 10.0 if normalise(name) == normalise(query) else 0.0
        best[key] = max(best.get(key, 0.0), score)
    return {key: score for key, score in best.items() if score > 0}


def words(size: int, held: Counter[str], name: str, query: str) -> float:
    asked = [token for token in name_tokens(query) if token not in ASKING_WORDS]
    weight = {token: math.log1p(size / max(1, held[token])) for token in held | Counter(asked)}
    common = sum(weight[token] for token in asked if token in name_tokens(name))
    if not common:
        return 0.0
    own = sum(weight[token] for token in name_tokens(name))
    return (common / sum(weight[token] for token in asked) + common / own) / 2


@given(entries, names, st.integers(1, 5))
def test_the_best_keys_come_first(listed: list[tuple[str, str]], query: str, k: int) -> None:
    scores = likeness(sorted(set(listed)), query)
    expected = sorted(scores, key=lambda key: (-round(scores[key], 9), key))[:k]
    assert list(NameIndex(listed).search(query, k)) == expected


@given(texts)
def test_trigrams_are_all_runs_of_three_characters(name: str) -> None:
    parts = re.findall(r"[^\W\d_]+|\d+", unicodedata.normalize("NFKC", name).casefold())
    padded = f"  {' '.join(parts)} "
    runs = {padded[start : start + 3] for start in range(len(padded) - 2)}
    assert trigrams(name) == runs
