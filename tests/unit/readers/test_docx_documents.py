"""What stands in a Word file, case by case: the Markdown that a reader of it would expect."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx import Document
from docx.enum.text import WD_BREAK

from tests.unit.readers.office_files import (
    cell,
    paragraph,
    row,
    run,
    write_body,
    write_flat,
    xml_part,
)
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure, FailureReason


def read(path: Path, name: str = "a.docx") -> DocumentContent:
    result = read_document(path, name)
    assert isinstance(result, DocumentContent), result
    return result


def boxed(text: str) -> str:
    return f"<w:txbxContent>{paragraph(text)}</w:txbxContent>"


def drawing(text: str) -> str:
    shape = f"<wps:wsp><wps:txbx>{boxed(text)}</wps:txbx></wps:wsp>"
    graphic = f"<a:graphic><a:graphicData>{shape}</a:graphicData></a:graphic>"
    return f"<w:drawing><wp:inline>{graphic}</wp:inline></w:drawing>"


DELETED, CELL_DELETED = '<w:del w:id="3"/>', '<w:cellDel w:id="3"/>'
LATE, WIDE = '<w:gridBefore w:val="1"/>', '<w:gridSpan w:val="2"/>'
TALL, UNDER = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
MARK_DELETED = '<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>'
VML = f"<w:pict><v:shape><v:textbox>{boxed('boxed')}</v:textbox></v:shape></w:pict>"
CHOICE = f'<mc:Choice Requires="wps">{drawing("boxed")}</mc:Choice>'
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def math(content: str) -> str:
    return f"<w:p>{run('x is ')}<m:oMath>{content}</m:oMath>{run(' here')}</w:p>"


def letters(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


BODIES = {
    "insertions stay and deletions go": (
        f"<w:p>{run('a ')}<w:ins>{run('new ')}</w:ins><w:del><w:r><w:delText>old </w:delText></w:r>"
        f"</w:del>{run('end')}</w:p>",
        "a new end",
    ),
    "what moved stands where it went": (
        f"<w:p><w:moveFrom>{run('moved ')}</w:moveFrom>{run('rest')}</w:p>"
        f"<w:p><w:moveTo>{run('moved ')}</w:moveTo>{run('end')}</w:p>",
        "rest\n\nmoved end",
    ),
    "a deleted paragraph mark joins": (
        f"<w:p>{MARK_DELETED}{run('one ')}</w:p>{paragraph('two')}",
        "one two",
    ),
    "a deleted row goes": (
        f"<w:tbl>{row('h')}{row('gone', properties=DELETED)}{row('k')}</w:tbl>",
        "| h |\n| --- |\n| k |",
    ),
    "a deleted cell goes": (
        f"<w:tbl><w:tr>{cell(paragraph('gone'), CELL_DELETED)}"
        f"{cell(paragraph('a'))}{cell(paragraph('b'))}</w:tr>{row('c', 'd')}</w:tbl>",
        "| a | b |\n| --- | --- |\n| c | d |",
    ),
    "a row that starts late": (
        f"<w:tbl>{row('A', 'B')}{row('b1', properties=LATE)}</w:tbl>",
        "| A | B |\n| --- | --- |\n|  | b1 |",
    ),
    "cells that span": (
        f"<w:tbl><w:tr>{cell(paragraph('wide'), WIDE)}</w:tr>"
        f"<w:tr>{cell(paragraph('tall'), TALL)}{cell(paragraph('1'))}</w:tr>"
        f"<w:tr>{cell(paragraph(''), UNDER)}{cell(paragraph('2'))}</w:tr></w:tbl>",
        "| wide |  |\n| --- | --- |\n| tall | 1 |\n|  | 2 |",
    ),
    "a table in a table": (
        f"<w:tbl>{row('A', 'B')}<w:tr>{cell(paragraph('C'))}"
        f"{cell('<w:tbl>' + row('x', 'y') + '</w:tbl>' + paragraph(''))}</w:tr></w:tbl>",
        "| A | B |\n| --- | --- |\n| C | x, y |",
    ),
    "a text box of old programs": (
        f"<w:p>{run('before')}<w:r>{VML}</w:r>{run(' after')}</w:p>",
        "before after\n\nboxed",
    ),
    "a text box with its copy is read once": (
        f"<w:p>{run('before')}<w:r><mc:AlternateContent>{CHOICE}<mc:Fallback>{VML}</mc:Fallback>"
        f"</mc:AlternateContent></w:r></w:p>",
        "before\n\nboxed",
    ),
    "a text box without a copy": (
        f"<w:p>{run('before')}<w:r><mc:AlternateContent>{CHOICE}</mc:AlternateContent></w:r></w:p>",
        "before\n\nboxed",
    ),
    "two text boxes whose copies are empty": (
        f'<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps">{drawing("one")}'
        f"{drawing('two')}</mc:Choice><mc:Fallback/></mc:AlternateContent></w:r></w:p>",
        "one\n\ntwo",
    ),
    "a text box of a bare drawing": (
        f"<w:p>{run('before')}<w:r>{drawing('boxed')}</w:r></w:p>",
        "before\n\nboxed",
    ),
    "a formula": (math(letters("mc2")), "x is mc2 here"),
    "a fraction": (
        math(f"<m:f><m:num>{letters('a+b')}</m:num><m:den>{letters('2')}</m:den></m:f>"),
        "x is (a+b)/2 here",
    ),
    "a power and a root": (
        math(
            f"<m:sSup><m:e>{letters('a')}</m:e><m:sup>{letters('2')}</m:sup></m:sSup>"
            f"<m:rad><m:e>{letters('b')}</m:e></m:rad>"
        ),
        "x is a^2√b here",
    ),
    "a simple field": (
        f'<w:p><w:fldSimple w:instr="DATE">{run("3 May")}</w:fldSimple></w:p>',
        "3 May",
    ),
    "a content control": (
        f"<w:sdt><w:sdtContent>{paragraph('chosen')}</w:sdtContent></w:sdt>",
        "chosen",
    ),
    "a ticked box": (
        '<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr>'
        f"<w:sdtContent>{run('☒')}</w:sdtContent></w:sdt>{run(' yes')}</w:p>",
        "☒ yes",
    ),
    "furigana": (
        "<w:p><w:r><w:ruby><w:rt><w:r><w:t>かん</w:t></w:r></w:rt>"
        "<w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>",
        "漢",
    ),
    "an outline level makes a heading": (
        paragraph("Scope", '<w:outlineLvl w:val="1"/>') + paragraph("Text"),
        "## Scope\n\nText",
    ),
    "a long outlined paragraph is none": (
        paragraph("word " * 60 + "end", '<w:outlineLvl w:val="1"/>'),
        "word " * 60 + "end",
    ),
}


@pytest.mark.parametrize(("body", "expected"), BODIES.values(), ids=BODIES.keys())
def test_bodies(tmp_path: Path, body: str, expected: str) -> None:
    assert read(write_body(tmp_path / "a.docx", body)).text == expected + "\n"


def test_hidden_text_is_left_out_and_told(tmp_path: Path) -> None:
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>"
    shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r>'
    content = read(write_body(tmp_path / "a.docx", f"<w:p>{hidden}{shown}</w:p>"))
    assert content.text == "seen\n"
    assert content.remarks == ("hidden text left out: 1 pieces",)


def test_comments_are_kept_apart(tmp_path: Path) -> None:
    comments = xml_part(
        "comments", f'<w:comment w:id="0">{paragraph("Is this right?")}</w:comment>'
    )
    marked = f'<w:p><w:commentRangeStart w:id="0"/>{run("Said")}<w:commentRangeEnd w:id="0"/></w:p>'
    content = read(write_body(tmp_path / "a.docx", marked, {"word/comments.xml": comments}))
    assert content.text == "Said\n"
    assert content.comments == ("Is this right?",)
    assert content.remarks == ("comments kept apart: 1",)


LEVELS = (("decimal", "%1."), ("lowerLetter", "%2)"), ("bullet", "•"))


def numbering(*lists: str) -> dict[str, str]:
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
        for depth, (form, pattern) in enumerate(LEVELS)
    )
    abstract = f'<w:abstractNum w:abstractNumId="5">{levels}</w:abstractNum>'
    return {"word/numbering.xml": xml_part("numbering", abstract + "".join(lists))}


def listed(list_id: int, overrides: str = "") -> str:
    return f'<w:num w:numId="{list_id}"><w:abstractNumId w:val="5"/>{overrides}</w:num>'


def item(text: str, depth: int = 0, list_id: int = 7) -> str:
    mark = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return paragraph(text, mark)


RESTART = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
LISTS = {
    "nested": (
        item("one") + item("inner", 1) + item("point", 2) + item("two"),
        "1. one\n   1. inner\n      - point\n2. two",
    ),
    "counted on after a paragraph": (
        item("one") + item("two") + paragraph("between") + item("three"),
        "1. one\n2. two\n\nbetween\n\n3. three",
    ),
    "another list of the same kind begins anew": (
        item("one") + item("two") + paragraph("between") + item("one", list_id=8),
        "1. one\n2. two\n\nbetween\n\n1. one",
    ),
    "a list that begins anew right after another": (
        item("one") + item("two") + item("other", list_id=8),
        "1. one\n2. two\n\n1. other",
    ),
    "a paragraph that gives up its number": (
        item("one") + item("none", list_id=0) + item("two"),
        "1. one\n\nnone\n\n2. two",
    ),
}


@pytest.mark.parametrize(("body", "expected"), LISTS.values(), ids=LISTS.keys())
def test_lists_count_as_word_does(tmp_path: Path, body: str, expected: str) -> None:
    parts = numbering(listed(7), listed(8, RESTART))
    assert read(write_body(tmp_path / "a.docx", body, parts)).text == expected + "\n"


def test_headings_show_their_numbers(tmp_path: Path) -> None:
    level = (
        '<w:lvl w:ilvl="{0}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="{1}"/></w:lvl>'
    )
    abstract = level.format(0, "%1") + level.format(1, "%1.%2")
    part = xml_part(
        "numbering", f'<w:abstractNum w:abstractNumId="5">{abstract}</w:abstractNum>{listed(7)}'
    )
    numbers = '<w:numPr><w:ilvl w:val="{0}"/><w:numId w:val="7"/></w:numPr>'
    body = "".join(
        paragraph(text, f'<w:pStyle w:val="Heading{depth + 1}"/>{numbers.format(depth)}')
        for text, depth in (("Scope", 0), ("Aim", 1), ("Terms", 1), ("Costs", 0), ("Travel", 1))
    )
    content = read(write_body(tmp_path / "a.docx", body, {"word/numbering.xml": part}))
    assert content.text.split("\n\n") == [
        "# 1 Scope",
        "## 1.1 Aim",
        "## 1.2 Terms",
        "# 2 Costs",
        "## 2.1 Travel\n",
    ]


def test_headers_footers_breaks_and_styles_of_python_docx(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("Plan", level=0)
    document.add_heading("Deep", level=3)
    words = document.add_paragraph("first line")
    words.add_run().add_break(WD_BREAK.LINE)
    words.add_run("second line")
    document.sections[0].header.paragraphs[0].text = "Confidential"
    document.sections[0].footer.paragraphs[0].text = "Page 7"
    document.save(str(tmp_path / "a.docx"))
    content = read(tmp_path / "a.docx")
    assert content.text == "# Plan\n\n### Deep\n\nfirst line\nsecond line\n"
    assert sorted(content.furniture) == ["Confidential", "Page 7"]


def test_a_name_with_two_extensions_is_a_word_file(tmp_path: Path) -> None:
    path = write_body(tmp_path / "a", paragraph("Words"))
    assert read(path, "report.pdf.docx").kind == "docx"
    assert read(path, "report.pdf").remarks == ("the name says pdf, the file holds docx content",)


def test_a_flat_package_is_read_as_the_file_in_it(tmp_path: Path) -> None:
    body = (
        paragraph("Scope", '<w:outlineLvl w:val="0"/>')
        + f"<w:tbl>{row('A', 'B')}{row('1', '2')}</w:tbl>"
    )
    source = write_body(tmp_path / "a.docx", body)
    content = read(write_flat(tmp_path / "a.doc", source), "a.doc")
    assert content.text == read(source).text == "# Scope\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n"
    assert content.kind == "doc"


def test_a_damaged_flat_package_is_corrupt(tmp_path: Path) -> None:
    path = write_flat(tmp_path / "a.doc", write_body(tmp_path / "a.docx", paragraph("Words")))
    path.write_bytes(path.read_bytes()[:2000])
    result = read_document(path, "a.doc")
    assert isinstance(result, ExtractionFailure)
    assert result.reason is FailureReason.CORRUPT


def test_a_raised_digit_after_a_digit_is_a_power(tmp_path: Path) -> None:
    document = Document()
    paragraph = document.add_paragraph("About 10")
    paragraph.add_run("6").font.superscript = True
    paragraph.add_run(" units, the 4")
    paragraph.add_run("th").font.superscript = True
    paragraph.add_run(" time, 5 x 10")
    paragraph.add_run("-3").font.superscript = True
    document.save(str(tmp_path / "a.docx"))
    result = read_document(tmp_path / "a.docx", "a.docx")
    assert isinstance(result, DocumentContent)
    assert result.text == "About 10^6 units, the 4th time, 5 x 10^-3\n"
