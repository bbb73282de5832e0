from __future__ import annotations

import pytest

from worksurface_pipeline.kernel.sentences import sentence_around


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("One. See X here. Two.", "See X here.", id="between stops"),
        pytest.param("X", "X", id="alone"),
        pytest.param("Uses a.md and X.", "Uses a.md and X.", id="a dot in a name is no stop"),
        pytest.param("头一句。见X文件。末句。", "见X文件。", id="Chinese stops"),
        pytest.param("# Head\n\nSee X\nthere\n\nMore", "See X\nthere", id="paragraph"),
        pytest.param("- one\n- see X\n- two", "- see X", id="list item"),
        pytest.param("```python\nread X\n```\n", "read X", id="code"),
        pytest.param('He said "no." See X!', "See X!", id="stop in quotes"),
        pytest.param(f"{'w ' * 40}X{' w' * 40}", f"{'w ' * 9}X{' w' * 9}", id="cut at words"),
        pytest.param(f"{'w' * 40}X{'v' * 40}", f"{'w' * 20}X{'v' * 20}", id="no words to cut at"),
    ],
)
def test_sentence(text: str, sentence: str) -> None:
    at = text.index("X")
    start, end = sentence_around(text, at, at + 1, 20)
    assert text[start:end] == sentence
