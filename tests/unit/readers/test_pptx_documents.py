"""What stands on slides, case by case."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.unit.readers.document_files import png_bytes
from worksurface_pipeline.readers.dispatch import read_document
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure, FailureReason

BLANK, TITLE_ONLY, TITLE_AND_BODY = 6, 5, 1
BOX = (Inches(1), Inches(2), Inches(6), Inches(3))


def read(deck: Any, folder: Path) -> DocumentContent:
    deck.save(str(folder / "a.pptx"))
    result = read_document(folder / "a.pptx", "a.pptx")
    assert isinstance(result, DocumentContent), result
    return result


def add_slide(deck: Any, layout: int = BLANK) -> Any:
    return deck.slides.add_slide(deck.slide_layouts[layout])


def add_box(shapes: Any, text: str, left: float, top: float) -> Any:
    box = shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(0.5))
    box.text_frame.text = text
    return box


def boxes(slide: Any) -> None:
    add_box(slide.shapes, "low", 1, 5)
    add_box(slide.shapes, "right", 5, 1.05)
    add_box(slide.shapes, "left", 1, 1)


def groups(slide: Any) -> None:
    add_box(slide.shapes, "after", 1, 6)
    outer = slide.shapes.add_group_shape()
    inner = outer.shapes.add_group_shape()
    add_box(inner.shapes, "inner low", 1, 3)
    add_box(inner.shapes, "inner high", 1, 2)
    add_box(outer.shapes, "outer", 1, 4)


def merged_table(slide: Any) -> None:
    grid = slide.shapes.add_table(3, 2, *BOX).table
    grid.cell(0, 0).merge(grid.cell(0, 1))
    for (row, column), text in {(0, 0): "Both", (1, 0): "a|b", (1, 1): "1", (2, 1): "2"}.items():
        grid.cell(row, column).text = text
    grid.cell(1, 0).merge(grid.cell(2, 0))


def chart_of(data: Any, kind: Any, title: str = "") -> Callable[[Any], None]:
    def build(slide: Any) -> None:
        chart = slide.shapes.add_chart(kind, *BOX, data).chart
        chart.has_title = bool(title)
        if title:
            chart.chart_title.text_frame.text = title

    return build


def months() -> CategoryChartData:
    data = CategoryChartData()
    data.categories = ["Jan", "Feb", "Mar"]
    data.add_series("Orders", (10, 20.5, None))
    data.add_series("Returns", (1, None, 3))
    return data


def days() -> CategoryChartData:
    data = CategoryChartData()
    data.categories = [date(2024, 2, 29), date(2024, 3, 1)]
    data.add_series("Orders", (10, 20))
    return data


def regions() -> CategoryChartData:
    data = CategoryChartData()
    for region, sites in (("North", ("Oslo", "Bergen")), ("South", ("Rome",))):
        category = data.add_category(region)
        for site in sites:
            category.add_sub_category(site)
    data.add_series("Units", (1, 2, 3))
    return data


def points() -> XyChartData:
    data = XyChartData()
    series = data.add_series("Run")
    for x, y in ((0.5, 10), (1.5, 20)):
        series.add_data_point(x, y)
    return data


COLUMNS, SCATTER = XL_CHART_TYPE.COLUMN_CLUSTERED, XL_CHART_TYPE.XY_SCATTER
SLIDES: dict[str, tuple[Callable[[Any], None], str]] = {
    "top to bottom, left to right": (boxes, "left\n\nright\n\nlow"),
    "groups in groups": (groups, "inner high\n\ninner low\n\nouter\n\nafter"),
    "a table with merged cells": (
        merged_table,
        "| Both |  |\n| --- | --- |\n| a\\|b | 1 |\n|  | 2 |",
    ),
    "a chart with gaps and a title": (
        chart_of(months(), COLUMNS, "Orders a month"),
        "Orders a month\n\n|  | Orders | Returns |\n| --- | --- | --- |\n"
        "| Jan | 10 | 1 |\n| Feb | 20.5 |  |\n| Mar |  | 3 |",
    ),
    "a chart over days": (
        chart_of(days(), COLUMNS),
        "|  | Orders |\n| --- | --- |\n| 2024-02-29 | 10 |\n| 2024-03-01 | 20 |",
    ),
    "a chart with categories in groups": (
        chart_of(regions(), COLUMNS),
        "|  | Units |\n| --- | --- |\n| North / Oslo | 1 |\n| North / Bergen | 2 |\n"
        "| South / Rome | 3 |",
    ),
    "a scatter chart": (
        chart_of(points(), SCATTER),
        "|  | Run |\n| --- | --- |\n| 0.5 | 10 |\n| 1.5 | 20 |",
    ),
}


@pytest.mark.parametrize(("build", "expected"), SLIDES.values(), ids=SLIDES.keys())
def test_slides(tmp_path: Path, build: Callable[[Any], None], expected: str) -> None:
    deck = Presentation()
    build(add_slide(deck))
    assert read(deck, tmp_path).text == expected + "\n"


def test_title_levels_and_notes(tmp_path: Path) -> None:
    deck = Presentation()
    slide = add_slide(deck, TITLE_AND_BODY)
    slide.shapes.title.text = "Quarter\vtwo"
    body = slide.placeholders[1].text_frame
    body.text = "Orders rose"
    inner = body.add_paragraph()
    inner.text, inner.level = "by a tenth", 1
    slide.notes_slide.notes_text_frame.text = "Say it\nslowly"
    assert read(deck, tmp_path).text == (
        "## Quarter two\n\n- Orders rose\n  - by a tenth\n\n> Say it\n> slowly\n"
    )


def test_a_place_that_the_layout_states_is_known(tmp_path: Path) -> None:
    """The body stands where its layout puts it: under a box at the top, over one at the foot."""
    deck = Presentation()
    slide = add_slide(deck, TITLE_AND_BODY)
    add_box(slide.shapes, "foot", 1, 7)
    add_box(slide.shapes, "top", 1, 0.1)
    slide.placeholders[1].text_frame.text = "body"
    assert read(deck, tmp_path).text == "top\n\nbody\n\nfoot\n"


def test_the_order_of_the_show_counts(tmp_path: Path) -> None:
    deck = Presentation()
    for title in ("second", "third", "first"):
        add_slide(deck, TITLE_ONLY).shapes.title.text = title
    order = deck.slides._sldIdLst
    order.insert(0, order[2])
    content = read(deck, tmp_path)
    assert content.text == "## first\n\n## second\n\n## third\n"
    assert [place.number for place in content.places] == [1, 2, 3]


def test_hidden_and_empty_slides_are_told(tmp_path: Path) -> None:
    deck = Presentation()
    for title in ("shown", "hidden"):
        add_slide(deck, TITLE_ONLY).shapes.title.text = title
    add_slide(deck)
    deck.slides[1]._element.set("show", "0")
    content = read(deck, tmp_path)
    assert content.text == "## shown\n\n## hidden\n"
    assert content.remarks == ("hidden slides: 2",)
    assert content.quality.page_characters == (8, 9, 0)
    assert content.quality.empty_pages == 1


def test_footers_and_slide_numbers_are_furniture(tmp_path: Path) -> None:
    deck = Presentation()
    slide = add_slide(deck)
    for kind, text in (("ftr", "Acme confidential"), ("sldNum", "7"), ("dt", "1 May 2024")):
        box = add_box(slide.shapes, text, 1, 7)
        mark = box._element.nvSpPr.nvPr.makeelement(
            "{http://schemas.openxmlformats.org/presentationml/2006/main}ph", {"type": kind}
        )
        box._element.nvSpPr.nvPr.append(mark)
    add_box(slide.shapes, "Words", 1, 1)
    content = read(deck, tmp_path)
    assert content.text == "Words\n"
    assert content.furniture == ("Acme confidential", "1 May 2024")


def test_comments_are_kept_apart(tmp_path: Path) -> None:
    deck = Presentation()
    add_box(add_slide(deck).shapes, "Words", 1, 1)
    deck.save(str(tmp_path / "old.pptx"))
    relation = (
        '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        'relationships/comments" Target="../comments/comment1.xml"/></Relationships>'
    )
    comment = (
        '<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">'
        "<p:cm><p:text>Is this right?</p:text></p:cm></p:cmLst>"
    )
    path = tmp_path / "a.pptx"
    with zipfile.ZipFile(tmp_path / "old.pptx") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "ppt/slides/_rels/slide1.xml.rels":
                data = data.replace(b"</Relationships>", relation.encode())
            new.writestr(name, data)
        new.writestr("ppt/comments/comment1.xml", comment)
    content = read_document(path, "a.pptx")
    assert isinstance(content, DocumentContent)
    assert (content.text, content.comments) == ("Words\n", ("Is this right?",))
    assert content.remarks == ("comments kept apart: 1",)


@pytest.mark.parametrize("has_picture", [True, False], ids=["pictures", "nothing"])
def test_a_deck_without_words(tmp_path: Path, has_picture: bool) -> None:
    deck = Presentation()
    slide = add_slide(deck)
    if has_picture:
        (tmp_path / "p.png").write_bytes(png_bytes(3, 3))
        slide.shapes.add_picture(str(tmp_path / "p.png"), *BOX[:2])
    deck.save(str(tmp_path / "a.pptx"))
    result = read_document(tmp_path / "a.pptx", "a.pptx")
    assert isinstance(result, ExtractionFailure)
    assert result.reason is (FailureReason.NO_TEXT if has_picture else FailureReason.EMPTY)
