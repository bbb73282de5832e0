"""Shards: whatever a text holds, the script stays one call with one literal, and gives it back."""

from __future__ import annotations

import pytest

from tests.fixtures.site_links import data_of
from worksurface_pipeline.site.records import Extract, Item, Tag, Tone
from worksurface_pipeline.site.script_data import array_json, record_json, shard

CASES = [
    pytest.param("</script><script>alert(1)</script>", id="end-of-script"),
    pytest.param("<!-- <script>", id="comment-that-swallows-the-end"),
    pytest.param("]]><img src=x onerror=alert(1)>", id="cdata-and-tag"),
    pytest.param("a\u2028b\u2029c", id="line-separators"),
    pytest.param("a\x00b\x1b[31m\x7f", id="nul-and-controls"),
    pytest.param("a\ud800b", id="half-a-character"),
    pytest.param("\udfff</script>\u2028", id="half-a-character-beside-others"),
    pytest.param('");alert(1);//', id="end-of-string"),
    pytest.param("\\u003c\\", id="backslashes"),
    pytest.param("\u202eevil\u2066", id="direction-marks"),
    pytest.param("价格 1,234 元 😀", id="wide-characters"),
    pytest.param("__proto__", id="prototype"),
    pytest.param("", id="empty"),
]


@pytest.mark.parametrize("text", CASES)
def test_a_text_comes_back_and_cannot_break_out(text: str) -> None:
    record = Item(id="a", name=text, title=text, extracts=(Extract(label=text, text=text),))
    name, data = shard("items/a", record_json(record))
    assert name == "data/items/a.js"
    assert data.startswith(b'SITE.put("items/a",{')
    assert data.endswith(b"});\n")
    said = data.decode("utf-8")
    assert not {"<", "\u2028", "\u2029", "\x00"} & set(said)
    assert said.count("\n") == 1
    found = data_of(data)
    assert (found["name"], found["extracts"][0].get("text", "")) == (text, text)


def test_defaults_are_left_out_and_choices_are_plain_words() -> None:
    assert data_of(shard("a", record_json(Tag(text="x")))[1]) == {"text": "x"}
    bad = record_json(Tag(text="x", tone=Tone.BAD))
    assert data_of(shard("a", array_json((bad, bad)))[1]) == [{"text": "x", "tone": "bad"}] * 2


@pytest.mark.parametrize("name", ["../a", "a/../b", "a//b", "/a", "a.js", "A", "a b", 'a"', ""])
def test_a_name_that_is_no_plain_path_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a shard"):
        shard(name, b"{}")
