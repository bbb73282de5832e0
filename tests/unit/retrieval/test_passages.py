from __future__ import annotations

import pytest

from worksurface_pipeline.retrieval.passages import PassagePolicy, count_units, split_passages

SMALL = PassagePolicy(units=10)


def cut(text: str, policy: PassagePolicy = SMALL) -> list[tuple[str, str]]:
    return [(span.heading, text[span.start : span.end]) for span in split_passages(text, policy)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \n\t\n", [], id="blank"),
        pytest.param("one two\n\nthree", [("", "one two\n\nthree")], id="paragraphs are joined"),
        pytest.param(
            "# A\ntext\n## B\nmore\n# C\nend",
            [("A", "# A\ntext"), ("A > B", "## B\nmore"), ("C", "# C\nend")],
            id="a heading opens a passage",
        ),
        pytest.param(
            "# A\n\n## B\n\ntext", [("A > B", "# A\n\n## B\n\ntext")], id="headings stay together"
        ),
        pytest.param(
            "a b c d e f\n\ng h i j k l",
            [("", "a b c d e f"), ("", "g h i j k l")],
            id="a paragraph is kept whole",
        ),
        pytest.param(
            "a b c d e f g. h i j k l",
            [("", "a b c d e f g."), ("", "h i j k l")],
            id="sentences",
        ),
        pytest.param(
            "a b c d e f g h\ni j k l",
            [("", "a b c d e f g h"), ("", "i j k l")],
            id="lines",
        ),
        pytest.param(
            "一二三四五六七八九十一二三四五六。一二三四五六七八",
            [("", "一二三四五六七八九十一二三四五六。"), ("", "一二三四五六七八")],
            id="Chinese by characters and sentences",
        ),
        pytest.param("x" * 300, [("", "x" * 240), ("", "x" * 60)], id="one endless word"),
        pytest.param(
            "# A\n```\n# no heading\n```\n# B",
            [("A", "# A\n```\n# no heading\n```"), ("B", "# B")],
            id="fences",
        ),
        pytest.param(
            "# A B C\n\n" + "w " * 12,
            [("A B C", "# A B C\n\n" + "w " * 5 + "w"), ("A B C", "w w w w w w")],
            id="a heading stays with its text",
        ),
        pytest.param("#no heading", [("", "#no heading")], id="a hash is no heading"),
    ],
)
def test_cuts(text: str, expected: list[tuple[str, str]]) -> None:
    assert cut(text) == expected


def test_headings_can_be_left_alone() -> None:
    plain = PassagePolicy(units=10, has_headings=False)
    assert cut("# a\nb\n# c", plain) == [("", "# a\nb\n# c")]


@pytest.mark.parametrize(
    ("text", "units"),
    [("two words", 2), ("四个汉字", 2), ("x" * 25, 2), ("mixed 汉字", 2), (" \n", 0)],
)
def test_units(text: str, units: float) -> None:
    assert count_units(text) == units


def test_the_default_is_about_120_words() -> None:
    spans = list(split_passages("word " * 1000))
    assert [count_units("word " * 1000)] == [1000]
    assert len(spans) == 9


def test_later_parts_of_a_table_are_found_by_its_header() -> None:
    rows = "".join(f"| {number} | x |\n" for number in range(10))
    text = f"# T\n\n| Year | Sum |\n|---|---|\n{rows}"
    spans = cut(text, PassagePolicy(units=20))
    assert [heading for heading, _ in spans] == ["T", *["T > Year | Sum"] * (len(spans) - 1)]
    assert len(spans) > 2
    assert all(piece.startswith("| ") and piece.endswith("|") for _, piece in spans[1:])
    assert [piece.count("\n| ") for _, piece in spans[1:-1]] == [3] * (len(spans) - 2)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 5000, id="one endless word"),
        pytest.param("汉" * 5000, id="Chinese without a stop"),
        pytest.param("ภาษา" * 1000, id="Thai"),
        pytest.param("| " + "cell | " * 3000, id="a row of thousands of cells"),
        pytest.param("# h\n" * 3000, id="headings alone"),
        pytest.param("Title\n===\n" * 1000, id="Setext headings alone"),
        pytest.param("```\n" + "code\n" * 3000, id="a fence that is never closed"),
    ],
)
def test_no_text_breaks_the_bound(text: str) -> None:
    spans = list(split_passages(text))
    assert all(count_units(text[span.start : span.end]) <= 120 for span in spans)
    kept = "".join(text[span.start : span.end] for span in spans)
    assert "".join(kept.split()) == "".join(text.split())
