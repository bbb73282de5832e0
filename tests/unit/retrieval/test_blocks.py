"""Headings, fences and tables of Markdown as blocks."""

from __future__ import annotations

import pytest

from worksurface_pipeline.retrieval.blocks import split_blocks


def cut(text: str) -> list[tuple[str, str, str]]:
    return [
        (block.heading, block.header, text[block.start : block.end].rstrip())
        for block in split_blocks(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Title\n=====\ntext\n\nPart\n---\nmore",
            [
                ("Title", "", "Title\n====="),
                ("Title", "", "text"),
                ("Title > Part", "", "Part\n---"),
                ("Title > Part", "", "more"),
            ],
            id="Setext headings",
        ),
        pytest.param(
            "2. Scope\n========\nx",
            [("2. Scope", "", "2. Scope\n========"), ("2. Scope", "", "x")],
            id="numbered title",
        ),
        pytest.param(
            "one\ntwo\n---\nthree",
            [("", "", "one\ntwo\n---\nthree")],
            id="a rule below a paragraph",
        ),
        pytest.param(
            "---\nkey: value\n---\ntext",
            [("", "", "---\nkey: value\n---\ntext")],
            id="front matter",
        ),
        pytest.param("- item\n---\nx", [("", "", "- item\n---\nx")], id="a bullet is no title"),
        pytest.param("\n---\nx", [("", "", "---\nx")], id="a rule after a blank line"),
        pytest.param(
            "```\nA\n===\n# B\n```\nx",
            [("", "", "```\nA\n===\n# B\n```\nx")],
            id="nothing within a fence",
        ),
        pytest.param(
            "```\na\n```python\n# b\n```\n# C",
            [("", "", "```\na\n```python\n# b\n```"), ("C", "", "# C")],
            id="a mark with a language closes no fence",
        ),
        pytest.param(
            "~~~\n```\n# a\n~~~\n# C",
            [("", "", "~~~\n```\n# a\n~~~"), ("C", "", "# C")],
            id="tildes",
        ),
        pytest.param(
            "```a`b\n# C",
            [("", "", "```a`b"), ("C", "", "# C")],
            id="code in a line opens no fence",
        ),
        pytest.param(
            "| A | B |\n| --- | :-: |\n| 1 | 2 |",
            [("", "A | B", "| A | B |\n| --- | :-: |\n| 1 | 2 |")],
            id="a table",
        ),
        pytest.param(
            "A | B\n---|---\n1 | 2",
            [("", "A | B", "A | B\n---|---\n1 | 2")],
            id="a table without outer bars",
        ),
        pytest.param(
            "| A |\n| B |\n| C |", [("", "", "| A |\n| B |\n| C |")], id="bars alone are no table"
        ),
    ],
)
def test_blocks(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert cut(text) == expected


def test_long_titles_and_headers_are_bounded() -> None:
    wide = "| " + " | ".join(f"column {n}" for n in range(16384)) + " |\n|" + "---|" * 16384
    [table] = split_blocks(wide + "\n| 1 |")
    assert table.header.startswith("column 0 | column 1")
    assert len(table.header) <= 200
    [heading] = split_blocks("# " + "word " * 500)
    assert len(heading.heading) <= 200
