from __future__ import annotations

import pytest
from markupsafe import Markup

from worksurface_pipeline.site import pieces
from worksurface_pipeline.site.table import (
    Cell,
    Column,
    Row,
    RowGroup,
    Table,
    simple_table,
    to_csv,
    to_markdown,
)

EVIL = '<script>x</script>" onclick="y'
SAFE = "&lt;script&gt;x&lt;/script&gt;&#34; onclick=&#34;y"
TABLE = Table(
    name="t",
    title="Title",
    columns=(Column("A"), Column("B", True, "Pair"), Column("C", True, "Pair")),
    groups=(
        RowGroup("one", (Row((Cell("x"), Cell("1", "all 2"), Cell("3", is_best=True))),)),
        RowGroup("", (Row((Cell("y", href="#y"), Cell(""), Cell("4")), True, "y"),)),
    ),
    notes=("A note.",),
)


@pytest.mark.parametrize(
    "piece",
    [
        pieces.section("a", EVIL),
        pieces.details(EVIL),
        pieces.paragraph(EVIL),
        pieces.note(EVIL),
        pieces.link(EVIL, EVIL),
        pieces.code(EVIL),
        pieces.badge(EVIL),
        pieces.block(EVIL),
        pieces.facts([(EVIL, EVIL)]),
        pieces.bullets([EVIL]),
        pieces.lead(EVIL),
        pieces.picture("a.svg", EVIL),
        pieces.tiles([(EVIL, EVIL)]),
        pieces.join([EVIL]),
        pieces.table_html(simple_table("t", EVIL, (Column(EVIL),), ((EVIL,),), (EVIL,))),
        Markup(pieces.page_html(EVIL, ((EVIL, EVIL),))),
    ],
    ids=[
        *("section", "details", "paragraph", "note", "link", "code", "badge", "block", "facts"),
        *("bullets", "lead", "picture", "tiles", "join", "table", "page"),
    ],
)
def test_every_piece_escapes(piece: Markup) -> None:
    assert "<script" not in piece
    assert '" onclick' not in piece
    assert SAFE in piece


def test_characters_that_html_cannot_hold_are_replaced() -> None:
    assert "a\ufffdb\ufffdc" in pieces.paragraph("a\x00b\ud800c")
    pieces.page_html("\x1b[0m", (), pieces.block("\udfff")).encode("utf-8")


def test_a_long_text_is_cut_and_says_by_how_much() -> None:
    assert pieces.bounded("abcdef", 4) == ("abcd", 2)
    assert "2 more characters" in pieces.block("abcdef", 4)
    assert "more characters" not in pieces.block("abcdef")


def test_table_as_html() -> None:
    html = pieces.table_html(TABLE)
    assert (
        '<th colspan="1" scope="colgroup"></th><th colspan="2" scope="colgroup">Pair</th>' in html
    )
    assert '<tr class="group"><th colspan="3" scope="rowgroup">one</th></tr>' in html
    assert '<td class="n">1 <small>all 2</small></td><td class="n"><strong>3</strong></td>' in html
    assert '<tr id="y" class="shaded"><td><a href="#y">y</a></td>' in html


def test_table_as_markdown() -> None:
    assert to_markdown(TABLE) == (
        "### Title\n\n| A | Pair: B | Pair: C |\n| --- | ---: | ---: |\n| **one** |  |  |\n"
        "| x | 1 (all 2) | **3** |\n| y |  | 4 |\n\nA note.\n"
    )


def test_markdown_cells_cannot_break_out() -> None:
    table = simple_table("t", "T", (Column("A"),), (("a|b\nc <i>`x`</i>",),))
    assert "| a\\|b c &lt;i>\\`x\\`&lt;/i> |" in to_markdown(table)


def test_csv() -> None:
    assert to_csv(("a", "b"), ((None, 0.5), ('x,"y"', 1))) == 'a,b\n,0.5\n"x,""y""",1\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("a\u202egpj.exe", "a[U+202E]gpj.exe", id="override"),
        pytest.param("\u2066x\u2069", "[U+2066]x[U+2069]", id="isolates"),
        pytest.param("\u200fx\u200b", "[U+200F]x[U+200B]", id="mark and space"),
        pytest.param("\U000e0041", "[U+E0041]", id="tag"),
        pytest.param("می\u200cخواهم 👩\u200d🔬", "می\u200cخواهم 👩\u200d🔬", id="joiners stay"),
        pytest.param("\x00", "\ufffd", id="control"),
    ],
)
def test_what_is_not_seen_is_named(text: str, shown: str) -> None:
    assert pieces.join([text]) == shown
    assert shown in pieces.table_html(simple_table("t", text, (Column("A"),), ((text,),)))
