"""What of a passage is shown where not all of it can be."""

from __future__ import annotations

import pytest

from worksurface_pipeline.retrieval.snippets import best_window

FAR = "one two three four five six seven eight nine ten " * 4
TERMS = {"freight": 2.0, "budget": 1.0, "销售": 3.0, "timeout": 1.0, "four": 0.5}


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        pytest.param("freight", 80, "freight", id="all of a short text"),
        pytest.param(FAR + "the freight budget " + FAR, 30, "freight budget", id="both words"),
        pytest.param("budget " + FAR + "freight " + FAR, 20, "freight", id="the rarer word"),
        pytest.param("budget " + FAR + "Freights: none", 20, "Freights: none", id="at the end"),
        pytest.param("一" * 300 + "销售额" + "二" * 300, 20, "销售额", id="without spaces"),
        pytest.param(FAR + "timeoutMs=3 " + FAR, 30, "timeoutMs=3", id="part of an identifier"),
        pytest.param(
            FAR + "budget " * 9 + FAR + "freight four " + FAR, 24, "freight", id="repeats"
        ),
        pytest.param("zeppelin " * 40, 30, "zeppelin zeppelin", id="no word: the beginning"),
    ],
)
def test_the_window_holds_what_was_asked_for(text: str, most: int, shown: str) -> None:
    start, end = best_window(text, TERMS, most)
    assert end - start <= most
    assert shown in text[start:end]


def test_without_a_match_it_is_the_beginning() -> None:
    start, end = best_window(FAR, {"zeppelin": 1.0}, 40)
    assert start == 0
    assert FAR[:end].split() == FAR.split()[: len(FAR[:end].split())]


def test_words_are_kept_whole_where_they_can() -> None:
    start, end = best_window(FAR + "freight " + FAR, TERMS, 60)
    words = (FAR + "freight " + FAR)[start:end].split()
    assert set(words) <= {*FAR.split(), "freight"}
