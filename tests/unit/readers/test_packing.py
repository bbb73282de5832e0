from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.surfaces.builders import big_table, document, failed, table, workbook
from worksurface_pipeline.readers.model import (
    DocumentContent,
    Extraction,
    FailureReason,
    Picture,
    Place,
    Quality,
    Workbook,
)
from worksurface_pipeline.readers.packing import (
    PackedWorkbook,
    expand,
    opened,
    pack,
    ranges,
    repacked,
    unpacked,
)

PLAIN: dict[str, Extraction] = {
    "document": DocumentContent(
        kind="pdf",
        text="é\n报告 📦",
        places=(Place(start=0, kind="page", number=1),),
        quality=Quality(pages=2),
    ),
    "picture": Picture(media_type="image/png", width=3, height=4),
    "failure": failed(FailureReason.CORRUPT, "Sheet 2"),
}


@pytest.mark.parametrize("kind", PLAIN)
def test_what_has_no_cells_comes_back(kind: str) -> None:
    assert unpacked(repacked(PLAIN[kind])) == PLAIN[kind]


def test_a_workbook_comes_back_with_its_cells() -> None:
    book = workbook(big_table(sheet="A"), table(["k"], [["v"], [None]], sheet="库存"))
    back = unpacked(repacked(book))
    assert isinstance(back, Workbook)
    assert back.sheets == book.sheets
    for one, other in zip(book.tables, back.tables, strict=True):
        assert one.frame.equals(other.frame)
        assert one.texts.equals(other.texts)
        assert (one.columns, one.row_numbers, one.sheet) == (
            other.columns,
            other.row_numbers,
            other.sheet,
        )


def test_the_head_tells_all_but_the_cells() -> None:
    packed = repacked(workbook(big_table(["a", "b"], rows=31)))
    assert isinstance(packed, PackedWorkbook)
    (head,) = packed.head.tables
    assert (head.row_count, head.measures.distinct, head.rows) == (31, (31, 31), ((2, 32),))


def test_equal_values_give_equal_bytes() -> None:
    assert pack(workbook(big_table())) == pack(workbook(big_table()))


@pytest.mark.parametrize("position", [0, 33, 60, -1])
def test_damage_is_noticed(position: int) -> None:
    data = bytearray(pack(document("words " * 50)))
    data[position] ^= 1
    assert opened(bytes(data)) is None


@pytest.mark.parametrize("data", [b"", b"x" * 40, pack(document("words"))[:-3]])
def test_what_is_no_pack_is_none(data: bytes) -> None:
    assert opened(data) is None


@given(st.lists(st.integers(1, 40), unique=True).map(lambda rows: tuple(rows)))
def test_rows_survive_as_ranges(rows: tuple[int, ...]) -> None:
    assert expand(ranges(rows)) == rows


def test_types_survive() -> None:
    frame = pl.DataFrame({"n": [1, None], "t": ["a", None]})
    book = workbook(table(["n", "t"], [["1", "a"], [None, None]]))
    typed = Workbook(
        sheets=book.sheets,
        tables=(
            type(book.tables[0])(
                sheet="",
                columns=book.tables[0].columns,
                frame=frame,
                texts=book.tables[0].texts,
                row_numbers=(2, 3),
                layout=book.tables[0].layout,
            ),
        ),
    )
    back = unpacked(repacked(typed))
    assert isinstance(back, Workbook)
    assert back.tables[0].frame.schema == frame.schema
