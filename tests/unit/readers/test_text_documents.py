from __future__ import annotations

from pathlib import Path

import pytest

from worksurface_pipeline.readers.clean import clean
from worksurface_pipeline.readers.decode import decode
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.markdown import fence, first_heading
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure, FailureReason


def read(tmp_path: Path, name: str, data: bytes) -> DocumentContent:
    path = tmp_path / "stored"
    path.write_bytes(data)
    result = read_document(path, name)
    assert isinstance(result, DocumentContent), result
    return result


CHINESE = "编号 数量 单价 我们的客户在第一季度订购了四十九件产品"
ENCODINGS = [
    ("utf-8", "Grüße – 5 €", "utf-8"),
    ("utf-8-sig", "Grüße", "utf-8"),
    ("utf-16", "编号 one", "utf-16"),
    ("utf-16-le", "Plain words, no mark", "utf-16-le"),
    ("utf-16-be", "Plain words, no mark", "utf-16-be"),
    ("gb18030", CHINESE, "gb18030"),
    ("big5", "我們的客戶在第一季度訂購了四十九件產品", "big5"),
    ("cp932", "名前 年齢 住所 これは日本語の文章です", "cp932"),
    ("cp1252", "Un café à Zürich coûte 5 francs, señor", "cp1252"),
]


@pytest.mark.parametrize(("encoding", "text", "named"), ENCODINGS, ids=[e for e, _, _ in ENCODINGS])
def test_text_is_decoded_and_its_encoding_noted(
    tmp_path: Path, encoding: str, text: str, named: str
) -> None:
    content = read(tmp_path, "a.txt", text.encode(encoding))
    assert content.text == text + "\n"
    is_noted = any(r.startswith(f"decoded as {named}, confidence") for r in content.remarks)
    assert is_noted == (named != "utf-8")


def test_a_stray_byte_in_utf8_is_replaced_and_counted(tmp_path: Path) -> None:
    content = read(tmp_path, "a.txt", ("é" * 20).encode() + b"\xff end")
    assert content.text == "é" * 20 + "\ufffd end\n"
    assert content.quality.replaced_characters == 1
    assert "1 undecodable bytes replaced" in content.remarks


def test_a_declared_encoding_is_believed_when_it_fits() -> None:
    assert decode("Привет".encode("koi8-r"), "koi8-r").text == "Привет"
    assert decode("naïve".encode("cp1252"), "no-such-encoding").text == "naïve"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x0cb", "a\nb"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("nul\0bell\x07", "nulbell"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("no\u00a0break", "no break"),
        ("family 👨\u200d👩", "family 👨\u200d👩"),
        ("trailing  \t\nx", "trailing\nx"),
        ("\ud800", "\ufffd"),
        ("\n\n  indented\n\n", "  indented"),
        ("a" + " " * 40_000 + "b  \n", "a" + " " * 40_000 + "b"),
    ],
)
def test_clean(raw: str, expected: str) -> None:
    assert clean(raw).text == expected


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("intro\n\n## The [plan](x.md) **now**\n", "The plan now"),
        ("```\n# comment\n```\n# Real", "Real"),
        ("````\n```\n# no\n````\n# Yes", "Yes"),
        ("Title\n=====\n", "Title"),
        ("---\nlayout: x\n---\n# After", "After"),
        ("| a |\n|---|\n", ""),
        ("no heading", ""),
    ],
)
def test_first_heading(text: str, title: str) -> None:
    assert first_heading(text) == title


@pytest.mark.parametrize("inside", ["plain", "a ``` b", "`````\n```", "~~~"])
def test_a_fence_is_longer_than_any_inside(inside: str) -> None:
    opening, *body, closing = fence(inside, "py").split("\n")
    assert "\n".join(body) == inside
    assert opening == closing + "py"
    assert closing not in inside


def test_code_names_its_language_and_keeps_its_spaces(tmp_path: Path) -> None:
    content = read(tmp_path, "run.py", b"def f():\r\n    return 1\r\n")
    assert content.text == "```python\ndef f():\n    return 1\n```\n"


JSON = [
    ('{"b":1,"a":1.10,"b":1e400}', '{\n  "b": 1,\n  "a": 1.10,\n  "b": 1e400\n}', ""),
    ("[12345678901234567890, 9007199254740993]", "[12345678901234567890, 9007199254740993]", ""),
    ('{"\\u7f16":[]}', '{\n  "编": []\n}', ""),
    ('[{"a":1}]', '[\n  {\n    "a": 1\n  }\n]', ""),
    ('{"v":1}\n{"v":2}\n', '{"v": 1}\n{"v": 2}', "JSON lines: 2 records"),
    ('{"a": 1,}', '{"a": 1,}', "not valid JSON, kept as text"),
    ("[" * 100_000, "[" * 100_000, "JSON nested too deeply"),
]


@pytest.mark.parametrize(("raw", "body", "remark"), JSON, ids=range(len(JSON)))
def test_json_is_laid_out_with_its_own_numbers(
    tmp_path: Path, raw: str, body: str, remark: str
) -> None:
    content = read(tmp_path, "a.json", raw.encode())
    assert content.text == f"```json\n{body}\n```\n"
    assert content.remarks == () if not remark else content.remarks[0].startswith(remark)


def test_xml_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("TOPSECRET")
    raw = (
        '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;">'
        f'<!ENTITY e SYSTEM "{secret.as_uri()}">]>'
        "<l>&b;&e;</l>"
    )
    content = read(tmp_path, "a.xml", raw.encode())
    assert content.text == f"```xml\n{raw}\n```\n"
    assert content.remarks == ("entities not expanded (EntitiesForbidden)",)


@pytest.mark.parametrize(
    ("raw", "remark"),
    [(b"<a>", "not well-formed XML"), (b'<?xml version="1.0" encoding="x-no"?><a/>', "")],
)
def test_broken_xml_is_kept_with_a_remark(tmp_path: Path, raw: bytes, remark: str) -> None:
    content = read(tmp_path, "a.xml", raw)
    assert raw.decode() in content.text
    assert remark in content.remarks[0]


def test_minified_xml_gets_line_ends(tmp_path: Path) -> None:
    content = read(tmp_path, "a.xml", b"<r>" + b"<v>1</v>" * 500 + b"</r>")
    assert content.text.count("\n<v>1</v>") == 500


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.py", "a.json", "a.xml", "a.html"])
@pytest.mark.parametrize("data", [b"", b" \n\t\r\n", b"\xef\xbb\xbf"])
def test_blank_files_are_failures(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = read_document(path, name)
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.EMPTY
    assert result.remedy


HTML = [
    ("<p>a</p><script>bad()</script><style>x{}</style>", "a"),
    ("<p onclick='bad()'>a</p><iframe src=x>no</iframe><svg><text>no</text></svg>", "a"),
    ("<p hidden>old</p><p style='display: none'>gone</p><p>new</p>", "new"),
    ("<!-- secret --><p>a <b>bold</b>ly_go *now*</p>", "a boldly_go *now*"),
    ("<h2>T</h2><ul><li>x<li>y</ul>", "## T\n\n- x\n- y"),
    ("<a href='javascript:bad()'>go</a>", "go"),
    ("<a href='http://a.example/x'>go</a>", "[go](http://a.example/x)"),
    ("<a href='http://a.example'>http://a.example</a>", "http://a.example"),
    ("<img src='data:image/png;base64,AAAA'>text", "text"),
    ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
    ("<p>one\n two\n three</p>", "one two three"),
    (
        "<table><tr><th>A<th>B</tr><tr><td rowspan=2>x<td>1</tr><tr><td>2|3</tr></table>",
        "| A | B |\n| --- | --- |\n| x | 1 |\n| x | 2\\|3 |",
    ),
    (
        "<table><tr><td colspan=2>A<td>B</tr><tr><td>1<td>2<td><p>3</p><p>4</p></tr></table>",
        "| A |  | B |\n| --- | --- | --- |\n| 1 | 2 | 3 4 |",
    ),
    (
        "<table><tr><td>o<td><table><tr><td>i<td>j</tr></table></tr></table>",
        "| o | i, j |\n| --- | --- |",
    ),
    ("<table><tr><td><h1>Frame</h1><p>text</p></td></tr></table>", "# Frame\n\ntext"),
    (
        "<table><caption>Rates</caption><tr><td>a<td>b</tr></table>",
        "Rates\n\n| a | b |\n| --- | --- |",
    ),
]


@pytest.mark.parametrize(("markup", "expected"), HTML, ids=range(len(HTML)))
def test_html(tmp_path: Path, markup: str, expected: str) -> None:
    content = read(tmp_path, "a.html", f"<html><body>{markup}</body></html>".encode())
    assert content.text == expected + "\n"


def test_html_honours_its_charset_and_title(tmp_path: Path) -> None:
    page = f"<html><head><meta charset=gb2312><title>标题</title></head><p>{CHINESE}</p></html>"
    content = read(tmp_path, "a.html", page.encode("gb18030"))
    assert content.text == CHINESE + "\n"
    assert content.title == "标题"


def test_deeply_nested_html_keeps_its_text(tmp_path: Path) -> None:
    content = read(tmp_path, "a.html", b"<html>" + b"<div>" * 3000 + b"deep words")
    assert "deep words" in content.text
